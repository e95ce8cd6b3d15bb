import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openStores } from '~/ops/start.server';
import { closeDatabase } from '~/platform/db/db.server';
import { closeLimits, openLimits } from '~/platform/limits/limits.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { projectRoot } from '~/platform/project-root.server';
import { readSettings, setSettings } from '~/platform/settings/env.server';
import { decoder } from '~/platform/storage/current-storage.server';
import { origin } from './clinic';

/** Where the databases and files of releases are stored; none of them is ever changed. */
export const releasesFolder = join(projectRoot(), 'tests', 'fixtures', 'releases');

/** Somebody who can log in. */
type Known = { id: string; email: string; password: string; accountType: string; totpSecret?: string };

/** What the one who filled a stored clinic says is in it: `expected.json` beside it. */
export type Expected = {
  about: string;
  lastMigration: string;
  /** When the clinic was left. */
  leftAt: string;
  /** How many rows each table has. */
  rows: Record<string, number>;
  audit: { lines: number; end: string };
  lists: {
    pending: number;
    pendingByType: Record<string, number>;
    reviewed: number;
    reviewedByType: Record<string, number>;
    /** By the first name of an expert. */
    reviewedByExpert: Record<string, number>;
    /** By the first name of a patient, who sees withdrawn reports too. */
    reportsOfPatient: Record<string, number>;
    /** The first names of experts, by standing. */
    experts: Record<'pending' | 'approved' | 'suspended' | 'rejected', string[]>;
    /** By state. */
    messages: Record<'open' | 'closed', number>;
    emailsGivenUp: number;
  };
  /** By first name; the admin as `admin`. */
  people: Record<string, Known>;
  /** Good once each, beside the password of whoever has two-step login. */
  recoveryCodes: string[];
  /** A review and its translation, by the first names of who wrote them and whom it is for. */
  review: {
    reportId: string;
    patient: string;
    expert: string;
    text: string;
    translation: { language: string; text: string; expert: string };
    description: string;
  };
  profile: { of: string; contactNumber: string; dateOfBirth: string };
  /** Every sealed file by its name: how long its content is, and the SHA-256 of that. */
  files: Record<string, { bytes: number; sha256: string }>;
  /** A report whose file can be opened, and who may. */
  open: { reportId: string; by: string; sha256: string };
};

/** The keys that a stored clinic was filled under. No other clinic uses them. */
export type Keys = { FILE_KEY: string; SESSION_SECRET: string };

const read = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content;

/** The names of all releases of which a clinic is stored. */
export const releases = () => readdirSync(releasesFolder).sort();

/** What a release's clinic is said to hold. */
export const expectedOf = (name: string) => read<Expected>(join(releasesFolder, name, 'expected.json'));

/** Copies the clinic of a release to a temporary folder, as a machine has it before an upgrade. */
export function copyOf(name: string) {
  const stored = join(releasesFolder, name);
  const folder = mkdtempSync(join(tmpdir(), `release-${name}-`));
  const [path, uploads] = [join(folder, 'data', 'app.db'), join(folder, 'uploads')];
  mkdirSync(join(folder, 'data'));
  writeFileSync(path, gunzipSync(readFileSync(join(stored, 'app.db.gz'))));
  cpSync(join(stored, 'uploads'), uploads, { recursive: true });
  const keys = read<Keys>(join(stored, 'keys.json'));
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
