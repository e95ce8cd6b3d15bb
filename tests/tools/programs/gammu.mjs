// Finds gammu-smsd, the SMS daemon of Debian, or installs it.
import { Stop, say } from '../../../scripts/lib/project.mjs';
import { installUnstarted, isThere } from './apt.mjs';

const isInstalled = () => isThere('gammu-smsd') && isThere('gammu-smsd-inject');

/**
 * Finds gammu-smsd, or installs it.
 *
 * @throws {Stop} If that fails, with instructions.
 */
export async function requireGammu() {
  if (isInstalled()) return;
  say('Installing gammu-smsd for the tests…');
  if ((await installUnstarted('gammu-smsd')) && isInstalled()) return;
  throw new Stop(
    'The test of text messages did not run: it needs gammu-smsd, which could not be installed. Install it (on Debian: apt-get install -y gammu-smsd), then run it again.',
  );
}
