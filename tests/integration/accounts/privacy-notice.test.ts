import { getTableColumns } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { archiveOwnerReason, notPersonalReason, parentReason } from '~/domain/kernel/archive-reasons';
import { buildNotice, readNoticeVersion } from '~/domain/own-data/notice-content.server';
import { noticeOfOthers, noticeTopics, type TableNotice } from '~/domain/own-data/notice-purposes';
import { personalData } from '~/domain/own-data/personal-data';
import { noticeOfTables } from '~/domain/own-data/privacy-notice';
import { catalogues } from '~/i18n/catalogues';
import { allLanguages } from '~/i18n/languages';
import { translate } from '~/i18n/translate';
import {
  complaintSubjects,
  complaints,
  noticesSeen,
  registrationChecks,
} from '~/platform/db/core/tables/accountability.server';
import { db } from '~/platform/db/db.server';
import { runAsRequest } from '~/platform/observability/request-context.server';
import { getSettings, setSettings, setTypedWords } from '~/platform/settings/env.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as privacyPage from '~/routes/public/privacy';
import { a, an, fixture, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, uploadFields } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const notices: Record<string, TableNotice> = noticeOfTables;
const notSaid: string[] = [notPersonalReason, parentReason, archiveOwnerReason];
const context = { sentenceIn: translate };
const versionNow = () => readNoticeVersion(context);

describe('the map of the notice', () => {
  test.each(Object.entries(personalData as Record<string, Record<string, string>>))(
    'has a purpose for %s, a phrase for each personal column, and none for another',
    (table, handling) => {
      const personal = Object.keys(handling).filter((column) => !notSaid.includes(handling[column] ?? ''));
      const phrases = notices[table]?.columns ?? {};
      expect(notices[table], `${table} has no purpose in privacy-notice.ts`).toBeDefined();
      expect(Object.keys(phrases)).toEqual(expect.arrayContaining(personal));
      expect(Object.keys(handling)).toEqual(expect.arrayContaining(Object.keys(phrases)));
    },
  );

  test.each(Object.entries({ registrationChecks, complaints, complaintSubjects }))(
    'names columns of %s that exist',
    (name, table) => {
      expect(Object.keys(getTableColumns(table))).toEqual(
        expect.arrayContaining(Object.keys(notices[name]?.columns ?? {})),
      );
    },
  );

  test('has its words in every language, and says every topic', () => {
    const entries = [...Object.values(notices), ...noticeOfOthers];
    const data = [...Object.values(notices).flatMap(({ columns }) => Object.values(columns))];
    const keys = [
      ...[...data, ...noticeOfOthers.flatMap((other) => other.data)].map((end) => `privacyData.${end}`),
      ...entries.map(({ until }) => `privacyUntil.${typeof until === 'string' ? until : until.end}`),
      ...entries.flatMap(({ seenBy }) => seenBy.map((reader) => `privacySeen.${reader}`)),
      ...noticeTopics.flatMap((topic) => [`privacyTopic.${topic}`, `privacyWhy.${topic}`]),
    ];
    for (const language of allLanguages)
      expect(Object.keys(catalogues[language].privacy), language).toEqual(
        expect.arrayContaining([...new Set(keys)]),
      );
    expect(new Set(entries.map(({ topic }) => topic))).toEqual(new Set(noticeTopics));
  });
});

describe('the version of the notice', () => {
  let settings: ReturnType<typeof getSettings>;
  beforeEach(() => {
    settings = getSettings();
  });
  afterEach(() => setSettings(settings));

  test('changes with a typed word, with a setting and with a phrase, and stays when they return', () => {
    const first = versionNow();
    expect(first).toMatch(/^[\w-]{16}$/);
    const versions = [first];
    setTypedWords({ PROCESSORS: 'Hosting Ltd' });
    versions.push(versionNow());
    setTypedWords({ COMPLAINTS_OFFICE: 'The board' });
    versions.push(versionNow());
    setTypedWords({});
    expect(versionNow()).toBe(first);
    setSettings({ ...settings, SMTP_URL: 'smtps://clinic:secret@mail.example:465' });
    versions.push(versionNow());
    setSettings({ ...settings, SMS_URL: 'https://texts.example/send' });
    versions.push(versionNow());
    setSettings({ ...settings, STORAGE_URL: 's3://clinic/reports', S3_ENDPOINT: 'https://store.example' });
    versions.push(versionNow());
    setSettings(settings);
    versions.push(
      readNoticeVersion({
        sentenceIn: (language, messageKey, values) =>
          messageKey === 'privacyData.name' ? 'your names' : translate(language, messageKey, values),
      }),
    );
    expect(new Set(versions).size).toBe(versions.length);
  });

  test('says hosts without users, passwords and ports', () => {
    setSettings({ ...settings, SMTP_URL: 'smtps://clinic:secret@mail.example:465' });
    const { machines } = buildNotice(context, 'en');
    expect(machines[0]).toBe('E-mails leave through the mail server mail.example.');
    expect(JSON.stringify(machines)).not.toContain('secret');
  });

  test('says that nobody reads a password', () => {
    const items = buildNotice(context, 'en').topics.flatMap((topic) => topic.items);
    const ofPassword = items.filter(({ what }) => what.some((words) => words.startsWith('your password')));
    expect(ofPassword.map(({ seenBy }) => seenBy)).toEqual([['nobody; only the program uses it']]);
  });

  test('says the periods that the program holds to', () => {
    const said = JSON.stringify(buildNotice(context, 'en'));
    for (const sentence of [
      'never longer than 30 days',
      'Never longer than 30 days after the last change',
      'Never longer than 60 days after the last change',
      'For 7 days; longer only while it could not be sent',
      'For 90 days after the clinic has dealt with it',
    ])
      expect(said).toContain(sentence);
  });
});

describe('the notice', () => {
  clinicForFile();

  type Answered = { version: string; language: string; topics: { title: string }[] };
  /** Acts as a request of a browser in a language. */
  const inLanguage = <Result>(language: string, act: () => Result): Result => {
    const request = { url: '/api/v1/notices/privacy', headers: { 'accept-language': language }, socket: {} };
    return runAsRequest('one', act, { request } as never);
  };
  const readAs = (language: string) => inLanguage(language, () => callApi(apiRoute('notices/privacy'), {}));
  const note = ({ token }: Pick<Somebody, 'token'>, version: string, language = 'te') =>
    inLanguage(language, () =>
      callApi(apiRoute('notices/privacy'), { method: 'PUT', token, body: { version } }),
    );
  const seenBy = async ({ id }: Somebody) =>
    (await db().select().from(noticesSeen).orderBy(noticesSeen.version)).filter(
      ({ userId }) => userId === id,
    );
  const blockFor = async ({ cookie }: Somebody) =>
    (
      (await getPage(uploadPage, { path: '/dashboard/upload-report', cookie })).data as {
        notice?: { version: string; title: string };
      }
    ).notice;

  test('is read by everybody in each language, with one version', async () => {
    const versions = new Set<string>();
    const titles = new Set<string>();
    for (const language of allLanguages) {
      const { status, json } = await readAs(language);
      expect(status).toBe(200);
      const notice = json.data as Answered;
      expect(notice.language).toBe(language);
      versions.add(notice.version);
      for (const { title } of notice.topics.slice(0, 1)) titles.add(title);
    }
    expect([...versions]).toEqual([versionNow()]);
    expect(titles.size).toBe(allLanguages.length);
  });

  test('is noted once, however often it is sent, in the language of the first time', async () => {
    const patient = await a.patient();
    const answers = await Promise.all([note(patient, versionNow()), note(patient, versionNow())]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await note(patient, versionNow(), 'hi');
    expect(await seenBy(patient)).toMatchObject([{ version: versionNow(), language: 'te' }]);
  });

  test('is not noted for another version, and for nobody without a log-in', async () => {
    const patient = await a.patient();
    const old = await note(patient, 'aaaaaaaaaaaaaaaa', 'en');
    expect([old.status, old.json.message]).toEqual([409, 'This page has changed. Please read it again.']);
    expect((await note(patient, 'x')).status).toBe(422);
    expect((await note({ token: '' }, versionNow())).status).toBe(401);
    expect(await seenBy(patient)).toEqual([]);
  });

  test('stands above the upload form until the button is pressed, in one tab or two', async () => {
    const patient = await a.patient();
    const block = await blockFor(patient);
    expect(block).toMatchObject({ version: versionNow(), title: 'Before you send' });
    const fields = { version: versionNow(), from: 'upload' };
    for (const _tab of [1, 2]) {
      const { location } = await postPage(privacyPage, {
        path: '/privacy',
        cookie: patient.cookie,
        origin,
        fields,
      });
      expect(location).toBe('/dashboard/upload-report');
    }
    expect(await blockFor(patient)).toBeUndefined();
    expect(await seenBy(patient)).toHaveLength(1);
    setTypedWords({ PROCESSORS: 'Hosting Ltd' });
    expect(await blockFor(patient)).toMatchObject({ title: 'What we keep has changed' });
    setTypedWords({});
  });

  test('counts as shown if the form below it is sent, and never stands in its way', async () => {
    const [sender, silent, caller] = [await a.patient(), await a.patient(), await a.patient()];
    const sendBy = async ({ cookie }: Somebody, shown: Record<string, string>) => {
      const fields = uploadFields(await fixture('blood-test.pdf'), { urgent: 'on' });
      for (const [name, value] of Object.entries(shown)) fields.set(name, value);
      return postPage(uploadPage, { path: '/dashboard/upload-report', cookie, fields });
    };
    const shown = { noticeVersion: versionNow(), noticeLanguage: 'ur' };
    expect((await sendBy(sender, shown)).location).toBe('/report-submitted');
    expect(await seenBy(sender)).toMatchObject([{ language: 'ur' }]);
    expect((await sendBy(silent, { noticeVersion: 'aaaaaaaaaaaaaaaa', noticeLanguage: 'ur' })).location).toBe(
      '/report-submitted',
    );
    await aReportOf(caller);
    for (const somebody of [silent, caller]) expect(await seenBy(somebody)).toEqual([]);
  });

  test('is offered to doctors and admins too, and goes with the account', async () => {
    for (const somebody of [await an.expert(), await an.admin()]) {
      expect((await note(somebody, versionNow())).status).toBe(200);
      expect(await seenBy(somebody)).toHaveLength(1);
    }
  });
});
