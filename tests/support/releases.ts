import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores } from '~/ops/start.server';
import { closeDatabase } from '~/platform/db/db.server';
import { closeLimits, openLimits } from '~/platform/limits/limits.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { projectRoot } from '~/platform/project-root.server';
import { readSettings, setSettings } from '~/platform/settings/env.server';
import { decoder } from '~/platform/storage/current-storage.server';
import { origin } from './clinic';

/** The folder of the archives of stored clinics, which never change. */
export const releasesFolder = join(projectRoot(), 'tests', 'fixtures', 'releases');

/** An account with its credentials. */
type Known = { id: string; email: string; password: string; accountType: string; totpSecret?: string };

/** The recorded content of a stored clinic: `expected.json` of its archive. */
export type Expected = {
  about: string;
  lastMigration: string;
  /** The time when the clinic was stored. */
  leftAt: string;
  /** The number of rows of each table. */
  rows: Record<string, number>;
  audit: { lines: number; end: string };
  lists: {
    pending: number;
    pendingByType: Record<string, number>;
    reviewed: number;
    reviewedByType: Record<string, number>;
    /** By the first name of an expert. */
    reviewedByExpert: Record<string, number>;
    /** By the first name of a patient; withdrawn reports count too. */
    reportsOfPatient: Record<string, number>;
    /** The first names of experts, by standing. */
    experts: Record<'pending' | 'approved' | 'suspended' | 'rejected', string[]>;
    /** By state. */
    messages: Record<'open' | 'closed', number>;
    emailsGivenUp: number;
  };
  /** By first name; the admin as `admin`. */
  people: Record<string, Known>;
  /** Each is valid once, beside the password of a person with two-step login. */
  recoveryCodes: string[];
  /** A review and its translation, by the first names of their authors and the patient. */
  review: {
    reportId: string;
    patient: string;
    expert: string;
    text: string;
    translation: { language: string; text: string; expert: string };
    description: string;
  };
  profile: { of: string; contactNumber: string; dateOfBirth: string };
  /** Every encrypted file by its name: the length of its content, and the SHA-256 of that. */
  files: Record<string, { bytes: number; sha256: string }>;
  /** A report whose file can be opened, and the person who may open it. */
  open: { reportId: string; by: string; sha256: string };
};

/** The keys of a stored clinic, which no other clinic uses. */
export type Keys = { FILE_KEY: string; SESSION_SECRET: string };

const extension = '.tar.gz';

/** Lists the releases with a stored clinic. */
export const releases = () =>
  readdirSync(releasesFolder)
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .sort();

/** Returns the path of the archive of a release's clinic. */
export const archiveOf = (name: string, folder = releasesFolder) => join(folder, `${name}${extension}`);

/** Reads the recorded content of a release's clinic. */
export function expectedOf(name: string, folder?: string): Expected {
  const words = ['-xzOf', archiveOf(name, folder), './expected.json'];
  return JSON.parse(execFileSync('tar', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
}

/** Unpacks a release's clinic to a temporary folder, as on a machine before an upgrade. */
export function copyOf(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `release-${name}-`));
  execFileSync('tar', ['-xzf', archiveOf(name), '-C', folder]);
  const [path, uploads] = [join(folder, 'data', 'app.db'), join(folder, 'uploads')];
  mkdirSync(join(folder, 'data'));
  renameSync(join(folder, 'app.db'), path);
  const keys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as Keys;
  return { path, uploads, keys, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type Copy = Pick<ReturnType<typeof copyOf>, 'path' | 'uploads' | 'keys'>;

/** Opens a clinic with this version of the product, as a start does. */
export async function openCopy({ path, uploads, keys }: Copy) {
  const settings = readSettings({
    ...keys,
    PUBLIC_URL: origin,
    DATABASE_URL: `file:${path}`,
    DATA_DIR: join(path, '..'),
    UPLOADS_DIR: uploads,
    LIMIT_SCALE: '1000',
    MIN_FREE_DISK_MB: '0',
  });
  setSettings(settings);
  setLogLevel('silent');
  await openStores(settings);
  await openLimits({ path: ':memory:', scale: settings.LIMIT_SCALE });
}

/** Closes what `openCopy` has opened. */
export async function closeCopy() {
  await decoder().close();
  closeLimits();
  await closeDatabase();
}
