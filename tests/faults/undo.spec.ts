import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { hiddenFields, logInOn, ofPage, postForm } from './servers/page-forms.ts';
import { ask, reportsOf, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { smallReport } from './support/files.ts';
import { freePort, start } from './support/server.ts';
import { createMailServer } from './support/smtp-server.ts';

const clinic = inject('clinic');
const [patient, doctor] = [clinic.patients[0] as Member, clinic.doctors[0] as Member];
/** Seconds; longer than a killed server takes to restart on a busy machine. */
const undoSeconds = 15;
let dataDir: string;
let letters: string;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
  letters = await mkdtemp(join(tmpdir(), 'letters-'));
});
afterAll(async () => {
  await remove(dataDir);
  await remove(letters);
});

async function lettersToPatient() {
  const texts = await Promise.all(
    (await readdir(letters)).map((name) => readFile(join(letters, name), 'utf8')),
  );
  return texts.filter((text) => text.includes(patient.email));
}

test('keeps a review hidden and undoable for its time when the server is killed meanwhile', async () => {
  const port = await freePort();
  const office = createMailServer(await freePort(), letters);
  await office.open();
  const settings = {
    UNDO_SECONDS: String(undoSeconds),
    SMTP_URL: office.url,
    MAIL_FROM: 'clinic@clinic.test',
  };
  let server = await start(dataDir, port, settings);
  const { url } = server;
  const cookie = await logInOn(url, doctor.email);
  const ids: string[] = [];
  for (const name of ['stays', 'undone']) {
    const content = smallReport(name, 'jpg');
    const sent = await upload(url, { token: patient.token, name: 'r.jpg', content, description: name });
    ids.push(sent.json.data._id);
  }
  const pageOf = (path: string) => ask(`${url}${path}`, { headers: ofPage(url, cookie) });
  const seen = async () =>
    Object.fromEntries(
      (await reportsOf(url, patient))
        .filter(({ _id }) => ids.includes(_id))
        .map(({ description, status, review }) => [description, `${status}: ${review}`]),
    );
  const [stays = '', undone = ''] = ids;
  for (const id of ids) {
    const path = `/dashboard/add-review/${id}`;
    const fields = hiddenFields(await pageOf(path), path);
    const answer = await postForm(url, path, { ...fields, review: `Of ${id}`, language: 'en' }, cookie);
    expect([answer.status, answer.headers.location]).toEqual([302, '/dashboard/pending-report']);
  }
  await server.kill();
  server = await start(dataDir, port, settings);
  try {
    expect(await seen()).toEqual({ stays: 'Pending: null', undone: 'Pending: null' });
    const list = await pageOf('/dashboard/pending-report');
    const forUndo = { ...hiddenFields(list, '/pending-report/undo'), reportId: undone };
    const answer = await postForm(url, '/dashboard/pending-report/undo', forUndo, cookie);
    expect(answer.headers.location).toBe(`/dashboard/add-review/${undone}`);
    const until = Date.now() + 60_000;
    while ((await lettersToPatient()).length === 0 && Date.now() < until) await sleep(200);
    expect(await seen()).toEqual({ stays: `Reviewed: Of ${stays}`, undone: 'Pending: null' });
    const draft = await ask(`${url}/api/v1/report/review-draft/${undone}`, { token: doctor.token });
    expect(draft.json.data.review).toBe(`Of ${undone}`);
    // The e-mails about both reports were due at the same moment.
    await sleep(2000);
    expect(await lettersToPatient()).toHaveLength(1);
  } finally {
    await server.kill();
    await office.close();
  }
});
