import { afterAll, beforeAll } from 'vitest';
import { type Clinic, openClinic } from './clinic';

/**
 * Opens a clinic for the tests of a file or a group, and closes it after them. It is there from the
 * first hook on.
 */
export function clinicForFile(overrides: Record<string, string> = {}): Clinic {
  const clinic = {} as Clinic;
  beforeAll(async () => {
    Object.assign(clinic, await openClinic(overrides));
  });
  afterAll(() => clinic.close());
  return clinic;
}
