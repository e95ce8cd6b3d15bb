import { emailAddress } from '~/domain/kernel/fields';
import { toErrorSentence } from '~/ops/error-sentence.server';
import { requireOwnFolders } from '~/ops/usable-places.server';
import { OperatorError } from '~/platform/errors.server';
import { commandLine } from '~/platform/operator-commands.server';
import { getSettings } from '~/platform/settings/env.server';
import { loadSettings, Stop } from './project.mjs';

/**
 * Runs an operator's command with the settings of `.env`. Files that it creates are readable by
 * this account only. On failure it prints a sentence and exits with 1.
 *
 * @param run the command.
 * @param close called in any case at the end.
 * @param options.isRootAllowed whether the command may run as root on the folders of another account.
 */
export async function operatorCommand(
  run: () => Promise<void>,
  close: () => void | Promise<void> = () => undefined,
  { isRootAllowed = false }: { isRootAllowed?: boolean } = {},
): Promise<void> {
  try {
    loadSettings();
    process.umask(0o077);
    requireOwnFolders(getSettings(), { isRootAllowed });
    await run();
  } catch (error) {
    console.error(error instanceof Stop ? error.message : toErrorSentence(error));
    process.exitCode = 1;
  } finally {
    await close();
  }
}

/**
 * Returns the e-mail address that follows a command.
 *
 * @param command its name, for the usage message.
 * @throws OperatorError if there is no valid address.
 */
export function emailArgument(command: string): string {
  const [, , typed] = process.argv;
  const usage = `Usage: ${commandLine(command, 'name@clinic.example')}`;
  if (!typed) throw new OperatorError(usage);
  const email = emailAddress('form.email').safeParse(typed);
  if (!email.success)
    throw new OperatorError(`${typed} is not a complete e-mail address. Nothing was changed. ${usage}`);
  return email.data;
}
