// The HAProxy that tests put in front of two servers.
import { delimiter } from 'node:path';
import { Stop, say } from '../../../scripts/lib/project.mjs';
import { installUnstarted, isThere } from './apt.mjs';

/** Installs HAProxy where it is not there; throws a Stop with what to do when that fails. */
export async function requireHaproxy() {
  // Where Debian has it, which is not on everybody's path.
  process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);
  if (isThere('haproxy')) return;
  say('Installing HAProxy for the tests…');
  if ((await installUnstarted('haproxy')) && isThere('haproxy')) return;
  throw new Stop(
    'Two servers were not tested behind a balancer: that needs HAProxy, and it could not be installed. Install it (on Debian: apt-get install -y haproxy), then run npm test again.',
  );
}
