import { emailAddress } from '~/domain/kernel/fields';
import { sentenceOf } from '~/ops/error-sentence.server';
import { OperatorError } from '~/platform/errors.server';
import { loadSettings, Stop } from './project.mjs';

/**
 * Runs a command of the operator: with the settings of `.env`, and files that it makes for this
 * account alone. What goes wrong is said in a sentence, and the exit code is 1. Takes what it does,
 * and what is to be closed in any case.
 */
export async function operatorCommand(
  run: () => Promise<void>,
  close: () => void | Promise<void> = () => undefined,
): Promise<void> {
  try {
    loadSettings();
    process.umask(0o077);
    await run();
  } catch (error) {
    console.error(error instanceof Stop ? error.message : sentenceOf(error));
    process.exitCode = 1;
  } finally {
    await close();
  }
}

/** The e-mail address that stands after a command. Takes the name of that, for its usage. */
export function emailArgument(command: string): string {
  const email = emailAddress('form.email').safeParse(process.argv[2]);
  if (!email.success) throw new OperatorError(`Usage: npm run ${command} -- somebody@clinic.example`);
  return email.data;
}
