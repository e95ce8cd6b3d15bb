import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { times } from './scale.ts';

/** How long a slow mail server takes over an e-mail. */
export const slowSeconds = times(5, 3);

/**
 * How a mail server treats an e-mail: takes it; takes it after some seconds; says "later" (451) or
 * "no" (550) to it; breaks the connection in the middle of it; takes it and never says so.
 */
export type Manner = 'takes' | 'slow' | 'later' | 'refusals' | 'breaks' | 'silent';

/**
 * A mail server that can be opened, closed and made to misbehave. What it takes is kept as `.eml`
 * files in `folder`, where one is named.
 */
export function postOffice(port: number, folder?: string) {
  let server: SMTPServer | undefined;
  let manner: Manner = 'takes';
  let requested = 0;
  const taken: string[] = [];
  const idIn = (text: string) => /^Message-ID:\s*<([^@>]+)@/im.exec(text)?.[1] ?? 'without an id';
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The ids of the e-mails that were taken, in order. */
    taken,
    /** How many e-mails it was offered. */
    requested: () => requested,
    behave: (next: Manner) => {
      manner = next;
    },
    open() {
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['AUTH', 'STARTTLS'],
        closeTimeout: 100,
        onData(stream, session, done) {
          let text = '';
          const now = manner;
          requested += 1;
          stream.setEncoding('utf8');
          stream.on('data', (piece: string) => {
            text += piece;
            if (now === 'breaks') (stream as unknown as { destroy(): void }).destroy();
          });
          if (now === 'breaks') {
            // The connection itself, as when its machine goes down.
            const { connections } = server as unknown as {
              connections: Set<{ id: string; _socket: { destroy(): void } }>;
            };
            for (const connection of connections)
              if (connection.id === session.id) connection._socket.destroy();
            return;
          }
          stream.on('end', async () => {
            if (now === 'later') return done(Object.assign(new Error('come again'), { responseCode: 451 }));
            if (now === 'refusals') return done(Object.assign(new Error('not here'), { responseCode: 550 }));
            if (now === 'slow') await sleep(slowSeconds * 1000);
            taken.push(idIn(text));
            if (folder) await writeFile(join(folder, `${taken.length}.eml`), text);
            if (now !== 'silent') done();
          });
        },
      });
      // A connection that is broken on purpose is no error of the test.
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
