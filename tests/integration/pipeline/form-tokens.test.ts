import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findViewerById } from '~/domain/identity/sessions.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { runAsRequest } from '~/platform/observability/request-context.server';
import * as download from '~/routes/files/my-data';
import '~/routes/files/passkey-proof';
import '~/routes/files/review-seen';
import '~/routes/files/step-answer';
import '~/routes/files/report-numbers';
import '~/routes/files/undo-time';
import * as viewerRoute from '~/routes/files/viewer';
import { rootLoader } from '~/web/pages/root-data.server';
import { earlierFormToken, formToken, registeredForms, viewerOfForm } from '~/web/pipeline/form-token.server';
import { a, an, fixture, origin, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { type FormCase, forms, type PageForm, words } from '../../support/every-form';
import { withToken } from '../../support/page-forms';
import { rawDatabase } from '../../support/raw';
import { aReviewedReportOf, uploadFields } from '../../support/reports';
import { callApi, type Fields, postPage, type RouteModule } from '../../support/requests';
import { addressOf, moduleOf, pages } from '../../support/url-map';

const clinic = clinicForFile();
beforeAll(async () => {
  for (const page of pages) await moduleOf(page);
});

/** Forms of pages that redirect signed-in users. They are not rendered for any account. */
const ofGuests = [
  'account.askForReset',
  'account.beginPasskeyLogIn',
  'account.finishLogIn',
  'account.holdSignup',
  'account.logIn',
  'account.logInWithPasskey',
  'account.openOwn',
  'account.resendCode',
  'account.resetPassword',
  'account.verifyHeldSignup',
];

/** Sent by scripts, one of them also loaded as a picture; no page renders a form for them. */
const ofScripts = ['passkey.beginProof', 'report.readNumbers', 'review.answerStep', 'review.extendUndo'];

type Sending = { cookie: string; says?: string | null };

/**
 * Sends a form as it was rendered, under a cookie.
 *
 * @returns The status, the whole answer, and the fields that the form shows again.
 */
async function send({ operation, route }: PageForm, drawn: FormCase, { cookie, says }: Sending) {
  const { owner, params = {}, query = '', fields = {} } = drawn;
  const path = `${addressOf(route, params)}${query}`;
  const sentToken = says === undefined ? formToken(owner.id, operation) : says;
  if (operation === 'account.exportData') {
    const call = {
      path,
      method: 'POST',
      cookie,
      body: withToken(fields, sentToken ?? undefined),
      headers: { Origin: origin },
    };
    const { status, text } = await callApi(download as RouteModule, call);
    return { status, text, setCookies: [], typed: {} };
  }
  return postPage(await moduleOf(route), { path, params, cookie, fields, token: sentToken });
}

/** Sends a form as a page's script does. */
function sendByScript(form: PageForm, drawn: FormCase, sending: Sending) {
  const request = {
    url: `${addressOf(form.route, drawn.params)}.data`,
    headers: {},
    socket: { setTimeout: () => undefined },
  };
  return runAsRequest('one', () => send(form, drawn, sending), { request } as never);
}

const notItsTokens = (operation: string): [how: string, tokenOf: (id: string) => string | null][] => [
  ['without a token', () => null],
  ['with a token that is no token', () => 'x'],
  ['with an empty one', () => ''],
  ['with a MAC of nobody', (id) => `${id}.`],
  ['with another MAC', (id) => `${id}.${'A'.repeat(22)}`],
  ['with the token of another form', (id) => formToken(id, 'another.form')],
  ['with that of another form of an earlier release', (id) => earlierFormToken(id, 'another.form')],
  ['with the name of no form', (id) => formToken(id, '')],
  ['with its name behind a MAC for it', (id) => `${earlierFormToken(id, operation)}.${operation}`],
  ['with the MAC of all forms alone', (id) => formToken(id, '').slice(0, -1)],
  ['with a MAC that is too long', (id) => `${formToken(id, operation)}x`],
];

/** Fields that users do not type: IDs, check boxes, and values the page fills in. */
const notByHand =
  /Ids?$|^(submissionKey|version|readAt|correctedAt|consent|isChecked|deleteReports|back|same|choosesPerson|inBackground|andNext|sendAsIs|mayWrite|mayRead|subject|toldAt|outcome|dueAt|wordingHash|events)$|^[a-z]{2}$/;
/** Fields that the page or a button fills in, though users type them in other forms. */
const filledIn: Record<string, string[]> = {
  'account.chooseChannel': ['channel', 'isOn'],
  'clinic.choosePart': ['part', 'choice'],
  'people.recordTelling': ['kind'],
  'duty.remove': ['kind', 'from'],
  'review.decideIncomplete': ['decision'],
};
const isTypedByHand = (name: string) => !notByHand.test(name);

/** Reads the labelled fields that a refused form shows, each with its value. */
function shownIn(answer: object) {
  const { otherViewer } = ('data' in answer ? answer.data : {}) as {
    otherViewer?: { page?: { typed: { name: string; value: string; label: string | null }[] } };
  };
  return (otherViewer?.page?.typed ?? [])
    .filter(({ label }) => label)
    .map(({ name, value }) => [name, value]);
}

const nameOf = ({ firstName, lastName }: Somebody) => `${firstName} ${lastName}`;

test('has every form in the list', () => {
  const listed = [...forms.map(({ operation }) => operation), ...ofGuests, ...ofScripts].sort();
  const registered = [...registeredForms().keys()].sort();
  expect({
    unlisted: registered.filter((name) => !listed.includes(name)),
    missing: listed.filter((name) => !registered.includes(name)),
  }).toEqual({ unlisted: [], missing: [] });
});

test('renders the answer to each form as a page, except for the download', async () => {
  for (const { operation, route } of forms.filter(({ operation: name }) => name !== 'account.exportData')) {
    const module = (await moduleOf(route)) as { default?: unknown };
    expect([operation, typeof module.default]).toEqual([operation, 'function']);
  }
});

describe.each(forms)('the form of $operation', (form) => {
  test('is refused under another user’s cookie without effect, names both users and keeps the text', async () => {
    const drawn = await form.draw();
    const otherUser = await form.otherAccount();
    const before = [await clinic.storedFiles(), await rawDatabase()] as const;
    const answer = await send(form, drawn, otherUser);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(
      `You are now logged in as ${nameOf(otherUser)}. This page belongs to ${nameOf(drawn.owner)}. Nothing was sent.`,
    );
    expect(answer.setCookies).toEqual([]);
    expect((await rawDatabase()) === before[1], 'the database is unchanged').toBe(true);
    expect(await clinic.storedFiles()).toEqual(before[0]);
    if (form.typed) expect(Object.values(answer.typed)).toContain(form.typed);
    // A download is not a page, and a language is chosen by a button.
    if (!['account.exportData', 'account.chooseLanguage'].includes(form.operation)) {
      const shown = shownIn(answer);
      const typed = Object.entries(answer.typed).filter(
        ([name, value]) => value && isTypedByHand(name) && !filledIn[form.operation]?.includes(name),
      );
      for (const [name, value] of typed) expect(shown, name).toContainEqual([name, value]);
    }
    const secret = JSON.stringify(answer.typed);
    expect(secret).not.toContain(password);
    // Downloads and language changes load a new document.
    if (!['account.exportData', 'account.chooseLanguage'].includes(form.operation)) {
      const byScript = await sendByScript(form, drawn, otherUser);
      expect([byScript.status, byScript.typed]).toEqual([409, answer.typed]);
      expect(byScript.text).toContain(`This page belongs to ${nameOf(drawn.owner)}. Nothing was sent.`);
      expect(byScript.text, 'the answer contains no other page').not.toContain('"page":');
      expect((await rawDatabase()) === before[1], 'the database is unchanged').toBe(true);
    }
    // A repeated request is refused again, and accepted once the right user is signed in.
    expect((await send(form, drawn, otherUser)).status).toBe(409);
    const ownAnswer = await send(form, drawn, drawn.owner);
    expect([200, 302]).toContain(ownAnswer.status);
    // This clinic has no mail server that could accept the test e-mail, and no running server that
    // makes backups.
    if (!['system.sendTestEmail', 'system.makeBackup'].includes(form.operation))
      expect('toast' in ownAnswer && ownAnswer.toast?.type).not.toBe('error');
  });

  test('is refused with any token but its own, without a name', async () => {
    const drawn = await form.draw();
    const otherUser = await form.otherAccount();
    await clinic.storedFiles();
    const before = await rawDatabase();
    for (const [how, tokenOf] of notItsTokens(form.operation)) {
      for (const { cookie } of [drawn.owner, otherUser]) {
        const { status, text } = await send(form, drawn, { cookie, says: tokenOf(drawn.owner.id) });
        expect([how, status]).toEqual([how, 409]);
        const shownText = text.replace(/"root":.*/s, '');
        expect(shownText, how).toContain('This page is out of date. Nothing was sent.');
        for (const somebody of [drawn.owner, otherUser])
          expect(shownText, how).not.toContain(somebody.lastName);
      }
    }
    expect((await rawDatabase()) === before).toBe(true);
  });
});

describe('the order of refusals', () => {
  const review = forms.find(({ operation }) => operation === 'report.review') as PageForm;
  const upload = forms.find(({ operation }) => operation === 'report.upload') as PageForm;

  test('starts with the log-in: a visitor is redirected to the log-in page', async () => {
    for (const form of forms.filter(
      ({ operation }) => !/^message|chooseLanguage|^share\.open$/.test(operation),
    )) {
      const answer = await send(form, await form.draw(), { cookie: '' });
      expect([form.operation, answer.status]).toEqual([form.operation, 302]);
    }
  });

  test('checks the form’s user before role, size, input, object and state', async () => {
    const drawn = await review.draw();
    const patient = await a.patient();
    expect((await send(review, drawn, patient)).status).toBe(409);
    const asPatients = formToken(patient.id, review.operation);
    expect(await send(review, drawn, { ...patient, says: asPatients })).toMatchObject({
      status: 302,
      location: '/dashboard/home',
    });
    for (const fields of [{}, { review: 'x'.repeat(300_000) }] as Fields[]) {
      expect((await send(review, { ...drawn, fields }, patient)).status).toBe(409);
    }
    expect(
      (await send(review, { ...drawn, fields: { review: 'x'.repeat(300_000) } }, drawn.owner)).status,
    ).toBe(413);
    const missing = { ...drawn, params: { reportId: newId() } };
    expect((await send(review, missing, patient)).status).toBe(409);
    const reviewed = await aReviewedReportOf(await a.patient(), await an.expert());
    expect((await send(review, { ...drawn, params: { reportId: reviewed._id } }, patient)).status).toBe(409);
  });

  test('checks it before the size and the type of a file', async () => {
    const { owner } = await upload.draw();
    const otherPatient = await a.patient();
    for (const file of [
      new File([new Uint8Array(26 * 1024 * 1024)], 'large.pdf'),
      await fixture('archive.zip'),
    ]) {
      const drawn = { owner, fields: uploadFields(file, { description: words }) };
      const refused = await send(upload, drawn, otherPatient);
      expect([refused.status, refused.typed]).toMatchObject([409, { description: words }]);
      expect([413, 415]).toContain((await send(upload, drawn, owner)).status);
    }
  });
});

describe('a form rendered for a visitor', () => {
  test('acts for no account that has logged in since', async () => {
    const patient = await a.patient();
    const module = await moduleOf('/language');
    const answer = await postPage(module, {
      path: '/language',
      cookie: patient.cookie,
      fields: { language: 'ta', back: '/' },
      token: 'nobody',
    });
    expect(answer.status).toBe(302);
    expect(answer.setCookies.join()).toMatch(/language=ta;/);
    const [row] = await db().select().from(users).where(eq(users.id, patient.id));
    expect(row?.language).toBe('en');
  });

  test('cannot do what requires an account', async () => {
    for (const form of forms.filter(
      ({ operation }) =>
        !/^message|chooseLanguage|^(?:slip|share)\.(?:open|close)$|^review\.check$|objectToRemoval/.test(
          operation,
        ),
    )) {
      const drawn = await form.draw();
      const { status } = await send(form, drawn, { ...drawn.owner, says: 'nobody' });
      expect([form.operation, status]).toEqual([form.operation, 409]);
    }
  });
});

describe('the pages of an account', () => {
  const rootOf = async (cookie: string) =>
    (await rootLoader({ request: new Request(origin, { headers: { cookie } }), params: {}, context: {} }))
      .data;

  test('have the MAC of which the token of each form is made', async () => {
    for (const form of forms) {
      const { owner } = await form.draw();
      const { id, formMac } = (await rootOf(owner.cookie)).person as { id: string; formMac: string };
      expect(`${id}.${formMac}.${form.operation}`).toBe(formToken(owner.id, form.operation));
    }
    expect((await rootOf('')).person).toBeNull();
  });

  test('are taken with the tokens of this and of earlier releases, but for forms of guests', async () => {
    const owner = await findViewerById((await an.admin()).id);
    if (!owner) throw new Error('The admin is not there');
    const counts = { forms: 0, ofGuests: [] as string[] };
    for (const operation of registeredForms().values()) {
      const { name, policy } = operation;
      const tokens = [name, policy?.sentWith ?? name].flatMap((one) => [
        formToken(owner.id, one),
        earlierFormToken(owner.id, one),
      ]);
      for (const token of tokens) {
        const found = viewerOfForm(operation, owner, token);
        if (policy?.formFor === 'guests') await expect(found).rejects.toMatchObject({ kind: 'otherViewer' });
        else expect(await found, name).toBe(owner);
      }
      if (policy?.formFor === 'guests') counts.ofGuests.push(name);
      else counts.forms += 1;
    }
    expect(counts.forms).toBeGreaterThan(80);
    expect(counts.ofGuests.sort()).toEqual(ofGuests);
  });
});

test('tells every client with a cookie who is signed in, and is cached nowhere', async () => {
  const patient = await a.patient();
  const { json, headers } = await callApi(viewerRoute, { path: '/files/viewer', cookie: patient.cookie });
  expect(json).toEqual({
    id: patient.id,
    isOver: false,
    name: nameOf(patient),
    sentence: expect.stringContaining('You are now logged in as {name}. This page belongs to {other}'),
  });
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect((await callApi(viewerRoute, { path: '/files/viewer' })).json).toEqual({
    id: null,
    isOver: true,
    name: '',
    sentence: expect.stringContaining('You are now logged out.'),
  });
});

test('makes two reports of one submission key and text from two patients', async () => {
  const fields = async () =>
    uploadFields(await fixture('rash.png'), { submissionKey: 'one key', description: words });
  const [firstPatient, two] = [await a.patient(), await a.patient()];
  const module = await moduleOf('/dashboard/upload-report');
  const post = async ({ cookie }: Somebody) =>
    postPage(module, { path: '/dashboard/upload-report', cookie, fields: await fields() });
  for (const who of [firstPatient, two, firstPatient])
    expect((await post(who)).location).toBe('/report-submitted');
  const rows = await db().select().from(reports);
  const keys = rows.filter(({ patientId }) => [firstPatient.id, two.id].includes(patientId));
  expect(keys).toHaveLength(2);
  expect(new Set(keys.flatMap(({ submissionKey, contentKey }) => [submissionKey, contentKey])).size).toBe(4);
});
