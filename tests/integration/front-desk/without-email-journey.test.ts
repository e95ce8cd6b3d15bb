import { expect, test } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import { a, an } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  firstLogIn,
  identityOf,
  issueReportSlipBy,
  issueSlipBy,
  openReportSlip,
  slipFrom,
} from '../../support/desk';
import { aReportOf, correctReportOf, type Report, sendReview } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { logInByApi, statusOfToken } from '../../support/visits';

const clinic = clinicForFile();

test('a patient without e-mail sends, is told, reads, loses the slip, and reads again, which the audit log tells without a secret', async () => {
  const [clerk, expert] = [await a.clerk(), await an.expert()];
  const slip = await slipFrom(clerk);
  const { token } = await firstLogIn(slip);
  const owner = { id: slip.userId, token, firstName: 'Lakshmi', lastName: 'Devi', email: '', cookie: '' };
  const { _id: reportId } = await aReportOf(owner, { description: 'Zebra stripes' });
  await sendReview({ reportId, token: expert.token, review: 'Drink more water' });

  type Row = { reportId: string; kind: string; subject: string };
  const listToTell = async () =>
    (await callApi(apiRoute('account/to-tell'), { token: clerk.token })).json.data as Row[];
  const [row] = await listToTell();
  expect(row).toMatchObject({ reportId, kind: 'answer', firstName: 'Lakshmi', toldAt: null });
  const told = { reportId, kind: row?.kind, subject: row?.subject, toldAt: null, outcome: 'told' };
  await callApi(apiRoute('account/told'), { method: 'POST', token: clerk.token, body: told });
  expect(await listToTell()).toEqual([]);

  const reviewOf = async (ownToken: string) => {
    const read = { token: ownToken, params: { patientId: owner.id } };
    const { json } = await callApi(apiRoute('report/get-report-by-patientId'), read);
    return (json.data as Report[]).map(({ review }) => review);
  };
  expect(await reviewOf(token)).toEqual(['Drink more water']);
  const seen = { method: 'POST', token, params: { reportId } };
  expect((await callApi(apiRoute('report/review-seen'), seen)).status).toBe(200);

  const { _id: correctedId } = await aReportOf(owner, { file: 'rash.png' });
  const corrected = await correctReportOf(owner, correctedId, { personId: 'none', consent: 'true' });
  expect(corrected.status).toBe(200);
  // The clerk has seen her phone number in the list of people to tell.
  expect((await issueReportSlipBy(clerk, { userId: owner.id, reportId })).json.code).toBe(
    'second_proof_needed',
  );
  const password = 'two tall trees stand';
  const issued = await issueReportSlipBy(clerk, { userId: owner.id, reportId, password });
  const opening = String((issued.json.data as { slipUrl: string }).slipUrl.split('/').at(-1));
  expect((await openReportSlip(opening, 1962)).json.data).toMatchObject({
    review: { text: 'Drink more water' },
  });

  const { json } = await issueSlipBy(clerk, identityOf(owner.id, { reason: 'phoneLost', password }));
  const newSlip = json.data as { clinicNumber: string; password: string };
  expect(await statusOfToken(token, owner.id)).toBe(401);
  expect((await logInByApi(slip.clinicNumber, 'two tall trees stand')).status).toBe(401);
  const { chosen, token: newToken } = await firstLogIn(newSlip, 'three quiet rivers run');
  expect(chosen.status).toBe(200);
  expect(await reviewOf(newToken)).toContain('Drink more water');

  const entries = JSON.stringify(await db().select().from(audit));
  expect(entries).toContain('reportSlip.opened');
  const secrets = [opening, slip.password, newSlip.password, slip.clinicNumber, token, newToken];
  for (const hidden of [...secrets, 'Blood', 'Zebra', 'Drink', 'Lakshmi', 'Devi', '98123', '1962'])
    expect(entries, hidden).not.toContain(hidden);
  expect((await clinic.emails()).filter(({ to }) => to.address.endsWith('.invalid'))).toEqual([]);
});
