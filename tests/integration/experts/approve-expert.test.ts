import { beforeAll, describe, expect, test } from 'vitest';
import * as approveExpertPage from '~/routes/dashboard/admin/approve-expert';
import * as pendingExpertPage from '~/routes/dashboard/admin/pending-expert';
import { credentialFields, rowOf, saveCredentials } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { getPage } from '../../support/requests';
import { approve, approveOnPage, judgeByApi } from '../../support/visits';

let admin: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  admin = await an.admin();
});

const list = '/dashboard/pending-expert';
const { registrationNumber = '' } = credentialFields();
const isApproved = async ({ id }: Somebody) => (await rowOf(id))?.approved;
const ask = (expertId: string, { cookie }: Somebody = admin) =>
  getPage(approveExpertPage, { path: `/dashboard/approve-expert/${expertId}`, params: { expertId }, cookie });

async function aDoctorWithNumber() {
  const doctor = await an.unapprovedExpert();
  await saveCredentials(doctor);
  return doctor;
}

describe('approving a doctor on the page', () => {
  test('asks first, with the number and the council, and approves nothing by itself', async () => {
    const doctor = await aDoctorWithNumber();
    const { status, data } = await ask(doctor.id);
    expect(status).toBe(200);
    expect(data).toMatchObject({ data: { _id: doctor.id, credentials: credentialFields() } });
    expect(await isApproved(doctor)).toBe(false);
    expect(pendingExpertPage, 'the list accepts no form').not.toHaveProperty('action');
  });

  test.each<[string, Record<string, string>]>([
    ['without a word', {}],
    ['with an empty box', { isChecked: '' }],
    ['with a box that says no', { isChecked: 'false' }],
    ['with a box that says something else', { isChecked: 'yes' }],
  ])('is refused %s, and the doctor keeps waiting', async (_what, fields) => {
    for (const doctor of [await aDoctorWithNumber(), await an.unapprovedExpert()]) {
      const answer = await approveOnPage(admin, doctor.id, {
        shownNumber: registrationNumber,
        registrationNumber,
        method: 'register',
        ...fields,
      });
      expect([answer.status, answer.location]).toEqual([400, null]);
      expect(answer.fieldErrors).toHaveProperty('isChecked');
      expect([await isApproved(doctor), await clinic.emails(doctor.email)]).toEqual([false, []]);
    }
  });

  test('needs the confirmation of a check, with a number or without one', async () => {
    const [numbered, without] = [await aDoctorWithNumber(), await an.unapprovedExpert()];
    for (const [doctor, shownNumber] of [
      [numbered, registrationNumber],
      [without, ''],
    ] as const) {
      const answer = await approveOnPage(admin, doctor.id, {
        shownNumber,
        registrationNumber: shownNumber,
        isChecked: 'on',
        ...(shownNumber === '' ? { reason: 'I saw the certificate' } : { method: 'register' }),
      });
      expect([answer.location, answer.toast?.message]).toEqual([list, 'Expert Approved!']);
      expect(await isApproved(doctor)).toBe(true);
      expect(await clinic.emails(doctor.email)).toHaveLength(1);
    }
  });

  test.each<[string, string, string]>([
    ['changed', registrationNumber, 'KMC/1999/00001'],
    ['given', '', registrationNumber],
  ])('is refused if the number was %s after it was shown', async (_what, shownNumber, now) => {
    const doctor = await an.unapprovedExpert();
    await saveCredentials(doctor, credentialFields({ registrationNumber: now }));
    const answer = await approveOnPage(admin, doctor.id, {
      shownNumber,
      registrationNumber: shownNumber,
      method: 'register',
      isChecked: 'on',
      reason: 'I saw the certificate',
    });
    expect([answer.location, answer.toast]).toEqual([
      list,
      {
        type: 'error',
        message: 'The registration number has changed since you looked. Please check it again.',
      },
    ]);
    expect(answer.more).toBe('Approval failed');
    expect([await isApproved(doctor), await clinic.emails(doctor.email)]).toEqual([false, []]);
  });

  test('asks for a reason without a number, which only admins read, and warns a call without one', async () => {
    const [onPage, byCall, numbered] = [
      await an.unapprovedExpert(),
      await an.unapprovedExpert(),
      await aDoctorWithNumber(),
    ];
    const refused = await approveOnPage(admin, onPage.id, { registrationNumber: '', isChecked: 'on' });
    expect([refused.status, refused.fieldErrors]).toEqual([400, { reason: 'Please give a reason' }]);
    await approveOnPage(admin, onPage.id);
    expect((await rowOf(onPage.id))?.standingReason).toBe('I saw the certificate');
    const warned = await approve(admin, byCall.id);
    expect([warned.status, warned.json.warnings]).toEqual([
      200,
      [{ code: 'registration_missing', message: expect.stringContaining('without a registration number') }],
    ]);
    expect((await approve(admin, numbered.id)).json.warnings).toEqual([
      { code: 'registration_unchecked', message: expect.stringContaining('nobody said how') },
    ]);
  });

  test('says that it is already done when sent twice', async () => {
    const doctor = await an.unapprovedExpert();
    await approveOnPage(admin, doctor.id);
    const again = await approveOnPage(admin, doctor.id);
    expect([again.location, again.toast]).toEqual([
      list,
      { type: 'error', message: 'This expert is already approved' },
    ]);
    expect(await clinic.emails(doctor.email)).toHaveLength(1);
  });

  test('is no longer offered once another admin has decided', async () => {
    const [approved, rejected] = [await an.unapprovedExpert(), await an.unapprovedExpert()];
    await approve(await an.admin(), approved.id);
    await judgeByApi(admin, 'reject', rejected.id);
    for (const [{ id }, message] of [
      [approved, 'This expert is already approved'],
      [rejected, 'This expert is suspended or rejected. Restore them first.'],
    ] as const) {
      const answer = await ask(id);
      expect([answer.location, answer.toast]).toEqual([list, { type: 'error', message }]);
    }
    expect((await ask((await a.patient()).id)).status, 'a patient is no expert').toBe(404);
  });

  test('remains a single call in the API', async () => {
    const doctor = await aDoctorWithNumber();
    expect((await approve(admin, doctor.id)).status).toBe(200);
    expect(await isApproved(doctor)).toBe(true);
  });
});
