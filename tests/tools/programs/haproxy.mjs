// The HAProxy that tests put in front of two servers.
import { delimiter } from 'node:path';
import { Stop, say } from '../../../scripts/lib/project.mjs';
import { installUnstarted, isThere } from './apt.mjs';

/**
 * Installs HAProxy if it is missing.
 *
 * @throws {Stop} If that fails, with instructions.
 */
export async function requireHaproxy() {
  // Debian installs HAProxy here, which is not on every user's path.
  process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);
  if (isThere('haproxy')) return;
  say('Installing HAProxy for the tests…');
  if ((await installUnstarted('haproxy')) && isThere('haproxy')) return;
  throw new Stop(
    'Two servers were not tested behind a balancer: that needs HAProxy, and it could not be installed. Install it (on Debian: apt-get install -y haproxy), then run npm test again.',
  );
}
