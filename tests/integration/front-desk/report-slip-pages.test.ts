import jsqr from 'jsqr';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { translate } from '~/i18n/translate';
import * as issuePage from '~/routes/dashboard/front-desk/issue-report-slip';
import { reportSlipPaper } from '~/routes/dashboard/front-desk/report-slip-paper.server';
import * as loginPage from '~/routes/guest/login';
import * as openPage from '~/routes/public/open-slip';
import * as readPage from '~/routes/public/read-slip';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportSlip, identityOf } from '../../support/desk';
import { sendReview } from '../../support/reports';
import { getPage, postPage } from '../../support/requests';

let clerk: Somebody;
clinicForFile({ HELPLINE: '1800 000 000' });
beforeAll(async () => {
  clerk = await a.clerk();
});

const open = (token: string, birthYear: string, cookie?: string) =>
  postPage(openPage, { path: `/r/${token}`, params: { token }, fields: { birthYear }, cookie });
const read = (cookie?: string) => getPage(readPage, { path: '/slip?isMine=yes', cookie });

const formOf = (userId: string) => ({
  path: `/dashboard/front-desk/reports/${userId}`,
  params: { userId },
  cookie: clerk.cookie,
});

test('the front desk sees case number and day of each report, and prints a slip without anything medical', async () => {
  const { account, reportId } = await aReportSlip(clerk);
  const page = formOf(account.userId);
  const { data: before } = await getPage(issuePage, page);
  expect(before).toMatchObject({ firstName: 'Lakshmi', data: null, rule: null });
  expect(JSON.stringify(before)).not.toContain(reportId);
  const { userId: _userId, reason: _reason, ...told } = identityOf(account.userId);
  const fields = { ...told, birthYear: '1962' };
  const post = (part: string, sent: Record<string, string>, cookie = clerk.cookie) =>
    postPage(issuePage, {
      path: `${page.path}/${part}`,
      params: { ...page.params, part },
      cookie,
      fields: sent,
    });
  expect((await post('check', { ...fields, fullName: 'Gita' })).status).toBe(400);
  const checked = await post('check', fields);
  expect(checked.location).toBe(page.path);
  const cookie = `${clerk.cookie}; ${checked.cookies}`;
  const { data: form } = await getPage(issuePage, { ...page, cookie });
  expect(form).toMatchObject({
    data: [{ reportId, caseNumber: expect.stringMatching(/^\w{4}-\w{4}$/), sentAt: expect.any(String) }],
  });
  expect((await post('print', { reportId })).location).toBe(page.path);
  const { userId: other } = (await aReportSlip(clerk)).account;
  const ofOther = { path: formOf(other).path, params: { userId: other }, cookie };
  expect((await getPage(issuePage, ofOther)).data).toMatchObject({ data: null });
  expect((await post('print', {}, cookie)).fieldErrors.reportId).toBe(translate('en', 'reportSlip.choose'));
  const { data } = await post('print', { reportId }, cookie);
  const { shown } = data as { shown: Awaited<ReturnType<typeof reportSlipPaper>> };
  expect(shown).toMatchObject({
    language: 'te',
    initial: 'L',
    address: expect.stringMatching(/\/r\/[\w-]{22,}$/),
  });
  expect(shown.words.help).toContain('1800\u00a0000\u00a0000');
  expect(shown.words.emergency).toContain('112');
  for (const [name, text] of Object.entries(shown.words))
    if (text) expect(text, name).not.toEqual(shown.english?.[name as 'open']);
  for (const text of [JSON.stringify(form), JSON.stringify(shown)])
    for (const hidden of ['Blood', 'Tired', '98123', 'Devi']) expect(text).not.toContain(hidden);
});

test('the printed code is read at 25 mm and 203 dots an inch, and names the expected day only if known', async () => {
  const slip = {
    slipUrl: `https://second-opinion.district-hospital.example/r/${'k2fZ0n1p'.repeat(5)}abc`,
    caseNumber: '47ER-K1H6',
    initial: 'ل',
    expectedAt: '2026-03-07T08:30:00.000Z',
    language: 'ur' as const,
    expiresAt: '2026-06-07T08:30:00.000Z',
  };
  const paper = await reportSlipPaper(slip, clerk);
  expect(paper).toMatchObject({ direction: 'rtl', english: { expectedDay: '07 Mar 2026' } });
  expect((await reportSlipPaper({ ...slip, expectedAt: null }, clerk)).words.expectedDay).toBe('');
  const side = Math.round((25 / 25.4) * 203);
  const { data, info } = await sharp(Buffer.from(paper.picture.split(',')[1] ?? '', 'base64'), {
    density: 300,
  })
    .resize(side, side, { kernel: 'nearest' })
    .threshold(128)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(slip.slipUrl);
});

test('the form is the same for every token, and so is the answer to every wrong one', async () => {
  const { slip } = await aReportSlip(clerk);
  const form = (token: string) => getPage(openPage, { path: `/r/${token}`, params: { token } });
  const unknown = 'k2fZ0n1p'.repeat(5);
  expect(await form(slip)).toEqual(await form(unknown));
  const ended = await aReportSlip(clerk);
  for (let tries = 0; tries < 6; tries += 1) await open(ended.slip, '1950');
  const refused = await open(slip, '1950');
  expect(refused).toMatchObject({ status: 404, fieldErrors: { '': translate('en', 'reportSlip.over') } });
  for (const token of [unknown, ended.slip, 'x'.repeat(400)])
    expect(await open(token, '1950')).toEqual(refused);
});

test('an opened slip is read by its cookie until Done, a log-in or another slip', async () => {
  const { reportId, slip, owner } = await aReportSlip(clerk);
  const { token } = await an.expert();
  await sendReview({ reportId, token, review: 'Drink more water' });
  const opened = await open(slip, '१९६२');
  expect(opened).toMatchObject({ status: 302, location: '/slip' });
  expect(opened.setCookies[0]).toMatch(/^slip=.*Max-Age=900;.*HttpOnly; SameSite=Lax/);
  expect(opened.cookies).not.toContain(slip);
  const asked = await getPage(readPage, { path: '/slip', cookie: opened.cookies });
  expect(asked.data).toMatchObject({ data: null, person: { initial: 'L', sex: 'female' } });
  expect(JSON.stringify(asked.data)).not.toContain('water');
  const shown = await read(opened.cookies);
  expect(shown.data).toMatchObject({
    data: { status: 'Reviewed', review: { text: 'Drink more water' } },
    helpline: '1800\u00a0000\u00a0000',
  });
  for (const hidden of ['Tired', '98123', 'Lakshmi', 'Blood', '/files/', slip, owner.id, reportId])
    expect(JSON.stringify(shown.data)).not.toContain(hidden);

  const closed = await postPage(readPage, { path: '/slip', cookie: opened.cookies });
  expect([closed.location, closed.toast?.message]).toEqual(['/', translate('en', 'reportSlip.closed')]);
  const patient = await a.patient();
  const fields = { email: patient.email, password };
  const logIn = await postPage(loginPage, { path: '/login', fields, cookie: opened.cookies });
  for (const { setCookies } of [closed, logIn])
    expect(setCookies.some((line) => /^slip=;.*Max-Age=0/.test(line))).toBe(true);
  expect((await read()).status).toBe(404);

  const other = await aReportSlip(clerk);
  const next = await open(other.slip, '1962', opened.cookies);
  expect((await read(next.cookies)).data).toMatchObject({ data: { review: null } });
});
