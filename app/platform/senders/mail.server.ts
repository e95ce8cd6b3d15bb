import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';

export type Email = {
  /** Stable across repeats of the same e-mail, so that a mailbox can recognise a repeat. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** The HTML version of the text. */
  html?: string;
};

export type Mail = { deliver(email: Email): Promise<void>; close(): void };

/** Returns the folder of the e-mails that are not sent. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

type Sender = { name: string; address: string };

type Options = {
  smtpUrl?: string;
  /** The sender of the next e-mail. */
  from: () => Sender;
  dataDir: string;
  print?: (text: string) => void;
};

/**
 * Opens the transport of e-mails (docs/requirements.md#running): SMTP if `smtpUrl` is set.
 * Otherwise each e-mail is printed on the terminal and saved as an `.eml` file in `<dataDir>/mail`.
 *
 * @returns `deliver`, which resolves once the e-mail is handed over and rejects if it was not.
 */
export function openMail(options: Options): Mail {
  return options.smtpUrl ? overSmtp({ ...options, smtpUrl: options.smtpUrl }) : toFolder(options);
}

const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};
// EHLO, STARTTLS, EHLO, three of AUTH, MAIL, RCPT, DATA, and the e-mail itself.
const answersOfSmtp = 10;

/** The most milliseconds until an e-mail is handed over or has failed. */
export const longestHandoverMs =
  timeouts.dnsTimeout +
  timeouts.connectionTimeout +
  timeouts.greetingTimeout +
  answersOfSmtp * timeouts.socketTimeout;

function overSmtp({ smtpUrl, from }: Options & { smtpUrl: string }): Mail {
  const transport = openTransport(smtpUrl, {
    ...timeouts,
    // Content of an e-mail is never read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(email) {
      await (await transport()).sendMail(envelope(email, from()));
    },
    close: transport.close,
  };
}

function toFolder({ from, dataDir, print = printOnTerminal }: Options): Mail {
  const folder = mailFolder(dataDir);
  const transport = openTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async deliver(email) {
      const built = await (await transport()).sendMail(envelope(email, from()));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${email.id}.eml`;
      await writeFile(join(folder, name), built.message as Buffer, { mode: 0o600 });
      print(`\nE-mail to ${email.to.address}\nSubject: ${email.subject}\n\n${email.text}\n`);
    },
    close: transport.close,
  };
}

/** Opens a transport with the first e-mail; until then the server does not load the library. */
function openTransport(...args: [address: string | object, options?: object]) {
  let opening: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport(...(args as [string, object]));
  };
  const get = () => {
    // A failed opening is tried again with the next e-mail.
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const close = () =>
    void opening?.then(
      (transport) => transport.close(),
      () => undefined,
    );
  return Object.assign(get, { close });
}

function envelope(email: Email, from: Sender) {
  const host = from.address.split('@')[1] ?? 'localhost';
  return {
    from,
    // An object, never a string: a comma in a string would address two people.
    to: email.to,
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: `<${email.id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function printOnTerminal(text: string) {
  process.stdout.write(text);
}
