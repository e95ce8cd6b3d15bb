import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findTypedWords, refreshTypedWords } from '~/domain/clinic/typed-words.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit, clinicDetails } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { clinicWords, getSettings, setSettings, setTypedWords } from '~/platform/settings/env.server';
import * as page from '~/routes/dashboard/admin/clinic-details';
import { an, type Clinic, openClinic, origin, password, type Somebody } from '../../support/clinic';
import { openFor } from '../../support/desk';
import { queuedEmails } from '../../support/queued-emails';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { visit } from '../../support/url-map';

let clinic: Clinic;
let admin: Somebody;
const open = async (overrides: Record<string, string> = {}) => {
  clinic = await openClinic(overrides);
  admin = await an.admin();
};
beforeEach(() => open());
afterEach(() => clinic.close());

const all = 'hi,bn,mr,te,ta,gu,kn,ml,ur';
const save = (fields: Record<string, string>, by = admin) =>
  postPage(page, {
    path: '/dashboard/clinic',
    cookie: by.cookie,
    origin,
    fields: { offeredLanguages: all, ...fields },
  });

/** Stores words as the server of a later release does. */
const asNewerServer = (words: Record<string, unknown>) =>
  execute(
    db()
      .update(clinicDetails)
      .set({ words: JSON.stringify(words), changedAt: new Date(Date.now() + 1) }),
  );

type Shown = { lastResult?: { error?: Record<string, string[]>; initialValue?: Record<string, string> } };

describe('the details of the clinic', () => {
  const link = 'Please enter a full address that begins with https://';
  const unseen = 'This contains invisible characters. Please type it again.';
  const emergency =
    "Pages name the emergency number 112 by themselves. Please enter the clinic's own number.";
  const shape = 'Please enter a phone number: digits, spaces, brackets, + and -';

  test.each([
    ['clinicName', 'Village\u0007 Clinic', unseen],
    ['clinicName', 'Clinic \u202egnp', unseen],
    ['senderName', 'Hope\u200b', unseen],
    ['senderName', 'a'.repeat(41), 'This text is too long. It can have at most 40 characters.'],
    ['helpline', '112', emergency],
    ['helpline', '1-0-8', emergency],
    ['helpline', 'call the desk', shape],
    ['officeHours', '9 to 17\u2066', unseen],
    ['supportEmail', 'help@clinic', 'Please enter a valid e-mail address'],
    ['socialPhotos', 'http://photos.test/clinic', link],
    ['socialNetwork', 'javascript:alert(1)', link],
    ['socialVideo', 'https://admin:secret@video.test/clinic', link],
    ['offeredLanguages', 'fr', 'Please choose one of:'],
  ])('are refused beside %s if it is %j, and nothing typed is lost', async (field, value, sentence) => {
    const unchangedWords = { officeAddress: '1 Station Road' };
    const { data } = await save({ ...unchangedWords, [field]: value });
    const { error, initialValue } = (data as Shown).lastResult ?? {};
    expect(error?.[field]?.[0]).toContain(sentence);
    expect(initialValue).toMatchObject(unchangedWords);
    expect(await findTypedWords()).toEqual({});
  });

  test('keep a language that an account has', async () => {
    await execute(db().update(users).set({ language: 'te' }).where(eq(users.id, admin.id)));
    const { data } = await save({ offeredLanguages: 'hi' });
    expect((data as Shown).lastResult?.error?.offeredLanguages).toEqual([
      'Somebody has an account in తెలుగు, so it has to stay',
    ]);
    expect((await save({ offeredLanguages: 'hi,te' })).location).toBe('/dashboard/clinic');
    expect(clinicWords().languages).toEqual(['en', 'hi', 'te']);
  });

  test('are shown, each change is recorded, and emptied they are gone', async () => {
    await save({
      clinicName: 'Hope Clinic',
      officeHours: '9 to 17',
      socialPhotos: 'https://photos.test/hope',
    });
    const { data } = await visit('/about-us', admin);
    expect(data).toMatchObject({ hours: '9 to 17' });
    expect(clinicWords()).toMatchObject({ name: 'Hope Clinic', senderName: 'SecondLook' });
    await save({});
    expect(clinicWords()).toMatchObject({ name: 'SecondLook', hours: '' });
    const entries = await db()
      .select()
      .from(audit)
      .where(eq(audit.action, 'clinic.changed'))
      .orderBy(audit.id);
    const changed = ['PRODUCT_NAME', 'OFFICE_HOURS', 'SOCIAL_PHOTOS'];
    expect(entries.map(({ objectId }) => objectId)).toEqual([...changed, ...changed]);
    expect(entries.every(({ actorId }) => actorId === admin.id)).toBe(true);
  });

  test('name another helpline with the password alone, and every admin is told', async () => {
    const otherAdmin = await an.admin();
    const { data } = await save({ helpline: '1800 000 000' });
    expect((data as Shown).lastResult?.error?.password).toHaveLength(1);
    const wrong = await save({ helpline: '1800 000 000', password: 'not the password' });
    expect((wrong.data as Shown).lastResult?.error?.password).toHaveLength(1);
    expect(await queuedEmails()).toEqual([]);
    await save({ helpline: '1800 000 000', password });
    expect(clinicWords().helpline).toBe('1800 000 000');
    const told = (await queuedEmails()).filter(({ letter }) => letter === 'contactChanged');
    expect(told.map(({ to }) => to).sort()).toEqual([admin.email, otherAdmin.email].sort());
    expect(told[0]?.params).toMatchObject({ helpline: '1800 000 000' });
    expect((await save({ helpline: '1800 000 000', officeHours: '9 to 17' })).location).toBe(
      '/dashboard/clinic',
    );
  });

  test('are not overwritten by an admin who has not seen the last change, and nothing typed is lost', async () => {
    const changedAt = async () =>
      ((await visit('/dashboard/clinic', admin)).data as { changedAt: string }).changedAt;
    const first = await changedAt();
    await save({ clinicName: 'Hope Clinic', changedAt: first });
    const { data, status } = await save({ officeHours: '9 to 17', changedAt: first });
    expect(status).toBe(409);
    expect((data as Shown).lastResult?.initialValue).toMatchObject({ officeHours: '9 to 17' });
    expect(await findTypedWords()).toEqual({ PRODUCT_NAME: 'Hope Clinic' });
    const second = await changedAt();
    const both = { clinicName: 'Hope Clinic', officeHours: '9 to 17' };
    expect((await save({ ...both, changedAt: second })).location).toBe('/dashboard/clinic');
    expect((await save({ changedAt: second })).status).toBe(409);
    expect(await findTypedWords()).toEqual({ PRODUCT_NAME: 'Hope Clinic', OFFICE_HOURS: '9 to 17' });
  });

  test('saved by two admins at once are those of one of them, and the other is told', async () => {
    const { changedAt } = (await visit('/dashboard/clinic', admin)).data as { changedAt: string };
    const [one, two] = await Promise.all([
      save({ clinicName: 'One', changedAt }),
      save({ clinicName: 'Two', changedAt }),
    ]);
    const answers = [one, two].map(({ location, status }) => (location ? 'saved' : status));
    expect(answers.sort()).toEqual([409, 'saved']);
  });

  test('of a newer server stay whole beside those that an older one stores, and both go on', async () => {
    const readRow = async () => JSON.parse((await db().select().from(clinicDetails))[0]?.words ?? '{}');
    const newer = { LATER_WORD: 'of a later release', LATER_LIST: ['one', 'two'] };
    await save({ clinicName: 'Hope Clinic', officeHours: '9 to 17', offeredLanguages: 'hi,te' });
    await asNewerServer({ ...(await readRow()), ...newer, OFFERED_LANGUAGES: ['hi', 'te', 'xx'] });

    // From here on this server is the older one.
    await refreshTypedWords();
    expect(clinicWords()).toMatchObject({ name: 'Hope Clinic', languages: ['en', 'hi', 'te'] });
    const { changedAt } = (await visit('/dashboard/clinic', admin)).data as { changedAt: string };
    const change = { clinicName: 'Hope Clinic', officeAddress: '1 Station Road' };
    const fields = { ...change, officeHours: '9 to 17', offeredLanguages: 'hi,te,ta', changedAt };
    expect((await save(fields)).location).toBe('/dashboard/clinic');
    expect(await readRow()).toEqual({
      ...newer,
      PRODUCT_NAME: 'Hope Clinic',
      OFFICE_HOURS: '9 to 17',
      OFFICE_ADDRESS: '1 Station Road',
      OFFERED_LANGUAGES: ['en', 'hi', 'te', 'ta', 'xx'],
    });
    expect(clinicWords()).toMatchObject({ hours: '9 to 17', languages: ['en', 'hi', 'te', 'ta'] });

    // Keeps what the newer one stores meanwhile.
    const seenAt = ((await visit('/dashboard/clinic', admin)).data as { changedAt: string }).changedAt;
    await asNewerServer({ ...(await readRow()), LATER_WORD: 'changed' });
    expect((await save({ ...fields, changedAt: seenAt })).status).toBe(409);
    expect(await readRow()).toMatchObject({ LATER_WORD: 'changed', OFFICE_HOURS: '9 to 17' });
  });

  test('say which languages an account may have, on pages, in calls and at the front desk', async () => {
    await save({ offeredLanguages: 'hi,te' });
    const choose = (language: string) =>
      callApi(apiRoute('profile/update-language'), { method: 'PUT', token: admin.token, body: { language } });
    const refusedWith = { language: 'The clinic does not offer this language' };
    expect((await choose('te')).status).toBe(200);
    const { status, json } = await choose('bn');
    expect([status, json.errors]).toEqual([422, refusedWith]);
    const opened = await openFor(admin, { language: 'bn' });
    expect([opened.status, opened.json.errors]).toEqual([422, refusedWith]);
    expect((await openFor(admin, { language: 'hi' })).status).toBe(200);
    // An account keeps its language, whatever the environment offers.
    await execute(db().update(users).set({ language: 'bn' }).where(eq(users.id, admin.id)));
    expect((await choose('bn')).status).toBe(200);
  });

  test('are for admins alone', async () => {
    await save({ clinicName: 'Another' }, await an.expert());
    expect(await findTypedWords()).toEqual({});
  });

  test('reach a second server with its next reading, and a row of a later release is understood', async () => {
    await save({ clinicName: 'Hope Clinic' });
    setTypedWords({});
    expect(clinicWords().name, 'before the reading').toBe('SecondLook');
    await refreshTypedWords();
    expect(clinicWords().name).toBe('Hope Clinic');
    setTypedWords({});
    setSettings({ ...getSettings() });
    await refreshTypedWords();
    expect(clinicWords().name, 'after a start, such as that after a restore').toBe('Hope Clinic');
  });
});

test('words of the environment win, are shown with their names, and survive what is sent for them', async () => {
  await clinic.close();
  await open({ PRODUCT_NAME: 'Village Clinic', OFFERED_LANGUAGES: 'te' });
  const { data } = await visit('/dashboard/clinic', admin);
  expect((data as { fixed: unknown }).fixed).toEqual([
    { field: 'clinicName', name: 'PRODUCT_NAME', value: 'Village Clinic' },
    { field: 'offeredLanguages', name: 'OFFERED_LANGUAGES', value: 'te' },
  ]);
  await save({ clinicName: 'Another', offeredLanguages: 'hi', officeHours: '9 to 17' });
  expect(await findTypedWords()).toEqual({ OFFICE_HOURS: '9 to 17' });
  expect(clinicWords()).toMatchObject({ name: 'Village Clinic', languages: ['en', 'te'], hours: '9 to 17' });
});
