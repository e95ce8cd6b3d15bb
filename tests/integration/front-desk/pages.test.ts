import { eq } from 'drizzle-orm';
import jsqr from 'jsqr';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import sharp from 'sharp';
import { encode } from 'uqr';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { translate } from '~/i18n/translate';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import * as firstPassword from '~/routes/dashboard/account/first-password';
import * as settings from '~/routes/dashboard/account/settings';
import * as frontDesk from '~/routes/dashboard/front-desk/front-desk';
import * as slipPage from '~/routes/dashboard/front-desk/issue-slip';
import * as openPage from '~/routes/dashboard/front-desk/open-account';
import * as forgotPage from '~/routes/guest/forgot-password';
import * as signupPage from '~/routes/guest/signup';
import * as withoutEmail from '~/routes/guest/signup-without-email';
import { buildMenu } from '~/urls/menu';
import { rootLoader } from '~/web/pages/root-data.server';
import { slipPaper } from '~/web/pages/slip-paper.server';
import { a, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { firstLogIn, identityOf, slipFrom } from '../../support/desk';
import { apiRoute, callApi, getPage, type PageAnswer, postPage } from '../../support/requests';
import { askForCode, signUpByPage, signupFields } from '../../support/signups';
import { logInByPage } from '../../support/visits';

let clerk: Somebody;
const clinic = clinicForFile({ HELPLINE: '1800 000 000', OPEN_WITHOUT_EMAIL: 'everybody' });
beforeAll(async () => {
  clerk = await a.clerk();
});

const strings = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

describe('the first log-in with a slip', () => {
  test('leads to the page for a password of one’s own, which says who made the slip', async () => {
    const slip = await slipFrom(clerk);
    const logIn = await logInByPage(slip.clinicNumber.toLowerCase(), slip.password);
    const cookie = logIn.cookies;
    const page = { path: '/dashboard/first-password', cookie };
    expect((await getPage(settings, { path: '/dashboard/settings', cookie })).location).toBe(page.path);

    const shown = await getPage(firstPassword, page);
    expect(shown.data).toMatchObject({
      slip: { by: expect.stringContaining('Ravi') },
      helpline: '1800\u00a0000\u00a0000',
    });
    const fields = { newPassword: 'two tall trees stand', confirmNewPassword: 'two tall trees stand' };
    const chosen = await postPage(firstPassword, { ...page, fields });
    expect(chosen.location).toBe('/dashboard/home');
    const later = { ...page, cookie: chosen.cookies };
    expect((await getPage(firstPassword, later)).location).toMatch(/^\/dashboard\/home/);
    expect((await logInByPage(slip.clinicNumber, 'two tall trees stand')).location).toBe('/dashboard/home');
  });
});

describe('a forgotten password', () => {
  test('of a clinic number is answered alike for every number, and nothing is sent', async () => {
    const { clinicNumber } = await slipFrom(clerk);
    const answers = [];
    for (const email of [clinicNumber, '0000-0000-0']) {
      const { location, cookies } = await postPage(forgotPage, {
        path: '/forgot-password',
        fields: { email },
      });
      const { data } = await getPage(forgotPage, { path: '/forgot-password', cookie: cookies });
      answers.push([location, { ...(data as object), sentTo: typeof (data as { sentTo: string }).sentTo }]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[1]).toMatchObject({ sentTo: 'string', helpline: '1800\u00a0000\u00a0000' });
  });

  test('of anything else has to be an address', async () => {
    const { data } = await postPage(forgotPage, { path: '/forgot-password', fields: { email: 'K7QM' } });
    expect(JSON.stringify(data)).toContain(translate('en', 'form.email'));
  });
});

test('an address that only fills the column of an account is refused as a wrong one', async () => {
  const { userId } = await slipFrom(clerk);
  const [row] = await db().select().from(users).where(eq(users.id, userId));
  const forms = async (email: string) => {
    const reset = await callApi(apiRoute('auth/reset-password-token'), { method: 'POST', body: { email } });
    const code = await askForCode(email);
    const { data } = await signUpByPage(signupFields({ email }));
    return [reset.text, code.text, JSON.stringify(data).replaceAll(email, '')];
  };
  const wrong = await forms('nobody@nowhere');
  expect(await forms(row?.email ?? '')).toEqual(wrong);
  expect(await forms('anybody@NO-EMAIL.invalid')).toEqual(wrong);
});

describe('the front desk', () => {
  test('has its entries first in the menu, and so has a helper', async () => {
    const menuOf = async ({ cookie }: Somebody) => {
      const request = new Request('http://clinic.test/', { headers: { cookie } });
      const { data } = await rootLoader({ request, params: {}, context: {} });
      return buildMenu(data.person as Parameters<typeof buildMenu>[0]).map(({ label }) => label);
    };
    const patient = await menuOf(await a.patient());
    expect(await menuOf(clerk)).toEqual(['toTell.title', 'frontDesk.title', ...patient]);
    expect(await menuOf(await a.helper())).toEqual([
      'help.title',
      'toTell.title',
      'openAccount.title',
      ...patient,
    ]);
  });

  test('finds an account and issues a slip, the second one only after a tick', async () => {
    const slip = await slipFrom(clerk, { contactNumber: '9811111234', birthYear: 1950 });
    const path = '/dashboard/front-desk';
    const inAddress = await getPage(frontDesk, { path: `${path}?phoneEnd=1234`, cookie: clerk.cookie });
    expect(JSON.stringify(inAddress.data)).not.toContain(slip.userId);
    const search = { path, cookie: clerk.cookie, fields: { phoneEnd: '1234' } };
    const { data: found } = await postPage(frontDesk, search);
    expect(found).toMatchObject({
      shown: {
        data: [{ userId: slip.userId, firstName: 'Lakshmi', numberStart: slip.clinicNumber.slice(0, 4) }],
      },
    });

    const { userId, ...told } = identityOf(slip.userId, { contactNumber: '9811111234', birthYear: 1950 });
    const page = { path: `/dashboard/front-desk/slip/${userId}`, params: { userId }, cookie: clerk.cookie };
    const issue = (more = {}) => postPage(slipPage, { ...page, fields: strings({ ...told, ...more }) });
    const first = await issue();
    expect(first.data).toMatchObject({ shown: { clinicNumber: slip.clinicNumber, language: 'te' } });
    const second = await issue();
    expect(second.fieldErrors.confirmed).toMatch(/^Ravi \w+ issued a slip at \d\d:\d\d\./);
    expect((await issue({ confirmed: 'on' })).data).toMatchObject({
      shown: { password: expect.stringMatching(/^[\da-z-]{14}$/) },
    });
  });

  test('prints the number alone without asking, and its owner can see that', async () => {
    const slip = await slipFrom(clerk);
    const page = { params: { userId: slip.userId }, cookie: clerk.cookie };
    const path = `/dashboard/front-desk/slip/${slip.userId}`;
    const { data: form } = await getPage(slipPage, { ...page, path });
    expect(JSON.stringify(form)).not.toContain(slip.clinicNumber);
    const { data } = await getPage(slipPage, { ...page, path: `${path}?only=number` });
    expect(data).toMatchObject({ paper: { clinicNumber: slip.clinicNumber, password: null } });
    const { token } = await firstLogIn(slip);
    const { json } = await callApi(apiRoute('profile/clinic-number'), { token });
    expect(json.data).toMatchObject({
      events: [
        { action: 'password.changed', isOwn: true },
        { action: 'session.opened', by: null, device: null },
        { action: 'account.numberShown', by: expect.stringContaining('Ravi') },
        { action: 'account.openedFor' },
      ],
    });
  });

  const postNew = (fields: Record<string, string>, { cookie }: Somebody) =>
    postPage(openPage, { path: '/dashboard/front-desk/new', cookie, fields });
  /** Tells whether the page with this answer has the tick for another person. */
  const hasTick = ({ data }: PageAnswer) => {
    const loaded = { required: {}, language: 'en' };
    const router = createMemoryRouter([{ id: 'new', path: '/', element: createElement(openPage.default) }], {
      hydrationData: { loaderData: { new: loaded }, actionData: { new: data } },
    });
    // React Router only uses the data of a route that has a loader.
    Object.assign(router.routes[0] ?? {}, { loader: () => loaded });
    // On the server, React warns about effects that only run in a browser.
    const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
    warned.mockRestore();
    return /<input[^>]*name="same"/.test(html);
  };

  test('asks about an account that looks like a new one, and opens it after a tick', async () => {
    const earlierSlip = await slipFrom(clerk, { firstName: 'Kavya', lastName: 'Rao', birthYear: 1958 });
    const fields = { firstName: 'Kavya', lastName: 'Rao', birthYear: '1958', sex: 'female', language: 'te' };
    const question = await postNew(fields, clerk);
    expect(question.typed).toEqual(fields);
    expect(question.fieldErrors).toEqual({
      same: translate('en', 'openAccount.same', { number: earlierSlip.clinicNumber.slice(0, 4) }),
    });
    expect(hasTick(question)).toBe(true);
    const corrected = await postNew({ ...fields, contactNumber: '12', same: 'on' }, clerk);
    expect(Object.keys(corrected.fieldErrors)).toEqual(['contactNumber']);
    expect(hasTick(corrected)).toBe(true);
    const opened = await postNew({ ...fields, same: 'yes' }, clerk);
    expect(opened.data).toMatchObject({ shown: { firstName: 'Kavya', paper: expect.anything() } });
  });

  test('tells a helper to send somebody who looks like a known patient to the front desk', async () => {
    await slipFrom(clerk, { firstName: 'Meena', lastName: 'Rao', birthYear: 1959 });
    const fields = { firstName: 'Meena', lastName: 'Rao', birthYear: '1959', sex: 'female', language: 'te' };
    const refused = await postNew(fields, await a.helper());
    const sentence = translate('en', 'openAccount.sendToDesk');
    expect([refused.status, refused.typed, refused.message]).toEqual([409, fields, sentence]);
    expect(refused.fieldErrors).toEqual({ '': sentence });
    expect(hasTick(refused)).toBe(false);
  });

  test('opens an account by a form, whose answer is the slip in the language of the patient', async () => {
    const { data } = await postPage(openPage, {
      path: '/dashboard/front-desk/new',
      cookie: clerk.cookie,
      fields: { firstName: 'Gita', birthYear: '1971', sex: 'female', language: 'te' },
    });
    const { paper: shown } = (data as { shown: { paper: Awaited<ReturnType<typeof slipPaper>> } }).shown;
    expect(shown).toMatchObject({ firstName: 'Gita', language: 'te', english: { steps: expect.any(Array) } });
    expect(shown.words.steps[1]).toBe(translate('te', 'slipPaper.second'));
    expect(shown.words.help).toContain('1800\u00a0000\u00a0000');
  });
});

test('patients open their own account where the clinic lets everybody do that', async () => {
  expect((await getPage(signupPage, { path: '/signup' })).data).toMatchObject({ isWithoutEmail: true });
  const { data } = await postPage(withoutEmail, {
    path: '/signup/without-email',
    fields: { firstName: 'Gita', birthYear: '1971', sex: 'female', language: 'ur' },
  });
  expect(data).toMatchObject({
    shown: { firstName: 'Gita', direction: 'rtl', password: expect.any(String) },
  });
});

test('settings add an e-mail address in two steps, and both names work then', async () => {
  const slip = await slipFrom(clerk);
  await firstLogIn(slip);
  const { cookies: cookie } = await logInByPage(slip.clinicNumber, 'two tall trees stand');
  const post = (part: string, fields: Record<string, string>) =>
    postPage(settings, { path: `/dashboard/settings/${part}`, params: { part }, cookie, fields });
  const email = 'lakshmi@village.test';
  expect((await post('email-code', { email })).data).toMatchObject({ shown: { data: { email } } });
  const wrong = await post('email', { email, otp: '000000', password: 'two tall trees stand' });
  expect(wrong.data).toMatchObject({ lastResult: { initialValue: { email } } });
  expect(
    (await post('email', { email, otp: await clinic.code(email), password: 'two tall trees stand' }))
      .location,
  ).toBe('/dashboard/settings/clinic-number');
  expect((await logInByPage(email, 'two tall trees stand')).location).toBe('/dashboard/home');
  expect((await logInByPage(slip.clinicNumber, 'two tall trees stand')).location).toBe('/dashboard/home');
});

describe('the printed slip', () => {
  const paper = (language: 'en' | 'te' | 'ur') =>
    slipPaper(
      { firstName: 'Lakshmi', clinicNumber: 'K7QM-3XPD-5', password: 'k2fz-0n1p-7m8n', language },
      { firstName: 'Ravi', lastName: 'Kumar' },
    );

  test('has a code that a reader takes at 25 mm and 203 dots an inch', async () => {
    const { picture, address } = await paper('en');
    const side = Math.round((25 / 25.4) * 203);
    const svg = Buffer.from(picture.split(',')[1] ?? '', 'base64');
    // A thermal printer has dots of black and nothing between.
    const { data, info } = await sharp(svg, { density: 300 })
      .resize(side, side, { kernel: 'nearest' })
      .threshold(128)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const read = jsqr(new Uint8ClampedArray(data), info.width, info.height);
    const target = `${address}?lang=en#K7QM-3XPD-5`;
    expect(read?.data).toBe(target);
    expect(side / encode(target, { ecc: 'M', border: 4 }).size).toBeGreaterThan(3);
  });

  test('says everything in the language of the patient and in English, and once in English', async () => {
    expect((await paper('en')).english).toBeNull();
    const { words, english } = await paper('ur');
    expect(english).not.toBeNull();
    for (const [name, text] of Object.entries(words))
      expect(text, name).not.toEqual(english?.[name as 'name']);
    expect(words.emergency).toContain('112');
  });
});
