import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '~/platform/settings/env.server';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import { isOfGuests, operationAt } from '../../support/page-forms.ts';
import { isOnPostgres, openBeside, rowsOf } from '../../support/test-database.ts';
import { isOnStore, namesIn, sealedBytes } from '../../support/test-storage.ts';
import { moduleAt } from '../../support/url-map.ts';
import { openMailbox } from './mailbox.ts';
import { file, form, openService, type Person } from './service.ts';

export const roles = [
  'signed out',
  'patient',
  'other',
  'suspended',
  'unapproved',
  'expert',
  'admin',
] as const;
export type Role = (typeof roles)[number];

export type CallOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

import type { AnyOperation } from '../../../app/domain/kernel/operation';

export type Answer = { status: number; headers: IncomingHttpHeaders; names: string[]; text: string };

/** Encodes a form like a browser. */
export const formBody = (fields: Record<string, string>) => ({
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: String(new URLSearchParams(fields)),
});

/** The URL of the data of every page's frame. */
const frameData = '/_root.data?_routes=root';

/**
 * Reads the token of an operation's form from the data of the frame; by default that of a guest.
 */
function tokenIn(data: string, operation?: AnyOperation): string {
  const id = /"id","([0-9a-z]{26})"/.exec(data)?.[1];
  const mac = /"formMac","([\w-]{22})"/.exec(data)?.[1];
  return id && mac && operation && !isOfGuests(operation) ? `${id}.${mac}.${operation.name}` : 'nobody';
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * Opens a clinic on the built server with an account of every kind. The patient's secrets occur
 * nowhere else, so that tests can look for them in other accounts' answers.
 *
 * @param overrides settings of the product or of its runtime.
 */
export async function openWorld(overrides: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'world-'));
  const mailbox = await openMailbox(join(dataDir, 'mail'));
  const service = await openService({
    SMTP_URL: mailbox.url,
    DATA_DIR: dataDir,
    LIMIT_SCALE: '1000',
    UNDO_SECONDS: '0',
    SUPPORT_EMAIL: 'support@clinic.test',
    ...overrides,
  });
  const server = service.ownServer;
  if (!server) throw new Error('Files can be inspected only if the tests started the server themselves');
  const agent = new Agent({ keepAlive: true });

  /** Sends exactly the given request: follows no redirect and adds no header. */
  function ask(path: string, options: CallOptions = {}): Promise<Answer> {
    const { method = 'GET', headers = {}, body } = options;
    const { hostname, port } = new URL(service.url);
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const clientRequest = request(
        { hostname, port, path, method, agent, headers: { ...length, ...headers } },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              names: response.rawHeaders.filter((_text, at) => at % 2 === 0),
              text: Buffer.concat(pieces).toString('utf8'),
            }),
          );
        },
      );
      clientRequest.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection just as it was used again.
        if (clientRequest.reusedSocket && error.code === 'ECONNRESET') resolve(ask(path, options));
        else reject(error);
      });
      clientRequest.end(body);
    });
  }

  const frames = new Map<string, Promise<Answer>>();

  /**
   * Builds a form as the pages draw it for the visitor of the headers, with its token before its
   * fields.
   */
  async function drawForm(path: string, fields: Record<string, string>, headers: Record<string, string>) {
    const cookie = headers.Cookie ?? '';
    const frame = frames.get(cookie) ?? ask(frameData, { headers: { Cookie: cookie } });
    frames.set(cookie, frame);
    const { action } = await moduleAt(path.replace(/\.data(?=$|\?)/, ''));
    const formToken = tokenIn((await frame).text, operationAt(action, path));
    const form = formBody({ formToken, ...fields });
    return { ...form, headers: { ...form.headers, ...headers } };
  }

  async function cookieOf({ email, password }: Pick<Person, 'email' | 'password'>) {
    const { headers, status } = await ask('/login', { method: 'POST', ...formBody({ email, password }) });
    const session = headers['set-cookie']?.find((cookie) => cookie.startsWith('session='));
    if (!session) throw new Error(`The log-in page answered ${status}`);
    return session.split(';')[0] ?? '';
  }

  const [patient, otherPatient, suspended, unapproved, expert, admin, applicant] = await Promise.all([
    service.join('Patient', 'Kanaka'),
    service.join('Patient', 'Ravi'),
    service.doctor(),
    service.join('Expert', 'Dev'),
    service.doctor(),
    service.theAdmin(),
    service.join('Expert', 'Nila'),
  ]);
  const secrets = {
    lastName: patient.lastName,
    email: patient.email,
    phone: patient.phone,
    description: 'canarydescription tired for three weeks',
    review: 'canaryreview drink more water',
    birthDate: '1931-02-17',
    person: 'Canaryperson',
    message: 'canarymessage please call me back',
    passwordHash: '$argon2id',
  };
  const { token } = patient;
  const profile = {
    firstName: 'Kanaka',
    lastName: patient.lastName,
    dateOfBirth: secrets.birthDate,
    gender: 'Female',
    contactNumber: patient.phone,
    about: 'canaryabout',
  };
  await service.call({ name: 'put /profile/update-profile', token, body: profile });
  const picture = form({ displayPicture: file('rash.png') });
  await service.call({ name: 'put /profile/update-display-picture', token, body: picture });
  const child = { name: `Kiran ${secrets.person}`, birthYear: 2019, sex: 'male', relation: 'child' };
  const added = await service.call({ name: 'post /profile/people', token, body: child });
  const personId: string = added.body.data._id;
  const pendingId: string = (await service.report(patient, secrets.description, { personId }))._id;
  const reviewedId: string = (await service.report(patient, `${secrets.description} once more`))._id;
  await service.call({
    name: 'post /report/add-review/{reportId}',
    token: expert.token,
    path: { reportId: reviewedId },
    body: { review: secrets.review },
  });
  const sessions = await service.call({ name: 'get /auth/sessions', token });
  const sessionId: string = sessions.body.data[0]._id;
  const message = { name: 'Kanaka', email: patient.email, message: secrets.message };
  await ask('/contact-us', { method: 'POST', ...formBody(message) });

  const people = { patient, other: otherPatient, suspended, unapproved, expert, admin };
  const cookies = { 'signed out': '' } as Record<Role, string>;
  for (const [role, person] of Object.entries(people)) cookies[role as Role] = await cookieOf(person);
  const database = openBeside(server.databaseUrl);
  const objects = await openObjects(readSettings({ UPLOADS_DIR: server.uploadsDir, ...server.storage }));
  await database.rows(`update users set suspended_at = ${Date.now()} where id = '${suspended.id}'`);

  return {
    service,
    server,
    ask,
    ...people,
    people,
    secrets,
    pendingId,
    reviewedId,
    /** A person that the patient sends reports for. */
    personId,
    /** A session of the patient. */
    sessionId,
    /** An expert who waits for approval and visits nothing. */
    applicant,
    cookies,
    cookieOf,
    drawForm: drawForm,
    /** Headers that identify a page's visitor. */
    as: (role: Role): Record<string, string> => (cookies[role] ? { Cookie: cookies[role] } : {}),
    /** Headers that identify the account of an API client. */
    bearer: (role: Role): Record<string, string> =>
      role === 'signed out' ? {} : { Authorization: `Bearer ${people[role].token}` },
    /** Every row of the medical database, without the times when accounts were last seen. */
    async rows() {
      const names = (await database.names()).map(({ name }) => String(name));
      const tables = names.map(async (name) => {
        const rows = await database.rows(`select * from "${name}"`);
        return [name, rows.map(({ seen_at: _seen, ...row }) => JSON.stringify(row)).sort()];
      });
      return Object.fromEntries(await Promise.all(tables)) as Record<string, string[]>;
    },
    /** The stored files. */
    objects,
    /** Returns the file name of a report. */
    async fileNameOf(reportId: string) {
      const [row] = await database.rows(`select file_name from reports where id = '${reportId}'`);
      return String(row?.file_name);
    },
    /**
     * Reads every byte that the server stores, by file: also every row of a database that is not a
     * file, and every object of a store as it would be on disk.
     */
    async bytes() {
      const textByPlace: Record<string, string> = isOnPostgres ? { rows: await rowsOf(database) } : {};
      for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && !path.includes('/mail/'))
          textByPlace[path] = (await readFile(path)).toString('latin1');
      }
      for (const name of isOnStore ? await namesIn(objects) : [])
        textByPlace[join(server.uploadsDir, name)] = (await sealedBytes(objects, name)).toString('latin1');
      return textByPlace;
    },
    async close() {
      agent.destroy();
      await database.close();
      await service.close();
      await mailbox.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
