import { asc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { audit, messages } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { readSettings, setSettings } from '~/platform/settings/env.server';
import * as messagesPage from '~/routes/dashboard/admin/messages';
import * as aboutUs from '~/routes/public/about-us';
import * as callBackPage from '~/routes/public/call-back';
import * as contactPage from '~/routes/public/contact-us';
import * as home from '~/routes/public/home';
import * as queryPage from '~/routes/public/query';
import { rootLoader } from '~/web/pages/root-data.server';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { freshLimits } from '../../support/fresh-limits';
import { rawDatabase } from '../../support/raw';
import { type Fields, getPage, postPage } from '../../support/requests';

const support = 'desk@clinic.test';
const dayMs = 86_400_000;

let admin: Somebody;
const clinic = clinicForFile({ SUPPORT_EMAIL: support });
beforeAll(async () => {
  admin = await an.admin();
});
beforeEach(async () => {
  await execute(db().delete(messages));
});

const contact = (fields: Fields = {}) => postPage(contactPage, { path: '/contact-us', fields });
const query = (fields: Fields = {}) =>
  postPage(queryPage, {
    path: '/query',
    fields: { name: 'Asha', answerTo: 'asha@village.test', question: 'Is a fasting test needed?', ...fields },
  });
const callBack = (fields: Fields = {}) =>
  postPage(callBackPage, {
    path: '/call-back',
    fields: { name: 'Asha', phoneNumber: '9876543210', ...fields },
  });
const storedMessages = () => db().select().from(messages).orderBy(asc(messages.createdAt), asc(messages.id));
const newestEmail = async () => (await clinic.emails(support)).at(-1);

type Listed = {
  data: { _id: string; kind: string; name: string; text: string; closedAt: string | null }[];
  meta: { page: number; limit: number; total: number };
};
const listed = async (search = '', { cookie }: Pick<Somebody, 'cookie'> = admin) =>
  (await getPage(messagesPage, { path: `/dashboard/messages${search}`, cookie })).data as Listed;
const close = ({ cookie }: Pick<Somebody, 'cookie'>, messageId: string, search = '') =>
  postPage(messagesPage, { path: `/dashboard/messages${search}`, cookie, fields: { messageId } });
/** Inserts messages into the database, each a minute older than the one before. */
const put = (rows: { name: string; kind: 'contact' | 'query' | 'callback' }[]) =>
  execute(
    db()
      .insert(messages)
      .values(
        rows.map((row, at) => ({
          ...row,
          id: newId(),
          text: 'Hello',
          language: 'en' as const,
          createdAt: new Date(Date.now() - at * 60_000),
        })),
      ),
  );
const idOf = async (name: string) => (await storedMessages()).find((row) => row.name === name)?.id ?? '';

describe('the contact page', () => {
  const thanks = [302, '/contact-us', { type: 'success', message: 'Thank you for reaching out!' }];
  const answerOf = ({ status, location, toast }: Awaited<ReturnType<typeof contact>>) => [
    status,
    location,
    toast,
  ];

  test('thanks, stores the message and mails it to the clinic', async () => {
    const input = { name: 'Ravi', email: 'ravi@village.test', message: 'When are you open?\r\nOn Sunday?' };
    expect(answerOf(await contact(input))).toEqual(thanks);
    expect(await storedMessages()).toMatchObject([
      {
        kind: 'contact',
        name: 'Ravi',
        email: 'ravi@village.test',
        phone: null,
        text: 'When are you open?\nOn Sunday?',
        closedAt: null,
      },
    ]);
    const letter = await newestEmail();
    expect(letter?.subject).toBe('A message from the SecondLook contact page');
    for (const words of ['Ravi', 'ravi@village.test', 'When are you open?\nOn Sunday?']) {
      expect(letter?.text).toContain(words);
    }
  });

  test.each([
    ['nothing filled in', {}],
    ['spaces alone', { name: ' ', email: ' ', message: ' \n\t' }],
    ['a name without a message', { name: 'Ravi', email: 'ravi@village.test', message: '' }],
  ])('thanks for %s too, and stores nothing', async (_what, fields) => {
    const before = (await clinic.emails(support)).length;
    expect(answerOf(await contact(fields))).toEqual(thanks);
    expect(await storedMessages()).toEqual([]);
    expect(await clinic.emails(support)).toHaveLength(before);
  });

  test('accepts an invalid e-mail address, and cuts a text that is too long', async () => {
    const fields = { name: 'n'.repeat(900), email: 'call me', message: 'm'.repeat(20_000) };
    expect(answerOf(await contact(fields))).toEqual(thanks);
    const [row] = await storedMessages();
    expect([row?.name.length, row?.email, row?.text.length]).toEqual([200, 'call me', 5000]);
  });

  test('thanks even for more than the service reads at once', async () => {
    expect(answerOf(await contact({ message: 'm'.repeat(400_000) }))).toEqual(thanks);
  });

  test('thanks a client that floods it, and stores no more than the limit', async () => {
    await freshLimits(0.2);
    for (let at = 0; at < 4; at += 1) {
      expect(answerOf(await contact({ message: `Message ${at}` }))).toEqual(thanks);
    }
    await freshLimits(1000);
    expect((await storedMessages()).map(({ text }) => text).sort()).toEqual(['Message 0', 'Message 1']);
  });

  test('stores the message even if the clinic has no mailbox', async () => {
    const before = (await clinic.emails()).length;
    const settings = { DATABASE_URL: ':memory:', PUBLIC_URL: 'http://clinic.test' };
    setSettings(readSettings(settings));
    await contact({ message: 'Hello' });
    setSettings(readSettings({ ...settings, SUPPORT_EMAIL: support }));
    expect(await storedMessages()).toMatchObject([{ text: 'Hello' }]);
    expect(await clinic.emails()).toHaveLength(before);
  });
});

describe('a query from the home page', () => {
  test('is stored with the contact data, and its e-mail only says that it waits', async () => {
    const answer = await query({ answerTo: '98765 43210', question: 'Canary of a question' });
    expect([answer.status, answer.location, answer.toast]).toEqual([
      302,
      '/query?sent',
      { type: 'success', message: 'Thank you. We have received your question and will answer it.' },
    ]);
    await query({ answerTo: 'Asha@Village.test' });
    expect((await storedMessages()).map(({ email, phone }) => [email, phone])).toEqual([
      [null, '+919876543210'],
      ['asha@village.test', null],
    ]);
    const letter = await newestEmail();
    expect(letter?.subject).toBe('A question is waiting for an answer');
    expect(letter?.text).toContain('http://clinic.test/dashboard/messages?kind=query');
    expect(JSON.stringify(await clinic.emails(support))).not.toMatch(/Canary of a question|asha@village/i);
  });

  test('comes back with a sentence beside each missing field, and with the input', async () => {
    const empty = await query({ name: '', answerTo: ' ', question: '' });
    expect([empty.status, empty.fieldErrors]).toEqual([
      400,
      {
        name: 'Please enter your name',
        answerTo: 'Please enter an e-mail address or a phone number',
        question: 'Please write your question',
      },
    ]);
    for (const answerTo of ['12345', 'asha@', 'my house']) {
      const wrong = await query({ answerTo, question: 'Is it bad?' });
      expect([wrong.status, wrong.fieldErrors, wrong.typed]).toMatchObject([
        400,
        { answerTo: 'Please enter a complete e-mail address or a 10-digit phone number' },
        { name: 'Asha', answerTo, question: 'Is it bad?' },
      ]);
    }
    expect(await storedMessages()).toEqual([]);
  });
});

describe('a request to be called', () => {
  test('is stored with its number, and its e-mail only says that a caller waits', async () => {
    const answer = await callBack({ about: 'Canary of a complaint' });
    expect([answer.location, answer.toast?.message]).toEqual([
      '/call-back',
      'Thank you. A doctor will call you.',
    ]);
    const thanksPage = await getPage(callBackPage, { path: answer.location ?? '', cookie: answer.cookies });
    expect(thanksPage.data).toMatchObject({ called: '+919876543210' });
    expect(thanksPage.setCookies.join(), 'shown once').toMatch(/^called=;.*Max-Age=0/);
    await callBack({ phoneNumber: '+44 20 7946 0958' });
    expect((await storedMessages()).map(({ kind, phone, text }) => [kind, phone, text])).toEqual([
      ['callback', '+919876543210', 'Canary of a complaint'],
      ['callback', '+442079460958', ''],
    ]);
    const letter = await newestEmail();
    expect(letter?.subject).toBe('Someone has asked for a callback');
    expect(JSON.stringify(await clinic.emails(support))).not.toMatch(/Canary of a complaint|9876543210/);
  });

  test('requires a name and a number that can be called', async () => {
    const empty = await callBack({ name: '', phoneNumber: '' });
    expect([empty.status, empty.fieldErrors]).toEqual([
      400,
      { name: 'Please enter your name', phoneNumber: 'Phone number is required' },
    ]);
    const wrong = await callBack({ phoneNumber: '+44 1' });
    expect(wrong.fieldErrors).toEqual({
      phoneNumber: 'Please enter a 10-digit number, or include the country code',
    });
    expect(await storedMessages()).toEqual([]);
  });
});

test('says how long to wait when the forms of the home page are sent too often', async () => {
  await freshLimits(0.1);
  const [first, second] = [await query(), await callBack()];
  await freshLimits(1000);
  expect([first.status, second.status]).toEqual([302, 429]);
  expect(second.fieldErrors['']).toMatch(/Please try again in (\d+ minutes|1 hour)/);
  expect(await storedMessages()).toHaveLength(1);
});

test('keeps nothing of a message or its e-mail readable in the database', async () => {
  const input = { name: 'Canaryname', email: 'canary@village.test', message: 'canary of the contact page' };
  await contact(input);
  await query({ name: 'Canaryname', answerTo: '9123456780', question: 'canary of the query' });
  const bytes = await rawDatabase();
  for (const canary of [...Object.values(input), '9123456780', 'canary of the query']) {
    expect(bytes).not.toContain(canary);
  }
});

test.each([
  ['home', () => getPage(home, { path: '/' })],
  ['query', () => getPage(queryPage, { path: '/query' })],
  ['callback', () => getPage(callBackPage, { path: '/call-back' })],
])('names missing fields on the %s page without asking the server', async (_page, open) => {
  const { text } = await open();
  expect(text).toContain('Please enter your name');
});

test('shows the clinic’s contact data on both pages, and omits what is not set', async () => {
  const settings = { DATABASE_URL: ':memory:', PUBLIC_URL: 'http://clinic.test', SUPPORT_EMAIL: support };
  setSettings(readSettings({ ...settings, HELPLINE: '+91 11 4000 0000', OFFICE_ADDRESS: '12 River Road' }));
  const [about, contactUs] = [await getPage(aboutUs, {}), await getPage(contactPage, {})];
  setSettings(readSettings(settings));
  const details = {
    email: support,
    helpline: '+91\u00a011\u00a04000\u00a00000',
    office: '12 River Road',
    hours: '',
  };
  expect(about.data).toEqual({ ...details, outreach: '' });
  expect(contactUs.data).toMatchObject({ contactDetails: details });
});

describe('an admin', () => {
  test('sees the open messages of the three kinds, newest first, and can filter by kind', async () => {
    await put([
      { name: 'Third', kind: 'callback' },
      { name: 'Second', kind: 'query' },
      { name: 'First', kind: 'contact' },
    ]);
    const all = await listed();
    expect(all.data.map(({ name, kind }) => [name, kind])).toEqual([
      ['Third', 'callback'],
      ['Second', 'query'],
      ['First', 'contact'],
    ]);
    expect(all.meta).toEqual({ page: 1, limit: 20, total: 3 });
    expect((await listed('?kind=query')).data.map(({ name }) => name)).toEqual(['Second']);
    expect((await listed('?state=open&kind=')).data).toHaveLength(3);
    expect((await listed('?state=closed')).data).toEqual([]);
    expect((await listed('?kind=gossip')).data).toHaveLength(3);
  });

  test('closes one, which writes an audit entry, and returns to the filtered list', async () => {
    await query({ name: 'Her' });
    await query({ name: 'Him' });
    const id = await idOf('Her');
    const answer = await close(admin, id, '?kind=query');
    expect([answer.location, answer.toast]).toEqual([
      '/dashboard/messages?kind=query',
      { type: 'success', message: 'Message closed' },
    ]);
    expect((await listed()).data.map(({ name }) => name)).toEqual(['Him']);
    const [closed] = (await listed('?state=closed')).data;
    expect([closed?.name, typeof closed?.closedAt]).toEqual(['Her', 'string']);
    const lines = await db().select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id);
    expect(lines).toMatchObject([{ action: 'message.closed', actorId: admin.id }]);
  });

  test('is told when another has closed it, and when there is no such message', async () => {
    await query({ name: 'Her' });
    const id = await idOf('Her');
    const otherAdmin = await an.admin();
    await close(otherAdmin, id);
    const [row] = await storedMessages();
    for (const [messageId, message] of [
      [id, 'This message is already closed'],
      ['no-such-message', 'Message not found'],
    ] as const) {
      const answer = await close(admin, messageId);
      expect([answer.location, answer.toast]).toEqual(['/dashboard/messages', { type: 'error', message }]);
    }
    expect(await storedMessages(), 'the message stays closed by the first admin').toEqual([row]);
    expect(row?.closedBy).toBe(otherAdmin.id);
    expect(
      await db().select().from(audit).where(eq(audit.objectId, 'no-such-message')).orderBy(audit.id),
    ).toEqual([]);
  });

  test('closes it once if two do so at the same moment', async () => {
    await query({ name: 'Her' });
    const [id, otherAdmin] = [await idOf('Her'), await an.admin()];
    const answers = await Promise.all([close(admin, id), close(otherAdmin, id)]);
    expect(answers.map(({ toast }) => toast?.type).sort()).toEqual(['error', 'success']);
    expect(await db().select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id)).toHaveLength(1);
  });

  test('pages through more than twenty, and gets the previous page if one has become empty', async () => {
    await put(Array.from({ length: 21 }, (_, at) => ({ name: `Nr ${21 - at}`, kind: 'contact' })));
    expect((await listed()).data).toHaveLength(20);
    const second = await listed('?page=2');
    expect([second.data.map(({ name }) => name), second.meta]).toEqual([
      ['Nr 1'],
      { page: 2, limit: 20, total: 21 },
    ]);
    await close(admin, await idOf('Nr 1'), '?page=2');
    expect((await listed('?page=2')).meta).toEqual({ page: 1, limit: 20, total: 20 });
  });
});

test.each([
  ['a patient', () => a.patient()],
  ['an expert who is not approved', () => an.unapprovedExpert()],
  ['an expert', () => an.expert()],
])('%s neither sees nor closes a message', async (_who, make) => {
  const who = await make();
  await query({ name: 'Her', question: 'canary of a question' });
  const opened = await getPage(messagesPage, { path: '/dashboard/messages', cookie: who.cookie });
  const closed = await close(who, await idOf('Her'));
  for (const answer of [opened, closed]) {
    expect([answer.location, answer.toast?.type]).toEqual(['/dashboard/home', 'error']);
    expect(answer.text).not.toContain('canary');
  }
  expect(await storedMessages()).toMatchObject([{ closedAt: null }]);
});

test('redirects a signed-out visitor to the log-in page, and closes no message', async () => {
  await query({ name: 'Her' });
  const opened = await getPage(messagesPage, { path: '/dashboard/messages?kind=query' });
  expect(opened.location).toBe('/login?next=%2Fdashboard%2Fmessages%3Fkind%3Dquery');
  expect((await close({ cookie: '' }, await idOf('Her'))).location).toBe(
    '/login?next=%2Fdashboard%2Fmessages',
  );
  expect(await storedMessages()).toMatchObject([{ closedAt: null }]);
});

test('refuses a form of another website', async () => {
  const fields = { message: 'Buy this' };
  const answer = await postPage(contactPage, { path: '/contact-us', fields, origin: 'http://evil.test' });
  expect(answer.status).toBe(403);
  expect(await storedMessages()).toEqual([]);
});

test('removes a message 90 days after it was closed, and keeps an open one', async () => {
  const now = Date.now();
  const row = { kind: 'query', text: 'x', language: 'en', createdAt: new Date(now - 400 * dayMs) } as const;
  const closedAt = (daysAgo: number) => new Date(now - daysAgo * dayMs);
  await execute(
    db()
      .insert(messages)
      .values([
        { ...row, id: '1', name: 'open for long' },
        { ...row, id: '2', name: 'closed 89 days ago', closedAt: closedAt(89) },
        { ...row, id: '3', name: 'closed 90 days ago', closedAt: closedAt(90) },
      ]),
  );
  await purge(now);
  expect((await storedMessages()).map(({ name }) => name)).toEqual(['open for long', 'closed 89 days ago']);
});

test('shows the number of open messages in the menu of admins only', async () => {
  await put([
    { name: 'one', kind: 'query' },
    { name: 'two', kind: 'contact' },
  ]);
  const countFor = async ({ cookie }: Somebody) => {
    const request = new Request('http://clinic.test/', { headers: { Cookie: cookie } });
    return (await rootLoader({ request, params: {}, context: {} })).data.person?.openMessages;
  };
  expect(await countFor(admin)).toBe(2);
  await close(admin, await idOf('one'));
  expect(await countFor(admin)).toBe(1);
  for (const other of [await a.patient(), await an.expert()]) expect(await countFor(other)).toBeUndefined();
});
