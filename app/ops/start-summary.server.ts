import { startLine } from '~/platform/operator-commands.server';
import { mailFolder } from '~/platform/senders/mail.server';
import type { Settings } from '~/platform/settings/env.server';

/** The first admin, if this start created it, with the password if that is a random one. */
type FirstAdmin = { email: string; randomPassword?: string } | undefined;

const holder = globalThis as { secondLookDemo?: string[] };

/**
 * Shows the result of a start. On a terminal it takes the place of the line in which `remix-serve`
 * says that it listens, so that it is the last thing on the screen: the address, the first log-in,
 * the place of e-mails. In the JSON format, only log-ins are printed, at once.
 */
export function showStart(settings: Settings, firstAdmin: FirstAdmin): void {
  if (settings.logFormat === 'json') printLogIns(firstAdmin);
  else printWhenListening(`\n${summaryOf(settings, firstAdmin).join('\n')}\n\n`);
}

function printLogIns(firstAdmin: FirstAdmin) {
  if (holder.secondLookDemo) process.stdout.write(`${holder.secondLookDemo.join('\n')}\n`);
  if (!firstAdmin?.randomPassword) return;
  process.stdout.write(
    `\nThe first admin is ${firstAdmin.email} with the password ${firstAdmin.randomPassword}\nIt is shown only once. Keep it.\n\n`,
  );
}

/** Returns the lines that a terminal shows once the server listens. */
export function summaryOf(
  settings: Settings,
  firstAdmin: FirstAdmin,
  demo = holder.secondLookDemo,
): string[] {
  const { PUBLIC_URL, SMTP_URL, DATA_DIR, BACKUP_EVERY } = settings;
  const lines = [`SecondLook is running: ${PUBLIC_URL}`, ''];
  if (demo) lines.push(...demo, '');
  if (firstAdmin) lines.push(...logInLines(firstAdmin), '');
  if (!SMTP_URL)
    lines.push(`E-mails are not sent (SMTP_URL is not set). They are kept in ${mailFolder(DATA_DIR)}`);
  if (!demo && !BACKUP_EVERY)
    lines.push(`To try it with invented people, stop it and run: ${startLine('--demo')}`);
  return [...lines, 'To stop: Ctrl+C'];
}

const logInLines = ({ email, randomPassword }: NonNullable<FirstAdmin>) => [
  `  Log in as    ${email}`,
  `  Password     ${randomPassword ? `${randomPassword}   (shown only once: keep it)` : 'the one in ADMIN_PASSWORD'}`,
];

/**
 * Prints a text in place of the line of `remix-serve`, or at the end of a process that never
 * listens: the text may have the only copy of a password.
 */
function printWhenListening(text: string) {
  const { log } = console;
  const print = () => {
    console.log = log;
    process.off('exit', print);
    process.stdout.write(text);
  };
  console.log = (...words: unknown[]) => {
    if (String(words[0]).startsWith('[remix-serve] ')) print();
    else log(...words);
  };
  process.once('exit', print);
}
