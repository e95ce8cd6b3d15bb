import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundled } from '../../support/bundled.ts';
import { aPatient, aReport, call, loggedIn, type Member } from './people.ts';
import { answer, ask, claimFor } from './questions.ts';
import { type Server, startServer } from './server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const roles = ['signed-out', 'patient', 'new-patient', 'unapproved', 'expert', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * The demo clinic of `npm run seed`, served, with one person of each role and somebody who has just
 * signed up.
 */
export interface Demo {
  server: Server;
  people: Record<Exclude<Role, 'signed-out'>, Pick<Member, 'id' | 'email' | 'password'>>;
  /** A report of the patient that waits, and one with several pages that the expert may review. */
  waiting: { own: string; ofOthers: string };
  /** Reports of the patient that the expert reads, has asked about, and has closed to others. */
  desk: { read: string; question: string; held: string };
}

/**
 * Fills a clinic in a folder of its own and starts a server on it; `stop` ends the server and
 * removes the folder.
 */
export async function openDemo(): Promise<Demo & { stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: `file:${join(folder, 'app.db')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
  };
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  try {
    const password = await seed(settings);
    const server = await startServer({ ...settings, ...clinicFacts });
    const stop = async () => {
      await server.stop();
      await remove();
    };
    return { server, ...(await whoAndWhat(server, password)), stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What a clinic says of itself, so that every part of the public pages is there. */
const clinicFacts = {
  SUPPORT_EMAIL: 'desk@secondlook.example',
  HELPLINE: '+91 11 4000 0000',
  OFFICE_ADDRESS: '12 River Road\nNagpur 440001',
  OUTREACH_ADDRESS: 'Old School, Village Square\nWardha 442001',
  SOCIAL_PHOTOS: 'https://photos.example/secondlook',
  SOCIAL_NETWORK: 'https://network.example/secondlook',
  SOCIAL_MICROBLOG: 'https://microblog.example/secondlook',
  SOCIAL_VIDEO: 'https://video.example/secondlook',
};

/**
 * @returns the password of everybody in it.
 */
async function seed(settings: Record<string, string>) {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: 'production', MIN_FREE_DISK_MB: '0', ...settings } as const;
  const program = await bundled('scripts/seed.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    cwd: root,
    env,
  });
  return /^The password of each is (\S+)$/m.exec(stdout)?.[1] ?? '';
}

async function whoAndWhat(server: Server, password: string): Promise<Omit<Demo, 'server'>> {
  const [patient, unapproved, expert, admin] = await Promise.all(
    ['asha.verma', 'dev.kapoor', 'meera.nair', 'lakshmi.rao'].map((name) =>
      loggedIn(server, { ...nobody, email: `${name}@demo.example`, password }),
    ),
  );
  if (!patient || !unapproved || !expert || !admin) throw new Error('The demo clinic has no such people.');
  const { data } = await call(server, 'GET', 'report/get-pending-reports?limit=100', undefined, expert.token);
  const pending = data as { _id: string; reportType: string; patient: { _id: string } }[];
  const own = pending.find((report) => report.patient._id === patient.id);
  const ofOthers = pending.find((report) => report.reportType === 'Blood Test');
  if (!own || !ofOthers) throw new Error('The demo clinic has no such reports.');
  return {
    people: { patient, unapproved, expert, admin, 'new-patient': await aPatient(server) },
    waiting: { own: own._id, ofOthers: ofOthers._id },
    desk: await whatIsAsked(server, { ...patient, phone: '9876543210' }, expert),
  };
}

async function whatIsAsked(server: Server, patient: Member, expert: Member): Promise<Demo['desk']> {
  const send = async () => (await aReport(server, patient, 'rash.png'))._id;
  const [read, question, held] = [await send(), await send(), await send()];
  const text = 'The lower half is in the shade. Please put the paper on a table and hold the phone still.';
  await ask(server, expert, question, { kind: 'unreadable', pages: [1], text });
  await ask(server, expert, held, { kind: 'otherPerson' });
  await answer(server, patient, held, ['rash.png'], 'It is mine, my name was written wrongly');
  await claimFor(server, expert, read);
  return { read, question, held };
}

const nobody = { accountType: 'Patient', firstName: '', lastName: '', phone: '' } as const;
