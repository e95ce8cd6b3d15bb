import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { tellOfEndingRegistrations } from '~/domain/experts/registration-job.server';
import { clinicDay } from '~/domain/kernel/days';
import { addDays } from '~/domain/report/step-check';
import { registrationChecks } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import * as doctorPage from '~/routes/dashboard/admin/doctor';
import * as homePage from '~/routes/dashboard/home';
import { credentialFields, rowOf, saveCredentials } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { approve, approveOnPage, judgeByApi } from '../../support/visits';

clinicForFile();

let admin: Somebody;
beforeEach(async () => {
  admin = await an.admin();
});

const number = 'MMC/2011/04217';
const today = () => clinicDay(Date.now());
const inDays = (days: number) => addDays(today(), days);

const call = (path: string, who: Somebody, body: Record<string, unknown>) =>
  callApi(apiRoute(`expert/${path}`), { method: 'POST', token: who.token, body });
const approveWith = (expert: Somebody, fields: Record<string, unknown>, who = admin) =>
  call('approve-expert', who, { expertId: expert.id, ...fields });
const check = (expert: Somebody, fields: Record<string, unknown>, who = admin) =>
  call('check-registration', who, { expertId: expert.id, ...fields });
const extend = (expert: Somebody, who = admin, reason = 'The renewal is on its way') =>
  call('extend-registration', who, { expertId: expert.id, reason });

const checksOf = ({ id }: Somebody) =>
  db()
    .select()
    .from(registrationChecks)
    .where(eq(registrationChecks.userId, id))
    .orderBy(asc(registrationChecks.checkedAt), asc(registrationChecks.id));
const endOf = async ({ id }: Somebody) => (await rowOf(id))?.registeredUntil;
const linesOf = async ({ id }: Somebody, action: 'registration.checked' | 'registration.extended') =>
  (await db().select().from(audit).where(eq(audit.objectId, id)).orderBy(asc(audit.id))).filter(
    (line) => line.action === action,
  );

type Entry = {
  expert: { standing: { registration: Record<string, unknown> | null } };
  checks: Record<string, unknown>[];
  events: { action: string; by: { _id: string; name: string | null } | null }[];
};
const readEntry = async (expert: Somebody, who = admin) => {
  const { json } = await callApi(apiRoute('expert/get-register'), {
    token: who.token,
    path: `/api/v1/expert/get-register/${expert.id}`,
    params: { expertId: expert.id },
  });
  return json.data as Entry;
};

async function aWaitingDoctor(fields?: Record<string, string>) {
  const doctor = await an.unapprovedExpert();
  await saveCredentials(doctor, credentialFields(fields));
  return doctor;
}

/** Posts one of the forms of the page about a doctor. */
const postDoctor = (part: string, expert: Somebody, fields: Record<string, string>, who = admin) =>
  postPage(doctorPage, {
    path: `/dashboard/doctor/${expert.id}/${part}`,
    params: { expertId: expert.id, part },
    cookie: who.cookie,
    fields,
  });

describe('approving', () => {
  test('records how a number was checked, by whom and until when it is valid', async () => {
    const doctor = await aWaitingDoctor();
    const { status, json } = await approveWith(doctor, { method: 'register', validUntil: inDays(0) });
    expect([status, json.warnings]).toEqual([200, undefined]);
    expect(await checksOf(doctor)).toMatchObject([
      {
        ...credentialFields(),
        checkedBy: admin.id,
        method: 'register',
        noNumberReason: null,
        validUntil: today(),
        extendedUntil: null,
        endToldAt: null,
      },
    ]);
    expect(await endOf(doctor)).toBe(today());
    expect(await linesOf(doctor, 'registration.checked')).toMatchObject([{ actorId: admin.id }]);
  });

  test('records nothing with the ID alone, and warns', async () => {
    const [numbered, without] = [await aWaitingDoctor(), await an.unapprovedExpert()];
    const codes = [];
    for (const doctor of [numbered, without]) {
      const { status, json } = await approve(admin, doctor.id);
      codes.push([status, (json.warnings as { code: string }[]).map(({ code }) => code)]);
      expect([await checksOf(doctor), await linesOf(doctor, 'registration.checked')]).toEqual([[], []]);
    }
    expect(codes).toEqual([
      [200, ['registration_unchecked']],
      [200, ['registration_missing']],
    ]);
  });

  test('without a number needs a reason, which is kept beside the check', async () => {
    const doctor = await an.unapprovedExpert();
    const { json } = await approveWith(doctor, { reason: 'A nurse who translates', method: 'register' });
    expect(json).not.toHaveProperty('warnings');
    expect(await checksOf(doctor)).toMatchObject([
      { registrationNumber: null, method: null, noNumberReason: 'A nurse who translates', validUntil: null },
    ]);
    expect((await rowOf(doctor.id))?.standingReason).toBe('A nurse who translates');
  });

  test('on the page asks how a number was checked, and keeps what was typed', async () => {
    const doctor = await aWaitingDoctor();
    const fields = { shownNumber: number, registrationNumber: number, isChecked: 'on' };
    const refused = await approveOnPage(admin, doctor.id, fields);
    expect([refused.status, refused.fieldErrors]).toEqual([
      400,
      { method: 'Please choose how you checked the number' },
    ]);
    const emptied = await approveOnPage(admin, doctor.id, { ...fields, registrationNumber: '', reason: 'x' });
    expect(emptied.fieldErrors).toEqual({ registrationNumber: 'Please enter your registration number' });
    const done = await approveOnPage(admin, doctor.id, { ...fields, method: 'call', validUntil: '' });
    expect(done.toast?.message).toBe('Expert Approved!');
    expect(await checksOf(doctor)).toMatchObject([{ method: 'call', validUntil: null }]);
  });

  test('takes a number, council and qualification that the admin corrects', async () => {
    const [onPage, byCall] = [await an.unapprovedExpert(), await aWaitingDoctor()];
    await approveOnPage(admin, onPage.id, {
      shownNumber: '',
      registrationNumber: 'KMC/1999/1',
      council: 'Karnataka Medical Council',
      qualification: 'MBBS',
      method: 'certificate',
      isChecked: 'on',
    });
    await approveWith(byCall, { registrationNumber: 'MMC/2011/04218', method: 'register' });
    for (const [doctor, columns] of [
      [
        onPage,
        { registrationNumber: 'KMC/1999/1', council: 'Karnataka Medical Council', qualification: 'MBBS' },
      ],
      [byCall, credentialFields({ registrationNumber: 'MMC/2011/04218' })],
    ] as const) {
      expect(await rowOf(doctor.id)).toMatchObject({ approved: true, standingReason: null, ...columns });
      expect(await checksOf(doctor)).toMatchObject([columns]);
      expect((await readEntry(doctor)).expert.standing.registration).toMatchObject({ isChanged: false });
    }
  });

  test.each([
    ['yesterday', () => inDays(-1), 'This day has passed'],
    ['a day that there is not', () => '2099-02-30', 'Please give a day, such as 2030-03-31'],
    ['no day at all', () => 'soon', 'Please give a day, such as 2030-03-31'],
  ])('is refused with %s as its end', async (_what, day, message) => {
    const doctor = await aWaitingDoctor();
    const { status, json } = await approveWith(doctor, { method: 'register', validUntil: day() });
    expect([status, json.errors]).toEqual([422, { validUntil: message }]);
    expect([(await rowOf(doctor.id))?.approved, await checksOf(doctor)]).toEqual([false, []]);
  });

  test('by two admins at once is done by one, with one check', async () => {
    const doctor = await aWaitingDoctor();
    const answers = await Promise.all([
      approveWith(doctor, { method: 'register' }),
      approveWith(doctor, { method: 'call' }, await an.admin()),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await checksOf(doctor)).toHaveLength(1);
  });
});

describe('checking again', () => {
  test('begins with a doctor of an earlier release, whom nobody has checked', async () => {
    const doctor = await an.expert();
    await saveCredentials(doctor);
    expect(await readEntry(doctor)).toMatchObject({
      checks: [],
      expert: { standing: { registration: null } },
    });
    expect((await check(doctor, {})).json.errors).toEqual({
      method: 'Please choose how you checked the number',
    });
    expect((await check(doctor, { method: 'register', validUntil: inDays(400) })).status).toBe(200);
    expect((await check(doctor, { method: 'call', validUntil: inDays(500) })).status).toBe(200);
    expect(await endOf(doctor)).toBe(inDays(500));
    expect((await check(doctor, { method: 'call' })).status).toBe(200);
    expect([(await checksOf(doctor)).length, await endOf(doctor)]).toEqual([3, null]);
  });

  test('without a number asks for the reason', async () => {
    const doctor = await an.expert();
    expect((await check(doctor, { method: 'call' })).json.errors).toEqual({ reason: 'Please give a reason' });
    expect((await check(doctor, { reason: 'Registered abroad' })).status).toBe(200);
    expect(await checksOf(doctor)).toMatchObject([{ method: null, noNumberReason: 'Registered abroad' }]);
  });

  test('is shown as outdated once the doctor changes the registration', async () => {
    const doctor = await an.expert();
    await saveCredentials(doctor);
    await check(doctor, { method: 'register' });
    expect((await readEntry(doctor)).expert.standing.registration).toMatchObject({
      method: 'register',
      validUntil: null,
      extendedUntil: null,
      isChanged: false,
    });
    await saveCredentials(doctor, credentialFields({ registrationNumber: 'DMC/1/2' }));
    expect((await readEntry(doctor)).expert.standing.registration).toMatchObject({ isChanged: true });
    await check(doctor, { method: 'certificate' });
    const { checks, expert } = await readEntry(doctor);
    expect(checks.map(({ registrationNumber }) => registrationNumber)).toEqual(['DMC/1/2', number]);
    expect(expert.standing.registration).toMatchObject({ method: 'certificate', isChanged: false });
  });

  test('is for approved and suspended doctors, and for admins alone', async () => {
    const [doctor, waiting, patient] = [await an.expert(), await aWaitingDoctor(), await a.patient()];
    expect((await check(waiting, { method: 'call' })).status).toBe(409);
    expect((await check(patient, { method: 'call' })).status).toBe(404);
    for (const who of [doctor, patient])
      expect((await check(doctor, { reason: 'Because' }, who)).status).toBe(403);
    await judgeByApi(admin, 'suspend', doctor.id);
    expect((await check(doctor, { reason: 'Registered abroad' })).status).toBe(200);
    expect((await rowOf(doctor.id))?.standingReason).toBe('Not in the register');
  });

  test('on the page is refused if the number has changed since it was shown', async () => {
    const doctor = await an.expert();
    await saveCredentials(doctor);
    const fields = { shownNumber: 'OLD/1', registrationNumber: 'OLD/1', method: 'register' };
    const refused = await postDoctor('check', doctor, fields);
    expect(refused.toast?.message).toBe(
      'The registration number has changed since you looked. Please check it again.',
    );
    expect(await checksOf(doctor)).toEqual([]);
    const done = await postDoctor('check', doctor, { ...fields, shownNumber: number });
    expect([done.location, done.toast?.message]).toEqual([
      `/dashboard/doctor/${doctor.id}`,
      'The check is saved',
    ]);
    expect((await rowOf(doctor.id))?.registrationNumber).toBe('OLD/1');
  });
});

describe('adding days', () => {
  const aDoctorUntil = async (day: string) => {
    const doctor = await an.expert();
    await check(doctor, { reason: 'Registered abroad', validUntil: day });
    return doctor;
  };

  test('moves the end by 14 days, once for each check', async () => {
    const doctor = await aDoctorUntil(inDays(3));
    expect((await extend(doctor)).status).toBe(200);
    expect(await endOf(doctor)).toBe(inDays(17));
    expect(await checksOf(doctor)).toMatchObject([
      {
        validUntil: inDays(3),
        extendedUntil: inDays(17),
        extensionReason: 'The renewal is on its way',
      },
    ]);
    expect((await extend(doctor)).status).toBe(409);
    expect([await endOf(doctor), await linesOf(doctor, 'registration.extended')]).toEqual([
      inDays(17),
      [expect.objectContaining({ actorId: admin.id })],
    ]);
    await check(doctor, { reason: 'Registered abroad', validUntil: inDays(30) });
    expect((await extend(doctor)).status).toBe(200);
    expect(await endOf(doctor)).toBe(inDays(44));
  });

  test('by two admins at once adds them once', async () => {
    const doctor = await aDoctorUntil(inDays(3));
    const answers = await Promise.all([extend(doctor), extend(doctor, await an.admin())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await endOf(doctor)).toBe(inDays(17));
  });

  test('is refused without a check, without an end, for nobody, for days that have passed, and to others', async () => {
    const [unchecked, endless] = [await an.expert(), await an.expert()];
    await check(endless, { reason: 'Registered abroad' });
    for (const doctor of [unchecked, endless]) expect((await extend(doctor)).status).toBe(409);
    expect((await extend(await a.patient())).status).toBe(404);
    const past = await aDoctorUntil(today());
    const setEnd = (day: string) =>
      execute(
        db()
          .update(registrationChecks)
          .set({ validUntil: day })
          .where(eq(registrationChecks.userId, past.id)),
      );
    await setEnd(inDays(-15));
    expect((await extend(past)).status).toBe(409);
    expect((await extend(past, past)).status).toBe(403);
    expect((await extend(past, admin, '')).status).toBe(422);
    await setEnd(inDays(-14));
    expect((await extend(past)).status).toBe(200);
    expect(await endOf(past)).toBe(today());
  });
});

describe('the page about a doctor', () => {
  test('says who approved the doctor, on what proof, and everything decided later', async () => {
    const doctor = await aWaitingDoctor();
    await approveWith(doctor, { method: 'register', validUntil: inDays(90) });
    await judgeByApi(admin, 'suspend', doctor.id);
    const other = await an.admin();
    await judgeByApi(other, 'restore', doctor.id);
    await extend(doctor, other);
    const path = `/dashboard/doctor/${doctor.id}`;
    const params = { expertId: doctor.id };
    const { status, data } = await getPage(doctorPage, { path, params, cookie: admin.cookie });
    const entry = (data as { data: Entry }).data;
    expect(status).toBe(200);
    expect(entry.events.map(({ action, by }) => [action, by?._id])).toEqual([
      ['registration.extended', other.id],
      ['expert.restored', other.id],
      ['expert.suspended', admin.id],
      ['expert.approved', admin.id],
      ['registration.checked', admin.id],
      ['credentials.changed', doctor.id],
    ]);
    expect(entry.events[0]?.by?.name).toBeTruthy();
    expect(entry.checks).toMatchObject([
      {
        checkedBy: { _id: admin.id },
        ...credentialFields(),
        method: 'register',
        validUntil: inDays(90),
        extendedUntil: inDays(104),
        extensionReason: 'The renewal is on its way',
      },
    ]);
    expect(await readEntry(doctor)).toMatchObject({ checks: entry.checks, events: entry.events });
  });

  test('is read by admins alone, and the audit log says so', async () => {
    const [doctor, other] = [await an.expert(), await an.expert()];
    for (const who of [doctor, other, await a.patient()])
      expect(await readEntry(doctor, who)).toBeUndefined();
    const listed = async () =>
      (await db().select().from(audit).where(eq(audit.objectId, doctor.id)).orderBy(asc(audit.id))).filter(
        ({ action, actorId }) => action === 'expert.listed' && actorId === admin.id,
      ).length;
    const before = await listed();
    await readEntry(doctor);
    expect(await listed()).toBe(before + 1);
    const { status } = await getPage(doctorPage, {
      path: `/dashboard/doctor/${doctor.id}/else`,
      params: { expertId: doctor.id, part: 'else' },
      cookie: admin.cookie,
    });
    expect(status, 'no such part').toBe(404);
  });

  test('without script adds the days, and says beside the field what is missing', async () => {
    const doctor = await an.expert();
    await check(doctor, { reason: 'Registered abroad', validUntil: inDays(3) });
    const refused = await postDoctor('extend', doctor, { reason: '' });
    expect([refused.status, refused.fieldErrors]).toEqual([400, { reason: 'Please give a reason' }]);
    const done = await postDoctor('extend', doctor, { reason: 'On its way' });
    expect([done.location, done.toast?.message]).toEqual([
      `/dashboard/doctor/${doctor.id}`,
      'The days are added',
    ]);
    const again = await postDoctor('extend', doctor, { reason: 'On its way' });
    expect(again.toast?.message).toBe('Days were added once already. Please check the registration again.');
  });
});

describe('an end that is near', () => {
  const toldOf = async () =>
    (await db().select().from(outbox).orderBy(asc(outbox.createdAt), asc(outbox.id)))
      .filter(({ letter }) => letter.startsWith('registration'))
      .map(({ letter, recipient, facts }) => ({
        letter,
        address: (JSON.parse(recipient) as { address: string }).address,
        day: (JSON.parse(facts) as { day: string }).day,
      }));
  const aDoctorUntil = async (day: string) => {
    const doctor = await an.expert();
    await check(doctor, { reason: 'Registered abroad', validUntil: day });
    return doctor;
  };
  const homeOf = async ({ cookie }: Somebody) =>
    (await getPage(homePage, { path: '/dashboard/home', cookie })).data as { registrationEnd: unknown };

  beforeEach(async () => {
    await execute(db().delete(outbox));
    await execute(db().delete(registrationChecks));
    await execute(db().update(users).set({ registeredUntil: null }));
  });

  test('is told once to the doctor and to each admin, by whichever server comes first', async () => {
    const [near, far] = [await aDoctorUntil(inDays(30)), await aDoctorUntil(inDays(31))];
    await Promise.all([tellOfEndingRegistrations(), tellOfEndingRegistrations()]);
    const told = await toldOf();
    expect(told.filter(({ address }) => address === near.email)).toEqual([
      { letter: 'registrationEnds', address: near.email, day: inDays(30) },
    ]);
    expect(told.filter(({ address }) => address === admin.email)).toEqual([
      { letter: 'registrationOfEnds', address: admin.email, day: inDays(30) },
    ]);
    expect(told.map(({ address }) => address)).not.toContain(far.email);
    expect((await checksOf(near))[0]?.endToldAt).toBeInstanceOf(Date);
    await tellOfEndingRegistrations();
    expect(await toldOf()).toHaveLength(told.length);
    expect([(await homeOf(near)).registrationEnd, (await homeOf(far)).registrationEnd]).toEqual([
      { day: inDays(30), isOver: false },
      null,
    ]);
  });

  test('is told again after an extension, once its end is near', async () => {
    const [soon, later] = [await aDoctorUntil(inDays(10)), await aDoctorUntil(inDays(20))];
    await tellOfEndingRegistrations();
    const before = (await toldOf()).length;
    await extend(soon);
    await extend(later);
    await tellOfEndingRegistrations();
    await tellOfEndingRegistrations();
    const news = (await toldOf()).slice(before);
    expect(news.filter(({ letter }) => letter === 'registrationEnds')).toEqual([
      { letter: 'registrationEnds', address: soon.email, day: inDays(24) },
    ]);
  });

  test('of a suspended doctor is not told, nor one that a newer check has moved', async () => {
    const [barred, renewed] = [await aDoctorUntil(inDays(3)), await aDoctorUntil(inDays(3))];
    await judgeByApi(admin, 'suspend', barred.id);
    await check(renewed, { reason: 'Registered abroad', validUntil: inDays(300) });
    await execute(db().delete(outbox));
    await tellOfEndingRegistrations();
    expect(await toldOf()).toEqual([]);
  });
});
