import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundled } from '../../support/bundled.ts';
import { aPatient, aReport, call, logInMember, type Member } from './people.ts';
import { answer, ask, claimFor } from './questions.ts';
import { type Server, startServer } from './server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const roles = ['signed-out', 'patient', 'new-patient', 'unapproved', 'expert', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * The demo clinic of `scripts/seed.ts` on a running server, with one person of each role and one who
 * has just signed up.
 */
export interface Demo {
  server: Server;
  people: Record<Exclude<Role, 'signed-out'>, Pick<Member, 'id' | 'email' | 'password'>>;
  /** A pending report of the patient, and one with several pages that the expert may review. */
  waiting: { ownId: string; othersId: string };
  /** Reports of the patient that the expert has claimed, has asked about, and has put on hold. */
  desk: { claimedId: string; questionedId: string; heldId: string };
}

/**
 * Fills a clinic in a new folder and starts a server on it; `stop` ends the server and removes the
 * folder.
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

/** Settings with which every part of the public pages is shown. */
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
 * Fills the demo clinic.
 *
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
      logInMember(server, { ...nobody, email: `${name}@demo.example`, password }),
    ),
  );
  if (!patient || !unapproved || !expert || !admin) throw new Error('The demo clinic has no such people.');
  const { data } = await call(server, 'GET', 'report/get-pending-reports?limit=100', undefined, expert.token);
  const pending = data as { _id: string; reportType: string; patient: { _id: string } }[];
  const ownReport = pending.find((report) => report.patient._id === patient.id);
  const othersReport = pending.find((report) => report.reportType === 'Blood Test');
  if (!ownReport || !othersReport) throw new Error('The demo clinic has no such reports.');
  return {
    people: { patient, unapproved, expert, admin, 'new-patient': await aPatient(server) },
    waiting: { ownId: ownReport._id, othersId: othersReport._id },
    desk: await whatIsAsked(server, { ...patient, phone: '9876543210' }, expert),
  };
}

async function whatIsAsked(server: Server, patient: Member, expert: Member): Promise<Demo['desk']> {
  const send = async () => (await aReport(server, patient, 'rash.png', { relation: 'self' }))._id;
  const [readId, questionId, heldId] = [await send(), await send(), await send()];
  const text = 'The lower half is in the shade. Please put the paper on a table and hold the phone still.';
  await ask(server, expert, questionId, { kind: 'unreadable', pages: [1], text });
  await ask(server, expert, heldId, { kind: 'otherPerson' });
  await answer(server, patient, heldId, ['rash.png'], 'It is mine, my name was written wrongly');
  await claimFor(server, expert, readId);
  return { claimedId: readId, questionedId: questionId, heldId: heldId };
}

const nobody = { accountType: 'Patient', firstName: '', lastName: '', phone: '' } as const;
