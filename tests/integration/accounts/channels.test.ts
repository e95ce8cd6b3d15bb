import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPhoneTargets, setSmsRules } from '~/domain/notifications/phone-targets.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import * as channelsPage from '~/routes/dashboard/account/channels';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { allowTexts, setNumber, subscribe, useGateway } from '../../support/phones';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

clinicForFile();
beforeEach(() => useGateway());
afterEach(() => setSmsRules(undefined));

const path = '/dashboard/channels';
const shownTo = async ({ cookie }: Somebody) =>
  ((await getPage(channelsPage, { path, cookie })).data as { data: Record<string, unknown> }).data;
const chooseOnPage = ({ cookie }: Somebody, channel: string, isOn: string) =>
  postPage(channelsPage, { path, cookie, fields: { channel, isOn } });
const chooseByCall = ({ token }: Somebody, body: Record<string, unknown>) =>
  callApi(apiRoute('profile/choose-channel'), { method: 'PUT', token, body });
const targetsOf = async ({ id }: Somebody) => (await findPhoneTargets([id])).get(id);

describe('the page of the channels', () => {
  test('shows patients, experts and admins what they have, and no texts without a gateway', async () => {
    for (const somebody of [await a.patient(), await an.expert()])
      expect(await shownTo(somebody)).toEqual({
        mail: { address: somebody.email, isOn: true, isOnly: true },
        sms: { number: '+919876543210', isServed: true, isOn: false },
        browsers: 0,
      });
    expect(await shownTo(await an.admin())).toMatchObject({
      sms: { number: null, isServed: false, isOn: false },
    });
    setSmsRules(undefined);
    expect(await shownTo(await a.patient())).toMatchObject({ sms: null });
  });

  test('says that a number of another country gets no texts, and how many browsers do', async () => {
    const patient = await a.patient();
    await setNumber(patient, '+8801712345678');
    await subscribe(patient);
    expect(await shownTo(patient)).toMatchObject({
      mail: { isOnly: false },
      sms: { number: '+8801712345678', isServed: false, isOn: false },
      browsers: 1,
    });
  });
});

describe('a channel', () => {
  test('is turned on and off on the page and by a call, which the audit log says', async () => {
    const patient = await a.patient();
    expect((await chooseOnPage(patient, 'sms', 'true')).location).toBe(path);
    expect(await targetsOf(patient)).toMatchObject({ hasSms: true, isMailOn: true });
    expect((await chooseByCall(patient, { channel: 'mail', isOn: false })).status).toBe(200);
    expect(await targetsOf(patient)).toMatchObject({ hasSms: true, isMailOn: false });
    await chooseOnPage(patient, 'sms', 'false');
    await chooseByCall(patient, { channel: 'mail', isOn: true });
    expect(await targetsOf(patient)).toMatchObject({ hasSms: false, isMailOn: true });
    const entries = await db().select().from(audit).orderBy(audit.id);
    const own = entries.filter(({ objectId }) => objectId?.startsWith(`${patient.id}_`));
    expect(own.map(({ action, objectId }) => [action, objectId?.split('_')[1]])).toEqual([
      ['channel.on', 'sms'],
      ['channel.off', 'mail'],
      ['channel.off', 'sms'],
      ['channel.on', 'mail'],
    ]);
  });

  test('of texts is off again for a new number until leave is given for it', async () => {
    const patient = await a.patient();
    await chooseByCall(patient, { channel: 'sms', isOn: true });
    await setNumber(patient, '+919876500000', false);
    expect(await targetsOf(patient)).toMatchObject({ hasSms: false });
    await chooseByCall(patient, { channel: 'sms', isOn: true });
    expect(await targetsOf(patient)).toMatchObject({ hasSms: true });
  });

  test.each([
    ['without a gateway', async () => setSmsRules(undefined)],
    ['for a number of another country', (patient: Somebody) => allowTexts(patient, '+8801712345678')],
    ['without a number', () => execute(db().update(users).set({ contactNumber: null }))],
  ])('of texts is refused %s', async (_how, prepare) => {
    const patient = await a.patient();
    await prepare(patient);
    expect((await chooseByCall(patient, { channel: 'sms', isOn: true })).status).toBe(409);
    expect((await chooseByCall(patient, { channel: 'sms', isOn: false })).status).toBe(200);
  });

  test.each([{}, { channel: 'push', isOn: true }, { channel: 'mail' }, { channel: 'mail', isOn: 'perhaps' }])(
    'is refused in another shape: %j',
    async (body) => {
      expect((await chooseByCall(await a.patient(), body)).status).toBe(422);
    },
  );
});
