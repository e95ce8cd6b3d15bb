import { beforeAll, describe, expect, test } from 'vitest';
import { hasAbility } from '~/domain/kernel/abilities';
import { translate } from '~/i18n/translate';
import { reportTypes } from '~/platform/enums';
import * as home from '~/routes/dashboard/home';
import * as toTellPage from '~/routes/dashboard/to-tell';
import { type Screen, screens } from '~/urls/screens';
import { rootLoader } from '~/web/pages/root-data.server';
import { calls } from '../../support/calls';
import { a, an, fixture, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { anAnswerSentBy, anUntoldAnswer, identityOf, slipFrom } from '../../support/desk';
import { aReportOf, sendReview, uploadFields } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { statusOf } from '../../support/screen-access';
import { visit } from '../../support/url-map';

const goTodayWords = 'Your potassium is high. Please go to a hospital today and show them this.';

let clerk: Somebody;
let admin: Somebody;
clinicForFile({ HELPLINE: '1800 000 000' });
beforeAll(async () => {
  [clerk, admin] = [await a.clerk(), await an.admin()];
});

type Row = {
  reportId: string;
  firstName: string;
  toldAt: string | null;
  goToday: boolean;
  links: { whatsApp: string; sms: string } | null;
};

async function listOf({ cookie }: Somebody): Promise<Row[]> {
  const { data } = await getPage(toTellPage, { path: '/dashboard/to-tell', cookie });
  return (data as { data: Row[] }).data;
}

const rowOf = async (staff: Somebody, id: string) =>
  (await listOf(staff)).find(({ reportId }) => reportId === id);

const record = (staff: Somebody, row: Row | undefined, outcome: string, whom = '') =>
  postPage(toTellPage, {
    path: '/dashboard/to-tell',
    cookie: staff.cookie,
    fields: {
      reportId: row?.reportId ?? '',
      kind: 'answer',
      subject: '1',
      toldAt: row?.toldAt ?? '',
      outcome,
      whom,
    },
  });

test('a message leads to the log-in page and says nothing else, only where it is allowed', async () => {
  const [{ reportId: closed }, { reportId: open }] = [
    await anUntoldAnswer(clerk),
    await anUntoldAnswer(clerk, { mayWrite: true, firstName: 'Gita' }),
  ];
  expect((await rowOf(clerk, closed))?.links).toBeNull();
  const links = (await rowOf(clerk, open))?.links;
  const { host, pathname, searchParams } = new URL(links?.whatsApp ?? '');
  expect([host, pathname]).toEqual(['wa.me', '/919812345678']);
  const address = `${origin}/login`;
  const text = searchParams.get('text') ?? '';
  expect(text).toBe(
    [
      translate('te', 'tellText.answer', { product: 'SecondLook', firstName: 'Gita', address }),
      translate('te', 'tellText.orCall', { helpline: '1800 000 000' }),
    ].join(' '),
  );
  expect(links?.sms).toBe(`sms:+919812345678?body=${encodeURIComponent(text)}`);
});

test('of two staff the second reads who was first, and when', async () => {
  const { reportId } = await anUntoldAnswer(clerk);
  const row = await rowOf(clerk, reportId);
  expect((await record(clerk, row, 'told')).toast?.type).toBe('success');
  const second = await record(admin, row, 'noAnswer');
  expect(second.location).toBe('/dashboard/to-tell');
  expect(second.toast).toMatchObject({
    type: 'error',
    message: expect.stringMatching(/^Ravi \w+ recorded this at \d\d:\d\d/),
  });
});

test('the home of an admin counts the people to tell', async () => {
  const countOf = async () => {
    const { data } = await getPage(home, { path: '/dashboard/home', cookie: admin.cookie });
    return (data as { admin: { toCall: { others: number } } }).admin.toCall.others;
  };
  const before = await countOf();
  await anUntoldAnswer(clerk);
  expect(await countOf()).toBe(before + 1);
});

describe('somebody who has to go to a doctor today', () => {
  const urgent = (staff: Somebody) =>
    anUntoldAnswer(staff, {}, { review: goTodayWords, nextStep: 'goToday' });
  const recordCall = async (staff: Somebody, id: string, outcome: string) =>
    record(staff, await rowOf(staff, id), outcome, 'Her son');

  test('stands first for the front desk, until somebody was reached', async () => {
    await anUntoldAnswer(clerk);
    const { reportId } = await urgent(clerk);
    const [first] = await listOf(clerk);
    expect(first).toMatchObject({ reportId, goToday: true });
    await record(clerk, first, 'told');
    expect((await listOf(admin))[0]).toMatchObject({ reportId, goToday: true });
    expect((await recordCall(clerk, reportId, 'notReached')).toast?.type).toBe('success');
    expect(await rowOf(clerk, reportId), 'until then it is greyed').toMatchObject({
      goToday: true,
      dueAt: expect.any(String),
    });
    expect((await recordCall(clerk, reportId, 'reached')).toast?.type).toBe('success');
    expect(await rowOf(admin, reportId)).toBeUndefined();
  });

  test('of an account with e-mail is told by the same list, home and menu, until reached', async () => {
    const [patient, expert] = [await a.patient(), await an.expert()];
    const { _id } = await aReportOf(patient);
    const countsOf = async ({ cookie }: Somebody) => {
      const { data } = await getPage(home, { path: '/dashboard/home', cookie });
      const { duty, admin: ofAdmin } = data as {
        duty?: { first: number };
        admin?: { toCall: { first: number } };
      };
      const request = new Request(`${origin}/dashboard/home`, { headers: { cookie } });
      const frame = await rootLoader({ request, params: {}, context: {} });
      return [(duty ?? ofAdmin?.toCall)?.first, frame.data.person?.toCall?.first];
    };
    const before = await countsOf(clerk);
    await sendReview({ reportId: _id, token: expert.token, review: goTodayWords, nextStep: 'goToday' });
    const more = before.map((count) => Number(count) + 1);
    for (const outcome of ['waits', 'notReached', 'reached']) {
      if (outcome !== 'waits') expect((await recordCall(clerk, _id, outcome)).toast?.type).toBe('success');
      const isOver = outcome === 'reached';
      for (const staff of [clerk, admin]) {
        expect((await rowOf(staff, _id))?.goToday, outcome).toBe(isOver ? undefined : true);
        expect(await countsOf(staff), outcome).toEqual(isOver ? before : more);
      }
    }
  });

  test('leaves the list by reading the answer', async () => {
    const { reportId, owner } = await urgent(clerk);
    const seen = { method: 'POST', token: owner.token, params: { reportId } };
    await callApi(apiRoute('report/review-seen'), seen);
    expect(await rowOf(clerk, reportId)).toBeUndefined();
  });

  test('is marked for a helper only where the patient lets them read', async () => {
    const helper = await a.helper();
    const { token } = await an.expert();
    const sent: string[] = [];
    for (const [at, mayRead] of ['false', 'true'].entries()) {
      const { userId } = await slipFrom(helper, { birthYear: 1960 });
      const body = uploadFields(await fixture(at === 0 ? 'rash.png' : 'xray.jpg'));
      for (const [name, value] of Object.entries({ userId, birthYear: '1960', mode: 'paper', mayRead }))
        body.set(name, value);
      const { json } = await callApi(apiRoute('report/upload-for'), {
        method: 'POST',
        token: helper.token,
        body,
      });
      const { reportId } = json.data as { reportId: string };
      await sendReview({ reportId, token, review: goTodayWords, nextStep: 'goToday' });
      sent.push(reportId);
    }
    const marks = await Promise.all(sent.map((id) => rowOf(helper, id)));
    expect(marks.map((row) => row?.goToday)).toEqual([false, true]);
  });
});

const files = ['raw', 'image', 'page', 'thumbnail'].map((kind) => `/files/${kind}`);

describe.each([
  ['a helper', () => a.helper(), { isHelper: true }],
  ['a clerk', () => a.clerk(), { isFrontDesk: true }],
] as const)('of others %s gets', (_, make, duty) => {
  test('no file, description, type or review, on any page and in any answer', async () => {
    const staff = await make();
    const urgent = { review: goTodayWords, nextStep: 'goToday' };
    const sentByHelper = async () => {
      const { slip, reportId } = await anAnswerSentBy(staff, { description: 'Zebra stripes' });
      return { reportId, owner: { id: slip.userId } };
    };
    const { reportId, owner } = await ('isHelper' in duty
      ? sentByHelper()
      : anUntoldAnswer(staff, {}, urgent));
    const status = { ...statusOf.Patient, ...duty };
    const answers: string[] = [];
    const params = { reportId, userId: owner.id, patientId: owner.id };
    for (const screen of Object.values<Screen>(screens)) {
      if (screen.for === 'everybody' || screen.for === 'guests') continue;
      if (!hasAbility(status, screen.for) || !screen.file.endsWith('.tsx')) continue;
      answers.push(JSON.stringify((await visit(screen.path, staff, { params })).data ?? null));
    }
    for (const [path, { GET }] of Object.entries(calls)) {
      if (!GET || GET.allow === 'anyone' || !hasAbility(status, GET.allow)) continue;
      answers.push((await callApi(apiRoute(path.replace(/\/:.*/, '')), { token: staff.token, params })).text);
    }
    const told = { ...identityOf(owner.id), reportId };
    for (const path of ['slip/issue', 'account/slip'])
      answers.push((await callApi(apiRoute(path), { method: 'POST', token: staff.token, body: told })).text);
    const all = answers.join('\n');
    expect(all).toContain(reportId);
    for (const secret of ['Zebra', 'potassium', 'Drink', ...files, ...reportTypes.map((type) => `"${type}"`)])
      expect(all, secret).not.toContain(secret);
  });
});
