import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPage, listRoutes, pathIn } from './support/routes';
import { type Answer, openWorld, type Role, roles, type World } from './support/world';

const pseudo = fileURLToPath(new URL('./support/pseudo.mjs', import.meta.url));

let world: World;
let noticeVersion: string;
beforeAll(async () => {
  world = await openWorld({ NODE_OPTIONS: `--import ${pseudo}` });
  const notice = await world.ask('/api/v1/notices/privacy', {});
  noticeVersion = JSON.parse(notice.text).data.version;
  await send('patient', '/language', { language: 'hi' });
  await send('expert', '/dashboard/settings/languages', { en: 'on', hi: 'on' });
});
afterAll(() => world?.close());

/** Builds the headers of a browser whose user has chosen Hindi. */
const cookieOf = (role: Role, more = '') => ({
  Cookie: [world.cookies[role], 'language=hi', more].filter(Boolean).join('; '),
});
const see = (role: Role, path: string, more?: string) => world.ask(path, { headers: cookieOf(role, more) });

/**
 * Sends a form and returns the final page: the form with its mistakes, or the redirect's target
 * with its message.
 */
async function send(role: Role, path: string, fields: Record<string, string> = {}): Promise<Answer> {
  const headers = { ...cookieOf(role), Origin: world.service.url };
  const answer = await world.ask(path, { method: 'POST', ...(await world.drawForm(path, fields, headers)) });
  if (answer.status !== 302) return answer;
  const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');
  return see(role, answer.headers.location ?? '/', cookies.join('; '));
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const decoded = (text: string) =>
  text.replace(/&([\w#]+);/g, (whole, name: string) => entities[name] ?? whole);

/** Lists the words of a page that a user sees or hears: its text, and the names of its elements. */
function wordsIn(html: string): string[] {
  const page = html
    .replace(/<!--.*?-->|<wbr\/?>/gs, '')
    // Code is what to type: commands and the names of settings.
    .replace(/<(script|style|svg|code)\b.*?<\/\1>/gs, ' ')
    // Agreed consent stays in its original words; initials are no words.
    .replace(/<q>.*?<\/q>/gs, ' ')
    .replace(/<span aria-hidden="true"[^>]*>[^<]*<\/span>/g, ' ');
  const names = [
    ...page.matchAll(/\s(?:title|alt|placeholder|aria-label|aria-description|label)="([^"]*)"/g),
  ];
  const description = [...page.matchAll(/<meta name="description" content="([^"]*)"/g)];
  return [page.replace(/<[^>]*>/g, '\n'), ...[...names, ...description].map(([, text]) => text ?? '')]
    .flatMap((text) => decoded(text).split('\n'))
    .map((text) => text.trim())
    .filter(Boolean);
}

/**
 * A case number, an ID, the key of an authenticator app, a size, the commit of a build, or the path
 * of a document.
 */
const signs =
  /\bdocs\/[\w.#-]+|\b[0-9A-Z]{4}[-\u2011][0-9A-Z]{4}\b|\{(?:age|date|name|speciality)\}|\b[0-9a-z]{26}\b|\b[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}\b|\d [MG]B\b|\([0-9a-f]{7}\)/g;

/**
 * Finds untranslated words, apart from the clinic's people and data and names that are alike in
 * every language.
 */
function leftoversIn(html: string) {
  const { people, applicant, secrets } = world;
  const data = [
    ...[...Object.values(people), applicant].flatMap(({ id, firstName, lastName, email }) => [
      id,
      email,
      lastName,
      firstName,
    ]),
    `${secrets.description} once more`,
    `Kiran ${secrets.person}`,
    'Kiran',
    ...Object.values(secrets),
    noticeVersion,
    'canaryabout',
    'DELETE',
    'Ctrl + Enter',
    'support@clinic.test',
    'SecondLook',
    'English',
    // The clock's time zone, and the client of these calls.
    'IST',
    'Node.js',
    // Settings, and the addresses on the pages about the clinic and its e-mail.
    'SUPPORT_EMAIL',
    'Instagram',
    'Facebook',
    'X (Twitter)',
    'YouTube',
    'no-reply@127.0.0.1',
    'http://127.0.0.1',
    // The name of a server's machine, shown if there are several.
    hostname(),
  ]
    .filter(Boolean)
    .sort((one, another) => another.length - one.length);
  return wordsIn(html).filter((text) => {
    const ours = data.reduce((rest, one) => rest.replaceAll(one, ' '), text);
    return /[A-Za-z]{2}/.test(ours.replace(signs, ' '));
  });
}

/** Finds buttons that lack an icon or a word. A user who knows few letters relies on the icon. */
const incomplete = (html: string) =>
  [...html.matchAll(/<(a|button)\b[^>]*\sclass="button\b[^>]*>(.*?)<\/\1>/gs)].flatMap(([, , inside = '']) =>
    inside.includes('<svg') && wordsIn(inside).length > 0 ? [] : [inside],
  );

test('finds untranslated words in ordinary letters and none in double-width letters', async () => {
  const english = await world.ask('/about-us', {});
  expect(leftoversIn(english.text).length).toBeGreaterThan(20);
  const { text } = await see('signed out', '/about-us');
  expect(text).toContain('lang="hi"');
  expect(text).toContain('Ｏｕｒ ｖｉｓｉｏｎ');
  expect(leftoversIn(`<p title="Ours">${text}`)).toEqual(['Ours']);
  expect(
    incomplete('<a href="/" class="button"><svg></svg></a><button class="button plain">Ｓｅｎｄ</button>'),
  ).toHaveLength(2);
});

/** The document of the API is in English, and the sentences to check stand beside the English ones. */
const inEnglish = ['api/v1/docs/:part?', 'dashboard/checked-sentences'];
const pages = listRoutes().filter((route) => isPage(route) && !inEnglish.includes(route.pattern));

describe('no English word and no button without an icon is on page', () => {
  test.each(pages.map((route) => [route.pattern, route] as const))('/%s', async (pattern, route) => {
    const path = `${pathIn(world, route)}${pattern.includes('judge') ? '?to=reject' : ''}`;
    const leftovers: string[] = [];
    for (const role of roles) {
      const { status, text } = await see(role, path);
      if (status === 302) continue;
      leftovers.push(...leftoversIn(text).map((words) => `${role}: ${words}`));
      leftovers.push(...incomplete(text).map((inside) => `${role}: a button of ${inside}`));
    }
    expect(leftovers).toEqual([]);
  });
});

type Sent = [what: string, role: Role, path: () => string, fields?: () => Record<string, string>];
const empty: Sent[] = (
  [
    [
      'signed out',
      '/signup /verify-email /login /forgot-password /update-password/x /query /call-back /contact-us',
    ],
    ['expert', '/dashboard/upload-report /dashboard/second-factor/begin'],
    ['expert', '/dashboard/settings/picture /dashboard/settings/profile /dashboard/settings/password'],
    ['expert', '/dashboard/settings/credentials /dashboard/settings/languages /dashboard/settings/delete'],
    ['patient', '/dashboard/add-review/x /dashboard/upload-report'],
    ['admin', '/dashboard/add-review/x'],
    ['unapproved', '/dashboard/add-review/x'],
  ] as const
).flatMap(([role, paths]) =>
  paths.split(' ').map((path): Sent => [`an empty form to ${path}`, role, () => path]),
);

describe('no answer is in English', () => {
  test.each<Sent>([
    ...empty,
    ['an empty review', 'expert', () => `/dashboard/add-review/${world.pendingId}`],
    ['an empty translation', 'expert', () => `/dashboard/translate/${world.reviewedId}`],
    [
      'a rejection without a reason',
      'admin',
      () => `/dashboard/judge-expert/${world.unapproved.id}?to=reject`,
    ],
    [
      'a wrong password',
      'signed out',
      () => '/login',
      () => ({ email: world.patient.email, password: 'no' }),
    ],
    ['a log-in', 'signed out', () => '/login', () => world.other as unknown as Record<string, string>],
    ['a message', 'signed out', () => '/contact-us', () => ({ name: '.', email: '', message: '.' })],
    ['a forgotten password', 'signed out', () => '/forgot-password', () => ({ email: world.other.email })],
    ['a changed profile', 'other', () => '/dashboard/settings/profile', profile],
    [
      'a review',
      'expert',
      () => `/dashboard/add-review/${world.pendingId}`,
      () => ({ review: world.secrets.review, language: 'en' }),
    ],
    [
      'a translation',
      'expert',
      () => `/dashboard/translate/${world.reviewedId}`,
      () => ({ review: world.secrets.review }),
    ],
    ['an approval without a check', 'admin', () => `/dashboard/approve-expert/${world.unapproved.id}`],
    [
      'an approval',
      'admin',
      () => `/dashboard/approve-expert/${world.unapproved.id}`,
      () => ({ isChecked: 'on', reason: 'I saw the certificate' }),
    ],
    [
      'a wrong code at the second log-in step',
      'other',
      () => '/dashboard/second-factor/begin',
      () => ({ password: world.other.password }),
    ],
  ])('%s, %s', async (_what, role, path, fields) => {
    const { status, text } = await send(role, path(), fields?.());
    expect([status, leftoversIn(text)]).toEqual([status, []]);
    expect(text).toContain('lang="hi"');
  });
});

test('the page of a translated review is not in English', async () => {
  const { text } = await see('patient', `/dashboard/previous-report/${world.patient.id}`);
  expect(text.split(world.secrets.review).length).toBeGreaterThan(3);
  expect(leftoversIn(text)).toEqual([]);
});

const profile = () => ({
  firstName: world.other.firstName,
  lastName: world.other.lastName,
  dateOfBirth: '1980-01-01',
  gender: 'Other',
  contactNumber: '9876543210',
  about: '.',
});
