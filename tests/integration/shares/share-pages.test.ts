import jsqr from 'jsqr';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { translate } from '~/i18n/translate';
import * as listPage from '~/routes/dashboard/previous-report';
import * as createPage from '~/routes/dashboard/share-report';
import * as sharesPage from '~/routes/dashboard/shares';
import * as fileRoute from '~/routes/files/shared-file';
import * as pageRoute from '~/routes/files/shared-page';
import * as loginPage from '~/routes/guest/login';
import * as openPage from '~/routes/public/open-share';
import * as readPage from '~/routes/public/read-share';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, aReviewedReportOf } from '../../support/reports';
import { getPage, openFile, postPage } from '../../support/requests';
import { aShareOf, endShareBy, type MadeShare, reader } from '../../support/shares';

let patient: Somebody;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});

const open = ({ token, passcode }: Pick<MadeShare, 'token' | 'passcode'>, cookie?: string) =>
  postPage(openPage, {
    path: `/s/${token}`,
    params: { token },
    fields: { passcode, ...reader },
    cookie,
  });
const read = (cookie?: string, part = '1') =>
  getPage(readPage, { path: `/shared/${part}`, params: { part }, cookie });

test('the form keeps what was ticked, and the answer shows link, code and passcode once', async () => {
  const [{ _id: first }, { _id: second }] = [
    await aReportOf(patient),
    await aReportOf(patient, { reportType: 'ECG' }),
  ];
  const { _id: withdrawn } = await aReportOf(await a.patient());
  const page = {
    path: `/dashboard/share-report/${first}`,
    params: { reportId: first },
    cookie: patient.cookie,
  };
  const { data: form } = await getPage(createPage, page);
  expect(form).toMatchObject({ chosenId: first });
  expect(JSON.stringify(form)).not.toContain(withdrawn);
  const fields = new FormData();
  fields.append('reportIds', first);
  fields.append('reportIds', second);
  fields.set('label', 'For Dr Rao');
  const refused = await postPage(createPage, { ...page, fields });
  expect(refused).toMatchObject({ status: 400, fieldErrors: { hours: translate('en', 'share.wrongHours') } });
  expect(refused.typed).toMatchObject({ reportIds: `${first},${second}`, label: 'For Dr Rao' });
  fields.set('hours', '24');
  const { data } = await postPage(createPage, { ...page, fields });
  const { shown } = data as { shown: Record<'address' | 'passcode' | 'picture', string> };
  const { data: pixels, info } = await sharp(Buffer.from(shown.picture.split(',')[1] ?? '', 'base64'), {
    density: 300,
  })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsqr(new Uint8ClampedArray(pixels), info.width, info.height)?.data).toBe(shown.address);
  expect(shown.address).toMatch(/\/s\/[\w-]{43}$/);
  expect(shown.address).not.toContain(shown.passcode);

  const { data: list } = await getPage(sharesPage, { path: '/dashboard/shares', cookie: patient.cookie });
  for (const secret of [shown.passcode, shown.address]) expect(JSON.stringify(list)).not.toContain(secret);
  const token = shown.address.split('/').at(-1) ?? '';
  expect((await open({ token, passcode: shown.passcode })).location).toBe('/shared/1');
});

test('the page of a link is the same for every token, and so is the answer to each that does not open', async () => {
  const { _id: reportId } = await aReportOf(patient);
  const [share, ended] = [await aShareOf(patient, [reportId]), await aShareOf(patient, [reportId])];
  await endShareBy(patient, ended._id);
  const unknown = 'k2fZ0n1p'.repeat(5);
  const form = (token: string) => getPage(openPage, { path: `/s/${token}`, params: { token } });
  expect(await form(share.token)).toEqual(await form(unknown));
  const refused = await open({ ...share, passcode: 'wrong' });
  expect(refused).toMatchObject({ status: 404, fieldErrors: { '': translate('en', 'share.over') } });
  expect(refused.typed).toMatchObject(reader);
  expect(JSON.stringify(refused)).not.toContain('wrong');
  for (const token of [unknown, ended.token])
    expect(await open({ token, passcode: 'wrong' })).toEqual(refused);
});

test('an opened link is read by its cookie until Done, a log-in or its end', async () => {
  const expert = await an.expert();
  const { _id: reviewed } = await aReviewedReportOf(patient, expert, 'Drink more water');
  const { _id: picture } = await aReportOf(patient, { file: 'rash.png' });
  const { _id: other } = await aReportOf(patient, { description: 'Zebra stripes' });
  const share = await aShareOf(patient, [reviewed, picture]);
  const opened = await open(share);
  expect(opened.setCookies[0]).toMatch(/^share=.*Max-Age=1800;.*HttpOnly; SameSite=Lax/);
  for (const secret of [share.token, share.passcode]) expect(opened.cookies).not.toContain(secret);
  const shown = await read(opened.cookies);
  expect(shown.data).toMatchObject({ shown: 1, data: [{ _id: picture }, { _id: reviewed }] });
  expect(await read(opened.cookies, '2')).toMatchObject({ data: { shown: 2 } });
  expect(await read(opened.cookies, '9')).toMatchObject({ data: { shown: 1 } });
  for (const hidden of ['98765', patient.email, other, 'Zebra', share.token, share.passcode])
    expect(JSON.stringify(shown.data)).not.toContain(hidden);

  const params = { shareId: share._id, reportId: picture };
  const fileWith = (cookie?: string) =>
    openFile(fileRoute, { path: `/files/shared/${share._id}/${picture}`, params, cookie });
  const pageWith = (cookie?: string) =>
    openFile(pageRoute, {
      path: `/files/shared-page/${share._id}/${picture}/1`,
      params: { ...params, page: '1' },
      cookie,
    });
  for (const file of [fileWith, pageWith]) {
    const answer = await file(opened.cookies);
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
    const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    for (const hidden of ['98765', patient.email]) expect(bytes).not.toContain(hidden);
    expect((await file()).status).toBe(404);
    expect((await file(patient.cookie)).status).toBe(404);
  }

  const closed = await postPage(readPage, {
    path: '/shared/1',
    params: { part: '1' },
    cookie: opened.cookies,
  });
  expect([closed.location, closed.toast?.message]).toEqual(['/', translate('en', 'share.closed')]);
  const logIn = await postPage(loginPage, {
    path: '/login',
    fields: { email: patient.email, password },
    cookie: opened.cookies,
  });
  for (const { setCookies } of [closed, logIn])
    expect(setCookies.some((line) => /^share=;.*Max-Age=0/.test(line))).toBe(true);
  expect((await read()).status).toBe(404);

  await postPage(sharesPage, {
    path: '/dashboard/shares',
    cookie: patient.cookie,
    fields: { shareId: share._id },
  });
  expect((await read(opened.cookies)).status).toBe(404);
  for (const file of [fileWith, pageWith]) expect((await file(opened.cookies)).status).toBe(404);
});

test('the list of reports says for a week that a link was guessed at', async () => {
  const owner = await a.patient();
  const { _id: reportId } = await aReportOf(owner);
  const share = await aShareOf(owner, [reportId]);
  const path = `/dashboard/previous-report/${owner.id}`;
  const guessedAt = async () => {
    const { data } = await getPage(listPage, { path, params: { patientId: owner.id }, cookie: owner.cookie });
    return (data as { guessedShareAt: string | null }).guessedShareAt;
  };
  for (let tries = 0; tries < 19; tries += 1) await open({ ...share, passcode: `no ${tries}` });
  expect(await guessedAt()).toBeNull();
  await open({ ...share, passcode: 'no' });
  expect(await guessedAt()).toEqual(expect.any(String));
});
