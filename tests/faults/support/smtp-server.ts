import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { roundCount } from './scale.ts';

/** Seconds a slow mail server takes for an e-mail. */
export const slowSeconds = roundCount(5, 3);

/**
 * The way a mail server treats an e-mail: accepts it at once or after some seconds, answers 451
 * ("later") or 550 ("no"), breaks the connection in the middle, or accepts it without an answer.
 */
export type MailServerBehaviour = 'takes' | 'slow' | 'later' | 'refusals' | 'breaks' | 'silent';

/**
 * Creates a mail server that can be opened, closed and made to misbehave. Keeps the accepted
 * e-mails as `.eml` files in `folder`, if set.
 */
export function createMailServer(port: number, folder?: string) {
  let server: SMTPServer | undefined;
  let manner: MailServerBehaviour = 'takes';
  let requested = 0;
  const takenIds: string[] = [];
  const idIn = (text: string) => /^Message-ID:\s*<([^@>]+)@/im.exec(text)?.[1] ?? 'without an id';
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The IDs of the accepted e-mails, in order. */
    acceptedIds: takenIds,
    /** Number of e-mails it was offered. */
    requested: () => requested,
    behave: (next: MailServerBehaviour) => {
      manner = next;
    },
    open() {
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['AUTH', 'STARTTLS'],
        closeTimeout: 100,
        onData(stream, session, callback) {
          let text = '';
          const now = manner;
          requested += 1;
          stream.setEncoding('utf8');
          stream.on('data', (piece: string) => {
            text += piece;
            if (now === 'breaks') (stream as unknown as { destroy(): void }).destroy();
          });
          if (now === 'breaks') {
            // Destroys the connections, as when the machine goes down.
            const { connections } = server as unknown as {
              connections: Set<{ id: string; _socket: { destroy(): void } }>;
            };
            for (const connection of connections)
              if (connection.id === session.id) connection._socket.destroy();
            return;
          }
          stream.on('end', async () => {
            if (now === 'later')
              return callback(Object.assign(new Error('come again'), { responseCode: 451 }));
            if (now === 'refusals')
              return callback(Object.assign(new Error('not here'), { responseCode: 550 }));
            if (now === 'slow') await sleep(slowSeconds * 1000);
            takenIds.push(idIn(text));
            if (folder) await writeFile(join(folder, `${takenIds.length}.eml`), text);
            if (now !== 'silent') callback();
          });
        },
      });
      // Connections are broken on purpose, so their errors do not fail the test.
      server.on('error', () => undefined);
      return new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', () => resolve()));
    },
    close() {
      const old = server;
      server = undefined;
      return new Promise<void>((resolve) => (old ? old.close(() => resolve()) : resolve()));
    },
  };
}
