import { openBeside } from '../../support/test-database.ts';
import { call, fixtureBytes, type Member } from './people.ts';
import type { Server } from './server.ts';

/** Claims a report for a doctor for half an hour, in the database. */
export async function claimFor(server: Server, { id }: Member, reportId: string) {
  const database = openBeside(server.databaseUrl);
  const now = Date.now();
  await database.rows(
    `update reports set claimed_by = '${id}', claimed_at = ${now}, claimed_until = ${now + 1_800_000} where id = '${reportId}'`,
  );
  await database.close();
}

/** Asks the patient of a report through the API. */
export async function ask(server: Server, doctor: Member, reportId: string, body: object) {
  await claimFor(server, doctor, reportId);
  await call(server, 'POST', `report/ask/${reportId}`, body, doctor.token);
}

/** Answers through the API, with files of `tests/fixtures`. */
export async function answer(server: Server, patient: Member, reportId: string, files: string[], text = '') {
  const form = new FormData();
  form.set('answer', text);
  for (const file of files) form.append('files', new File([new Uint8Array(fixtureBytes(file))], file));
  await call(server, 'POST', `report/answer/${reportId}`, form, patient.token);
}
