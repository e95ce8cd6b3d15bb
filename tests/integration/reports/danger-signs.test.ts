import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { confirmedSigns, dangerSigns } from '~/domain/report/danger-signs';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { runAsRequest } from '~/platform/observability/request-context.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { screens } from '~/urls/screens';
import { toSignWords } from '~/web/pipeline/sign-words.server';
import { a, an, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportSlip, firstLogIn, openReportSlip, slipFrom } from '../../support/desk';
import { aKey } from '../../support/keys';
import { aReportOf, correctReportOf, sendReview, uploadFields } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { sendFor } from '../../support/sending';
import { aShareOf, openShareBy } from '../../support/shares';
import { confirmSigns, signTracesIn } from '../../support/signs';
import { call, visit } from '../../support/url-map';
import { aWebhookOf } from '../../support/webhooks';

clinicForFile();

const small = { file: 'rash.png' };
const rowOf = async (id: string) => (await db().select().from(reports).where(eq(reports.id, id)))[0];
const readAs = async ({ token }: Pick<Somebody, 'token'>, reportId: string) =>
  (await callApi(apiRoute('report/get-report'), { token, params: { reportId } })).json.data as {
    dangerSigns: string[] | null;
    urgent: boolean;
  };

describe('a danger sign', () => {
  test.each(dangerSigns)('%s marks the report as urgent, and is sealed in its row', async (sign) => {
    const { _id } = await aReportOf(await a.patient(), { ...small, dangerSigns: sign });
    const row = await rowOf(_id);
    expect(row?.urgentAt).toEqual(expect.any(Date));
    expect(row?.dangerSigns).toBe(JSON.stringify([sign]));
  });

  test('of another upload with the same content makes a report of its own', async () => {
    const patient = await a.patient();
    const send = (dangerSigns?: string) =>
      aReportOf(patient, { ...small, submissionKey: 'one form', dangerSigns });
    const ids = [];
    for (const signs of [undefined, 'fits', 'fits,bleeding', 'bleeding,fits', undefined, 'fits'])
      ids.push((await send(signs))._id);
    const [none, fits, both, sameBoth, noneAgain, fitsAgain] = ids;
    expect([sameBoth, noneAgain, fitsAgain]).toEqual([both, none, fits]);
    expect(new Set([none, fits, both]).size).toBe(3);
  });

  test('is refused if nobody knows it', async () => {
    const body = uploadFields(new File(['%PDF'], 'none.pdf'), { dangerSigns: 'hiccups' });
    const { token } = await a.patient();
    const { status, json } = await callApi(apiRoute('report/upload-report'), { method: 'POST', token, body });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['dangerSigns']]);
  });

  test('stays as it was sent after a correction, is in the archive’s column, and goes with the report', async () => {
    const patient = await a.patient();
    const { _id } = await aReportOf(patient, { ...small, dangerSigns: 'fits', urgent: 'on' });
    await correctReportOf(patient, _id, { description: 'Worse since noon', dangerSigns: 'bleeding' });
    expect(await rowOf(_id)).toMatchObject({
      description: 'Worse since noon',
      dangerSigns: '["fits","saidUrgent"]',
    });
    await call('DELETE /report/delete-report/:reportId', {
      token: patient.token,
      params: { reportId: _id },
    });
    expect(await rowOf(_id)).toBeUndefined();
  });
});

describe('the signs of a report', () => {
  test('are read by approved experts and admins, and by nobody else', async () => {
    const [patient, helper, clerk, admin, expert, masked] = [
      await a.patient(),
      await a.helper(),
      await a.clerk(),
      await an.admin(),
      await an.expert(),
      await an.unapprovedExpert(),
    ];
    const key = await aKey(admin, ['reports.read', 'files.read', 'reports.send', 'people.read']);
    await aWebhookOf(admin);
    const account = await slipFrom(helper);
    const owner = { ...(await firstLogIn(account)), id: account.userId };
    const signs = confirmedSigns.join();
    const sent = await sendFor(helper, { userId: account.userId, birthYear: '1962', dangerSigns: signs });
    const uploaded = await callApi(apiRoute('report/upload-report'), {
      method: 'POST',
      token: patient.token,
      body: uploadFields(await fixture('rash.png'), { dangerSigns: signs, urgent: 'on' }),
    });
    const { reportId } = uploaded.json.data as { reportId: string };

    expect((await readAs(expert, reportId)).dangerSigns).toEqual(dangerSigns);
    expect((await readAs(admin, reportId)).dangerSigns).toEqual(dangerSigns);
    const desk = await visit(screens.addReview.path, expert, { params: { reportId } });
    expect((desk.data as { signs: { words: string }[] }).signs.map(({ words }) => words)).toEqual(
      dangerSigns.map((sign) => toSignWords('en', sign)),
    );

    const share = await aShareOf(patient, [reportId]);
    const answers: [who: string, text: string][] = [
      ['the upload', uploaded.text],
      ['the helper’s upload', sent.text],
      ['the link', (await openShareBy(share)).text],
    ];
    const lists = ['get-reports', 'get-pending-reports', 'sent', 'changes', 'to-tell', 'shares'];
    for (const somebody of [patient, owner, helper, clerk, masked, key]) {
      for (const list of lists)
        answers.push([list, (await callApi(apiRoute(`report/${list}`), { token: somebody.token })).text]);
      answers.push(['get-report', JSON.stringify((await readAs(somebody, reportId)) ?? null)]);
    }
    for (const somebody of [patient, helper, clerk, masked])
      for (const screen of [
        screens.home,
        screens.report,
        screens.previousReport,
        screens.pendingReport,
        screens.markUrgent,
        screens.correctReport,
        screens.reportSubmitted,
        screens.sentReports,
        screens.toTell,
      ]) {
        const params = { reportId, userId: patient.id };
        const page = await visit(screen.path, somebody, { params });
        answers.push([screen.path, JSON.stringify(page.data ?? null)]);
      }
    answers.push(['e-mails', JSON.stringify(await db().select().from(outbox).orderBy(outbox.id))]);
    answers.push(['audit', JSON.stringify(await db().select().from(audit).orderBy(audit.id))]);
    expect(answers.filter(([, text]) => text.includes(reportId)).length).toBeGreaterThan(8);
    for (const [who, text] of answers) expect(signTracesIn(text), who).toEqual([]);

    // They stay for the doctors, and for nobody else, once there is an answer.
    await sendReview({ reportId, token: expert.token, review: 'All is well' });
    expect((await readAs(expert, reportId)).dangerSigns).toEqual(dangerSigns);
    expect((await readAs(patient, reportId)).dangerSigns).toBeNull();
  });

  test('stand on no slip, and on no page of the account that it opens', async () => {
    const { owner, reportId, slip } = await aReportSlip(await a.clerk(), 'fits', { dangerSigns: 'fits' });
    const opened = await openReportSlip(slip, 1962);
    expect(opened.status).toBe(200);
    expect(signTracesIn(opened.text)).toEqual([]);
    expect((await readAs(owner, reportId)).dangerSigns).toBeNull();
  });

  test('are hidden from a doctor who sent the report, as from every patient', async () => {
    const expert = await an.expert();
    const { _id } = await aReportOf(expert, { ...small, dangerSigns: 'fits' });
    expect((await readAs(expert, _id)).dangerSigns).toBeNull();
    expect((await readAs(await an.expert(), _id)).dangerSigns).toEqual(['fits']);
  });
});

describe('the question at the upload', () => {
  type Question = {
    danger?: {
      list?: { english?: object; signs: { sign: string; words: string; english?: string }[] };
    };
  };
  const questionOf = async ({ cookie }: Pick<Somebody, 'cookie'>, language = 'en') => {
    const path = '/dashboard/upload-report';
    const request = { url: path, headers: { 'accept-language': language }, socket: {} };
    const page = await runAsRequest('one', () => getPage(uploadPage, { path, cookie }), {
      request,
    } as never);
    return (page.data as Question).danger;
  };

  test('shows the signs once the clinic has confirmed them, with the English words until a language is checked', async () => {
    const patient = await a.patient();
    expect(await questionOf(patient)).toBeDefined();
    expect((await questionOf(patient))?.list).toBeUndefined();
    await confirmSigns('te');
    expect((await questionOf(patient))?.list, 'a translation confirms nothing').toBeUndefined();
    await confirmSigns('en');
    const english = (await questionOf(patient))?.list;
    expect(english?.signs.map(({ sign }) => sign)).toEqual(confirmedSigns);
    expect(english?.signs[0]?.words).toBe('Pain or pressure in the chest');
    expect(JSON.stringify(english)).not.toContain('"english"');

    const shownSigns = (await questionOf(patient, 'te'))?.list;
    expect(JSON.stringify(shownSigns), 'checked before').not.toContain('Heavy bleeding');
    const unchecked = (await questionOf(patient, 'ur'))?.list;
    expect(unchecked).toMatchObject({
      english: { callNow: 'If so, call 112 or go to a hospital now.' },
    });
    expect(unchecked?.signs[0]).toMatchObject({
      words: 'سینے میں درد یا دباؤ',
      english: 'Pain or pressure in the chest',
    });
    expect(unchecked?.signs.every(({ english: beside }) => beside)).toBe(true);
  });

  test('keeps what was ticked if the form comes back with a mistake', async () => {
    const patient = await a.patient();
    const fields = uploadFields(new File(['%PDF'], 'none.pdf'), { phoneNumber: '' });
    fields.append('dangerSigns', 'fits');
    fields.append('dangerSigns', 'bleeding');
    const { typed } = await postPage(uploadPage, {
      path: '/dashboard/upload-report',
      cookie: patient.cookie,
      fields,
    });
    expect(typed).toMatchObject({ dangerSigns: 'fits,bleeding' });
  });
});
