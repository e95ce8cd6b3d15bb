import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openService } from '../../api/support/service.ts';
import { ask } from './calls.ts';

export type Member = { id: string; token: string; email: string; password: string };

/**
 * The people of a clinic with their tokens, and the folder of the clinic. Every test works on a
 * copy of the folder.
 */
export type Clinic = { folder: string; patients: Member[]; doctors: Member[]; admin: Member };

declare module 'vitest' {
  export interface ProvidedContext {
    clinic: Clinic;
  }
}

/** Creates the clinic once for all tests. */
export default async function openClinic(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-'));
  project.provide('clinic', await setUpClinic(folder));
  return () => rm(folder, { recursive: true, force: true });
}

/** Founds a clinic in a folder. Its server has ended when this resolves. */
export async function setUpClinic(folder: string, settings: Record<string, string> = {}): Promise<Clinic> {
  const service = await openService({ DATA_DIR: folder, LIMIT_SCALE: '1000', ...settings });
  const joined = async (count: number, join: () => Promise<Member>) =>
    Promise.all(Array.from({ length: count }, join)).then((people) =>
      people.map(({ id, token, email, password }) => ({ id, token, email, password })),
    );
  // Enough that three hundred uploads at once stay within each patient's limit.
  const patients = await joined(15, () => service.join('Patient'));
  // One at a time: an admin logs in for each, and many log-ins of one account at once are
  // throttled.
  const doctors: Member[] = [];
  for (let at = 0; at < 4; at += 1) doctors.push(...(await joined(1, () => service.doctor())));
  const { id, token, email, password } = await service.theAdmin();
  await service.close();
  await rm(join(folder, 'mail'), { recursive: true, force: true });
  return { folder, patients, doctors, admin: { id, token, email, password } };
}

/** Logs the patients of a clinic in again, as after a restore, which ends every session. */
export async function logInAgain(url: string, clinic: Clinic): Promise<Clinic> {
  const patients: Member[] = [];
  for (const patient of clinic.patients) {
    const { email, password } = patient;
    const old = await ask(`${url}/api/v1/auth/sessions`, { token: patient.token });
    if (old.status !== 401)
      throw new Error(`A session that the restore should have ended answered ${old.status}`);
    const { status, json } = await ask(`${url}/api/v1/auth/login`, {
      method: 'POST',
      body: { email, password },
    });
    if (status !== 200) throw new Error(`A log-in after the restore answered ${status}`);
    patients.push({ ...patient, token: json.token });
  }
  return { ...clinic, patients };
}

/** Copies the clinic's folder below `parent` for one test. */
export async function copyOf({ folder }: Clinic, parent = tmpdir()) {
  const copy = await mkdtemp(join(parent, 'fault-'));
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** Removes a test's folder. */
export const remove = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
