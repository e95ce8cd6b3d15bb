import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEmails } from '../e2e/support/emails';
import { intentsOf } from '../support/page-forms.ts';
import { programFolder } from '../support/program.ts';
import { isOnPostgres } from '../support/test-database.ts';
import { moduleOf } from '../support/url-map.ts';
import { changedTables, dataPath, faultsOf, outcomeOf, rows } from './support/address-book';
import { hasAction, isCall, isPage, listRoutes, missingId, pathIn, type Route } from './support/routes';
import { callsOf } from './support/service';
import { type Answer, formBody, openWorld, type Role, roles, type World } from './support/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const pathOf = (route: Route, id?: 'theirs' | 'missing') => pathIn(world, route, id);

const strangers: Role[] = ['signed out', 'other', 'suspended', 'unapproved'];
const whoIs = (route: Route, role: Role) => (isPage(route) ? world.as(role) : callerOf(route, role));
const callerOf = ({ pattern }: Route, role: Role) =>
  pattern.startsWith('api/') ? world.bearer(role) : world.as(role);

/** Names the patient's secrets that an answer contains. */
const secretsIn = ({ text }: Answer) =>
  Object.entries(world.secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));

type Seen = { role: Role; form: string; answer: Answer };
const firstCall = listRoutes().find(isCall);

/**
 * Lists the ways to request the same route in Remix. API calls share a route, so only the first
 * call has them.
 */
function formsOf(route: Route): Record<string, string> {
  const path = pathOf(route);
  if (isCall(route) && route.pattern !== firstCall?.pattern) return { plain: path };
  const routeId = encodeURIComponent(route.id);
  const all = [...route.parents, route.id].map(encodeURIComponent).join(',');
  return {
    plain: path,
    data: dataPath(path),
    'data of this route alone': `${dataPath(path)}?_routes=${routeId}`,
    'data of every route': `${dataPath(path)}?_routes=${all}`,
    'page with _routes': `${path}?_routes=${routeId}`,
    'page with _data': `${path}?_data=${routeId}`,
  };
}

describe('the routes of the product', () => {
  test('have exactly one row each in the address book', () => {
    expect(Object.keys(rows).sort()).toEqual(
      listRoutes()
        .map(({ pattern }) => pattern)
        .sort(),
    );
  });

  test.each(listRoutes().map((route) => [route.pattern, route] as const))(
    '/%s shows each role only what it may see, however it is requested',
    async (pattern, route) => {
      const seen: Seen[] = [];
      for (const [form, path] of Object.entries(formsOf(route))) {
        const answers = await Promise.all(
          roles.map((role) => world.ask(path, { headers: whoIs(route, role) })),
        );
        for (const [at, answer] of answers.entries()) seen.push({ role: roles[at] as Role, form, answer });
      }
      const of = (form: string) => seen.filter((one) => one.form === form).map(({ answer }) => answer);
      const plain = of('plain');
      expect(plain.map(outcomeOf).join(' ')).toBe(rows[pattern]);
      const ways = Object.keys(formsOf(route));
      if (ways.includes('page with _routes'))
        expect(of('page with _routes').map(outcomeOf).join(' ')).toBe(rows[pattern]);
      // This form puts a redirect into a header.
      const asFetcher = plain.map(({ status }) => (status === 302 ? 204 : status));
      // Remix drops the status of a page that answers 404 with content of its own.
      if (ways.includes('page with _data') && pattern !== 'check/:code')
        expect(of('page with _data').map(({ status }) => status)).toEqual(asFetcher);
      // Files and calls are not available as a page's data, which also contains redirects, also those of
      // earlier addresses of a dashboard page.
      const leadsOn = pattern.startsWith('dashboard/') && plain.every(({ status }) => status === 302);
      const hasData = isPage(route) || leadsOn;
      const asData = plain.map(({ status }) => (hasData ? (status === 302 ? 202 : status) : 404));
      for (const form of ways.filter((name) => name.startsWith('data')))
        expect([form, ...of(form).map(({ status }) => status)]).toEqual([form, ...asData]);

      for (const { role, form, answer } of seen) {
        const where = `${form} as ${role}`;
        expect([where, faultsOf(answer)]).toEqual([where, []]);
        if (role === 'patient') continue;
        const asPlain = plain[roles.indexOf(role)] as Answer;
        const allowed = strangers.includes(role) ? [] : secretsIn(asPlain);
        expect([where, secretsIn(answer).filter((name) => !allowed.includes(name))]).toEqual([where, []]);
      }
    },
  );

  test('hide a report from a doctor once another doctor has reviewed it, whatever the request', async () => {
    const { service } = world;
    const [patient, stranger] = [await service.join('Patient', 'Zubaida'), await service.doctor()];
    const { _id: reportId } = await service.report(patient, 'canarydescription of a stranger');
    const review = (token: string, text: string) =>
      service.call({
        name: 'post /report/add-review/{reportId}',
        token,
        path: { reportId },
        body: { review: text },
      });
    expect((await review(world.expert.token, 'canaryreview of a stranger')).status).toBe(200);
    const secrets = ['Zubaida', patient.lastName, patient.email, patient.phone, 'canary'];
    const headers = { Cookie: await world.cookieOf(stranger) };
    const statuses = async () => {
      const page = `/dashboard/add-review/${reportId}`;
      const forms = [page, dataPath(page), `${dataPath(page)}?_routes=routes%2Fdashboard%2Fadd-review`];
      const files = ['raw', 'image', 'thumbnail'].map((kind) => `/files/${kind}/${reportId}`);
      const otherPaths = [`/dashboard/previous-report/${patient.id}.data`, `/files/page/${reportId}/1`];
      const answers = await Promise.all(
        [...forms, ...files, ...otherPaths].map((path) => world.ask(path, { headers })),
      );
      expect(answers.flatMap(({ text }) => secrets.filter((secret) => text.includes(secret)))).toEqual([]);
      return answers.map(({ status }) => status).join(' ');
    };
    expect(await statuses()).toBe('302 202 202 404 404 404 404 404');
    const draft = { name: 'put /report/review-draft/{reportId}', token: stranger.token, path: { reportId } };
    expect((await service.call({ ...draft, body: { review: 'My own words' } })).status).toBe(404);
    expect(await statuses()).toBe('302 202 202 404 404 404 404 404');
    const second = await review(stranger.token, 'My own words');
    expect([second.status, second.body.code]).toEqual([409, 'conflict']);
    expect(await statuses()).toBe('200 200 200 404 404 404 404 404');
  });

  test('show the patient, her doctor and the admin what they hide from everyone else', async () => {
    const secretsShownTo = async (role: Role, path: string) => {
      const answer = await world.ask(path, { headers: world.as(role) });
      return secretsIn(answer).sort();
    };
    const reports = `/dashboard/previous-report/${world.patient.id}`;
    const hers = ['description', 'email', 'lastName', 'phone', 'review'];
    expect(await secretsShownTo('patient', reports)).toEqual(
      expect.arrayContaining(['description', 'person', 'review']),
    );
    expect(await secretsShownTo('patient', '/dashboard/my-profile')).toEqual(
      expect.arrayContaining(['birthDate', 'email', 'lastName', 'phone']),
    );
    expect(await secretsShownTo('expert', `${reports}.data`)).toEqual(
      expect.arrayContaining(['description', 'review']),
    );
    expect(await secretsShownTo('admin', `${reports}.data`)).toEqual(
      expect.arrayContaining(hers.slice(0, 1)),
    );
    expect(await secretsShownTo('admin', '/dashboard/messages')).toEqual(
      expect.arrayContaining(['email', 'message']),
    );
    expect(await secretsShownTo('expert', '/dashboard/pending-report')).toEqual(
      expect.arrayContaining(['lastName', 'person']),
    );
  });
});

describe('an ID of another account', () => {
  const strange = strangers.concat('expert');

  /** Strips an answer of what always differs: the requested ID, the clock, and the page's nonce. */
  function plainOf({ status, headers, text }: Answer, id: string) {
    const { date: _clock, 'x-request-id': _name, ratelimit: _left, ...rest } = headers;
    const both = JSON.stringify([status, rest, text]).replaceAll(id, '<id>');
    return both.replace(/nonce[-=\\"]+[\w+/]+=*/g, 'nonce');
  }

  async function expectAlike(what: string, ask: (id: string) => Promise<Answer>, theirs: string) {
    const [their, missing] = [await ask(theirs), await ask(missingId)];
    expect([what, plainOf(their, theirs)]).toEqual([what, plainOf(missing, missingId)]);
  }

  // Routes for pieces also answer without an ID, and have their own tests.
  const withId = listRoutes().filter(({ pattern }) => /:\w+Id\b(?!\?)/.test(pattern));

  test('in a path gets the same bytes as a missing ID', async () => {
    expect(withId.length).toBeGreaterThan(8);
    for (const route of withId) {
      // An approved expert may see pending reports; the test below covers what they may not see.
      for (const role of strangers) {
        for (const asPath of isPage(route) ? [(path: string) => path, dataPath] : [(path: string) => path]) {
          const ask = (id: string) =>
            world.ask(asPath(pathOf(route, id === missingId ? 'missing' : 'theirs')), {
              headers: whoIs(route, role),
            });
          const parts = pathOf(route).split('/');
          const ownedId =
            [world.patient.id, world.pendingId, world.sessionId, world.personId, world.applicant.id].find(
              (id) => parts.includes(id),
            ) ?? missingId;
          await expectAlike(`${route.pattern} as ${role}`, ask, ownedId);
        }
      }
    }
  });

  test('in a path, query, body or form of a writing call gets the same bytes as a missing ID', async () => {
    const boundary = 'x-boundary';
    const multipart = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--${boundary}--\r\n`;
    const json = (body: object) => ({
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const api = '/api/v1/report/delete-report';
    const deletions: [
      string,
      (id: string) => [path: string, headers: Record<string, string>, body?: string],
    ][] = [
      ['path', (id) => [`${api}/${id}`, {}]],
      ['query', (id) => [`${api}?reportId=${id}`, {}]],
      ['body', (id) => [api, json({}).headers, json({ reportId: id }).body]],
      ['urlencoded form', (id) => [api, formOf({}).headers, formOf({ reportId: id }).body]],
      [
        'multipart form',
        (id) => [
          api,
          { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
          multipart('reportId', id),
        ],
      ],
    ];
    const before = await world.rows();
    for (const role of strange) {
      for (const [where, call] of deletions) {
        const ask = (id: string) => {
          const [path, headers, body] = call(id);
          return world.ask(path, { method: 'DELETE', headers: { ...headers, ...world.bearer(role) }, body });
        };
        await expectAlike(`delete by ${where} as ${role}`, ask, world.pendingId);
      }
      await expectAlike(
        `delete page as ${role}`,
        (id) => postDrawn(`/dashboard/delete-report/${id}`, {}, world.as(role)),
        world.pendingId,
      );
    }
    for (const role of strangers) {
      await expectAlike(
        `review as ${role}`,
        (id) =>
          world.ask(`/api/v1/report/add-review/${id}`, {
            method: 'POST',
            ...withHeaders(json({ review: 'Rest' }), world.bearer(role)),
          }),
        world.pendingId,
      );
      await expectAlike(
        `review on the page as ${role}`,
        (id) => postDrawn(`/dashboard/add-review/${id}`, { review: 'Rest' }, world.as(role)),
        world.pendingId,
      );
    }
    for (const role of [...strange, 'admin'] as Role[]) {
      await expectAlike(
        `approve as ${role}`,
        (id) =>
          world.ask('/api/v1/expert/approve-expert', {
            method: 'POST',
            ...withHeaders(json({ expertId: id }), world.bearer(role)),
          }),
        world.patient.id,
      );
      await expectAlike(
        `approve on the page as ${role}`,
        (id) =>
          postDrawn(`/dashboard/approve-expert/${id}`, { isChecked: 'on', reason: 'Seen' }, world.as(role)),
        world.patient.id,
      );
    }
    expect(changedTables(before, await world.rows())).toEqual([]);
  });

  test.each([
    ['300 characters', 'x'.repeat(300)],
    ['markup', '%3Cscript%3E'],
    ['a zero byte', 'x%00'],
    ['a path traversal', '..%2f..%2fetc%2fpasswd'],
    ['emoji', '%F0%9F%A9%BA'.repeat(20)],
  ])('is not found if it is impossible (%s), even for an admin', async (_what, id) => {
    for (const route of withId.filter(({ pattern }) => !pattern.startsWith('api/'))) {
      for (const role of ['patient', 'expert', 'admin'] as const) {
        const path = pathOf(route, 'missing').replace(missingId, id);
        const { status } = await world.ask(path, { headers: world.as(role) });
        const [there] = [rows[route.pattern]?.split(' ')[roles.indexOf(role)]];
        expect([path, role, status]).toEqual([path, role, there === 'home' ? 302 : 404]);
      }
    }
  });

  test('differs from a missing one only for its owner', async () => {
    const path = (id: string) => `/dashboard/delete-report/${id}`;
    const ask = (id: string) => world.ask(path(id), { headers: world.as('patient') });
    expect([(await ask(world.pendingId)).status, (await ask(missingId)).status]).toEqual([200, 404]);
  });
});

const formOf = formBody;
const withHeaders = <Sent extends { headers: Record<string, string> }>(
  sent: Sent,
  headers: Record<string, string>,
) => ({ ...sent, headers: { ...sent.headers, ...headers } });
/** Sends a form as the pages draw it for the visitor of the headers. */
const postDrawn = async (path: string, fields: Record<string, string>, as: Record<string, string>) => {
  const headers = { ...as, Origin: world.service.url };
  return world.ask(path, { method: 'POST', ...(await world.drawForm(path, fields, headers)) });
};
describe('a request from another site', () => {
  const evil = ['https://evil.test', 'null'];
  /** Lists every address of a page that takes a form. */
  const formPaths = async () => {
    const routes = listRoutes().filter((route) => route.pattern !== '*' && isPage(route) && hasAction(route));
    const paths = routes.map(async (route) => {
      const path = pathOf(route);
      const intents = intentsOf((await moduleOf(`/${route.pattern}`)).action);
      const isInPath = route.pattern.endsWith(':part?');
      return intents.length > 0 ? intents.map((one) => path + (isInPath ? `/${one}` : `?to=${one}`)) : [path];
    });
    return (await Promise.all(paths)).flat();
  };
  type Part = { properties?: Record<string, { examples?: unknown[] }> };
  /** Reads the document's examples of fields, by name. There are fewer than a body may have. */
  const examples = (): Record<string, string> => {
    const all = Object.values(world.service.document.components.schemas as Record<string, Part>).flatMap(
      ({ properties = {} }) =>
        Object.entries(properties).flatMap(([name, { examples: shown = [] }]) =>
          shown.length > 0 ? [[name, String(shown[0])] as const] : [],
        ),
    );
    return Object.fromEntries([...new Map(all)].slice(0, 30));
  };
  /** Builds fields that are valid for every form; each form takes those it knows. */
  const fields = (): Record<string, string> => ({
    ...examples(),
    email: world.patient.email,
    ...{ password: world.patient.password, confirmPassword: world.patient.password },
    ...{
      oldPassword: world.patient.password,
      newPassword: 'taken over now',
      confirmNewPassword: 'taken over now',
    },
    ...{ firstName: 'Evil', lastName: 'Evil', contactNumber: '9876543210', countryCode: '+91' },
    ...{ dateOfBirth: '1980-01-01', gender: 'Female', about: 'Evil', accountType: 'Patient' },
    ...{
      name: 'Evil',
      message: 'Evil',
      question: 'Evil',
      answerTo: 'evil@evil.test',
      phoneNumber: '9876543210',
    },
    ...{ review: 'Evil', expertId: world.unapproved.id, confirmation: 'DELETE', otp: '000000' },
  });

  test('is refused by every page’s form, signed in or not, and changes nothing', async () => {
    const paths = await formPaths();
    expect(paths.length).toBeGreaterThan(15);
    const [before, files] = [await world.rows(), Object.keys(await world.bytes()).sort()];
    for (const path of paths) {
      // The server checks a form's origin before its sender.
      for (const role of ['signed out', 'patient'] as const) {
        for (const origin of role === 'patient' ? evil : evil.slice(0, 1)) {
          // A download is not available as a page's data, whatever the origin.
          for (const requested of path.endsWith('/download') ? [path] : [path, dataPath(path)]) {
            const headers = { ...world.as(role), Origin: origin };
            const requestInit = withHeaders(formOf(fields()), headers);
            const answer = await world.ask(requested, { method: 'POST', ...requestInit });
            const where = `${requested} from ${origin} as ${role}`;
            expect([where, answer.status, answer.headers['set-cookie']]).toEqual([where, 403, undefined]);
            expect([where, faultsOf(answer)]).toEqual([where, []]);
          }
        }
      }
    }
    expect(changedTables(before, await world.rows())).toEqual([]);
    expect(Object.keys(await world.bytes()).sort()).toEqual(files);
  });

  test('cannot write through the API with the cookie alone, whatever its origin', async () => {
    const before = await world.rows();
    const { document } = world.service;
    const needsSomebody = callsOf(document).flatMap((name) => {
      const [method = '', path = ''] = name.split(' ');
      const isRead = method === 'get' || document.paths[path][method].security.length === 0;
      return isRead ? [] : [[method.toUpperCase(), path.replace(/\{\w+\}/, world.pendingId)] as const];
    });
    expect(needsSomebody.length).toBeGreaterThan(7);
    for (const [method, path] of needsSomebody) {
      for (const from of [...evil, world.service.url]) {
        const headers = { ...world.as('patient'), Origin: from, 'Sec-Fetch-Site': 'same-origin' };
        const requestInit = withHeaders(formOf(fields()), headers);
        const answer = await world.ask(`/api/v1${path}`, { method, ...requestInit });
        expect([method, path, from, answer.status]).toEqual([method, path, from, 401]);
      }
    }
    expect(changedTables(before, await world.rows())).toEqual([]);
  });

  test('is accepted when the clinic’s own page sends the same form', async () => {
    const before = await world.rows();
    for (const path of ['/contact-us', '/dashboard/settings/profile']) {
      const answer = await postDrawn(path, fields(), world.as('other'));
      expect([path, answer.status]).toEqual([path, 302]);
    }
    expect(changedTables(before, await world.rows())).toEqual(expect.arrayContaining(['messages', 'users']));
  });
});

describe('the security headers of an answer', () => {
  type Special = [
    what: string,
    status: number,
    path: () => string,
    requested?: () => Parameters<World['ask']>[1],
  ];
  const asset = (ending: string) => {
    const folder = join(programFolder(), 'build/client/assets');
    return `/assets/${readdirSync(folder).find((name) => name.endsWith(ending))}`;
  };
  const patients = (headers: Record<string, string> = {}) => ({
    headers: { ...world.as('patient'), ...headers },
  });
  const raw = () => `/files/raw/${world.pendingId}`;
  const specials: Special[] = [
    ['a script of the build', 200, () => asset('.js')],
    ['a style sheet', 200, () => asset('.css')],
    ['an icon', 200, () => '/favicon.svg'],
    [
      'a cached icon',
      304,
      () => '/favicon.svg',
      () => ({ headers: { 'If-Modified-Since': new Date(Date.now() + 1000).toUTCString() } }),
    ],
    ['a missing script', 404, () => '/assets/nothing.js'],
    ['a malformed URL', 400, () => '/%E0%A4%A'],
    ['a form sent to a page without one', 405, () => '/about-us', () => ({ method: 'POST' })],
    ['a method that no call has', 405, () => '/api/v1/auth/login', () => ({ method: 'PATCH' })],
    ['a HEAD request for a page', 200, () => '/', () => ({ method: 'HEAD' })],
    [
      'broken JSON',
      400,
      () => '/api/v1/auth/login',
      () => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }),
    ],
    ['a file', 200, raw, () => patients()],
    ['a range of a file', 206, raw, () => patients({ Range: 'bytes=0-99' })],
    ['a range beyond the end', 416, raw, () => patients({ Range: 'bytes=99999999-' })],
    [
      'a log-in',
      302,
      () => '/login',
      () => ({ method: 'POST', ...formOf({ email: world.patient.email, password: world.patient.password }) }),
    ],
    [
      'a rejected log-in',
      400,
      () => '/login',
      () => ({ method: 'POST', ...formOf({ email: world.other.email, password: 'not this one' }) }),
    ],
  ];
  test.each(specials)('%s: %i', async (_what, status, path, requested) => {
    const answer = await world.ask(path(), requested?.());
    expect([answer.status, faultsOf(answer)]).toEqual([status, []]);
  });

  test('clear the browser’s data only after a log-out or a deletion', async () => {
    const forgets = ({ headers }: Answer) => headers['clear-site-data'];
    const lata = await world.service.join('Patient', 'Lata');
    const mira = await world.service.join('Patient', 'Mira');
    const [cookie, another] = [await world.cookieOf(lata), await world.cookieOf(mira)];
    const page = await postDrawn('/logout', {}, { Cookie: cookie });
    const withScript = await postDrawn('/logout.data', {}, { Cookie: await world.cookieOf(lata) });
    const call = await world.ask('/api/v1/auth/logout', {
      method: 'POST',
      headers: { Authorization: `Bearer ${lata.token}` },
    });
    const deletion = await postDrawn(
      '/dashboard/settings/delete',
      { confirmation: 'DELETE', password: mira.password },
      { Cookie: another },
    );
    const again = await world.service.logIn(lata);
    const byCall = await world.ask('/api/v1/profile/delete-profile', {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${again.token}` },
    });
    const answers = [page, withScript, call, deletion, byCall];
    expect(answers.map(({ status }) => status)).toEqual([302, 202, 200, 302, 200]);
    expect(answers.map(forgets)).toEqual(Array(5).fill('"cache", "storage"'));
    const refused = await world.ask('/logout', { method: 'POST', headers: { Origin: 'https://evil.test' } });
    expect([refused.status, forgets(refused)]).toEqual([403, undefined]);
  });
});

describe('data on disk', () => {
  const unreadable = ['phone', 'description', 'review', 'birthDate', 'person', 'message'] as const;

  test('contains names and addresses in clear text, and nothing else of the patient', async () => {
    const textByPlace = await world.bytes();
    const whole = Object.values(textByPlace).join('\n');
    expect(whole).toContain(world.secrets.email);
    expect(Object.keys(textByPlace).some((path) => path.endsWith(isOnPostgres ? 'rows' : '-wal'))).toBe(true);
    const { token, password } = world.patient;
    const cookie = world.cookies.patient.split('=')[1] as string;
    for (const secret of [...unreadable.map((name) => world.secrets[name]), token, password, cookie]) {
      expect(Object.keys(textByPlace).filter((path) => textByPlace[path]?.includes(secret))).toEqual([]);
    }
    // The reports are PDFs, the pictures WebP.
    const uploads = Object.entries(textByPlace).filter(([path]) => path.startsWith(world.server.uploadsDir));
    expect(uploads.length).toBeGreaterThan(3);
    expect(uploads.filter(([, bytes]) => /%PDF-|WEBPVP8/.test(bytes))).toEqual([]);
  });

  test('the log names requests and no people', () => {
    const log = world.server.log();
    expect(log).toContain('"method":"GET","path":"/dashboard/home","status":200');
    expect(log, 'no request of these tests causes an incident').not.toContain('"incident"');
    const { token, password } = world.patient;
    for (const secret of [...Object.values(world.secrets), token, password])
      expect(log).not.toContain(secret);
    expect(log).not.toMatch(/signature=|@clinic\.test/);
  });

  test('the e-mails to the patient contain nothing about her health', async () => {
    const emails = await readEmails(world.service.mailDir, world.patient.email);
    expect(emails.length).toBeGreaterThan(1);
    for (const { subject, text } of emails)
      for (const name of unreadable) expect(subject + text).not.toContain(world.secrets[name]);
  });
});

// Runs last, because it removes a file.
test('the answer to an unexpected error has the same headers', async () => {
  await world.objects.drop(await world.fileNameOf(world.pendingId));
  const answer = await world.ask(`/files/raw/${world.pendingId}`, { headers: world.as('patient') });
  expect([answer.status, faultsOf(answer)]).toEqual([500, []]);
});
