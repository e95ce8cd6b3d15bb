import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openService } from '../../api/support/service.ts';

export type Member = { id: string; token: string; email: string };

/**
 * People who use a clinic, with their tokens, and the folder that knows them: every test works on a
 * copy of it.
 */
export type Clinic = { folder: string; patients: Member[]; doctors: Member[]; admin: Member };

declare module 'vitest' {
  export interface ProvidedContext {
    clinic: Clinic;
  }
}

/** Opens the clinic once for all tests. */
export default async function openClinic(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-'));
  project.provide('clinic', await foundClinic(folder));
  return () => rm(folder, { recursive: true, force: true });
}

/** Founds a clinic in a folder, by a server that has ended when this resolves. */
export async function foundClinic(folder: string, settings: Record<string, string> = {}): Promise<Clinic> {
  const service = await openService({ DATA_DIR: folder, LIMIT_SCALE: '1000', ...settings });
  const joined = async (count: number, join: () => Promise<Member>) =>
    Promise.all(Array.from({ length: count }, join)).then((people) =>
      people.map(({ id, token, email }) => ({ id, token, email })),
    );
  // So many that three hundred uploads at once are within what each may have under way.
  const patients = await joined(15, () => service.join('Patient'));
  // One after the other: for each an admin logs in, and of many log-ins of one account at once some
  // have to wait.
  const doctors: Member[] = [];
  for (let at = 0; at < 4; at += 1) doctors.push(...(await joined(1, () => service.doctor())));
  const { id, token, email } = await service.theAdmin();
  await service.close();
  await rm(join(folder, 'mail'), { recursive: true, force: true });
  return { folder, patients, doctors, admin: { id, token, email } };
}

/** A copy of the clinic's folder for one test, below `parent`. */
export async function copyOf({ folder }: Clinic, parent = tmpdir()) {
  const copy = await mkdtemp(join(parent, 'fault-'));
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** Removes a test's folder. */
export const remove = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
