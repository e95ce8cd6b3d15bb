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

/** The names of what an answer tells of the patient. */
const toldIn = ({ text }: Answer) =>
  Object.entries(world.secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));

type Seen = { role: Role; form: string; answer: Answer };
const firstCall = listRoutes().find(isCall);

/** The ways Remix lets one ask for the same thing. Calls share a route: the first has them. */
function formsOf(route: Route): Record<string, string> {
  const path = pathOf(route);
  if (isCall(route) && route.pattern !== firstCall?.pattern) return { plain: path };
  const own = encodeURIComponent(route.id);
  const all = [...route.parents, route.id].map(encodeURIComponent).join(',');
  return {
    plain: path,
    data: dataPath(path),
    'data of this route alone': `${dataPath(path)}?_routes=${own}`,
    'data of every route': `${dataPath(path)}?_routes=${all}`,
    'page with _routes': `${path}?_routes=${own}`,
    'page with _data': `${path}?_data=${own}`,
  };
}

describe('the whole address book', () => {
  test('has a row for every route, and no other', () => {
    expect(Object.keys(rows).sort()).toEqual(
      listRoutes()
        .map(({ pattern }) => pattern)
        .sort(),
    );
  });

  test.each(listRoutes().map((route) => [route.pattern, route] as const))(
    '/%s: to nobody more than it should, in whatever form it is asked for',
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
      // This one tells a redirect in a header.
      const asFetcher = plain.map(({ status }) => (status === 302 ? 204 : status));
      if (ways.includes('page with _data'))
        expect(of('page with _data').map(({ status }) => status)).toEqual(asFetcher);
      // Files and calls are not to be had as a page's data; a redirect is told in it.
      const asData = plain.map(({ status }) => (isPage(route) ? (status === 302 ? 202 : status) : 404));
      for (const form of ways.filter((name) => name.startsWith('data')))
        expect([form, ...of(form).map(({ status }) => status)]).toEqual([form, ...asData]);

      for (const { role, form, answer } of seen) {
        const where = `${form} as ${role}`;
        expect([where, faultsOf(answer)]).toEqual([where, []]);
        if (role === 'patient') continue;
        const asPlain = plain[roles.indexOf(role)] as Answer;
        const allowed = strangers.includes(role) ? [] : toldIn(asPlain);
        expect([where, toldIn(answer).filter((name) => !allowed.includes(name))]).toEqual([where, []]);
      }
    },
  );

  test('tells a doctor nothing of a report that another has reviewed, whatever they wrote of it', async () => {
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
    const told = async () => {
      const page = `/dashboard/add-review/${reportId}`;
      const forms = [page, dataPath(page), `${dataPath(page)}?_routes=routes%2Fdashboard%2Fadd-review`];
      const files = ['raw', 'image', 'thumbnail'].map((kind) => `/files/${kind}/${reportId}`);
      const others = [`/dashboard/previous-report/${patient.id}.data`, `/files/page/${reportId}/1`];
      const answers = await Promise.all(
        [...forms, ...files, ...others].map((path) => world.ask(path, { headers })),
      );
      expect(answers.flatMap(({ text }) => secrets.filter((secret) => text.includes(secret)))).toEqual([]);
      return answers.map(({ status }) => status).join(' ');
    };
    expect(await told()).toBe('302 202 202 404 404 404 404 404');
    const draft = { name: 'put /report/review-draft/{reportId}', token: stranger.token, path: { reportId } };
    expect((await service.call({ ...draft, body: { review: 'My own words' } })).status).toBe(404);
    expect(await told()).toBe('302 202 202 404 404 404 404 404');
    const second = await review(stranger.token, 'My own words');
    expect([second.status, second.body.code]).toEqual([409, 'conflict']);
    expect(await told()).toBe('200 200 200 404 404 404 404 404');
  });

  test('tells the patient, her doctor and the admin what it keeps from all others', async () => {
    const told = async (role: Role, path: string) => {
      const answer = await world.ask(path, { headers: world.as(role) });
      return toldIn(answer).sort();
    };
    const reports = `/dashboard/previous-report/${world.patient.id}`;
    const hers = ['description', 'email', 'lastName', 'phone', 'review'];
    expect(await told('patient', reports)).toEqual(
      expect.arrayContaining(['description', 'person', 'review']),
    );
    expect(await told('patient', '/dashboard/my-profile')).toEqual(
      expect.arrayContaining(['birthDate', 'email', 'lastName', 'phone']),
    );
    expect(await told('expert', `${reports}.data`)).toEqual(
      expect.arrayContaining(['description', 'review']),
    );
    expect(await told('admin', `${reports}.data`)).toEqual(expect.arrayContaining(hers.slice(0, 1)));
    expect(await told('admin', '/dashboard/messages')).toEqual(expect.arrayContaining(['email', 'message']));
    expect(await told('expert', '/dashboard/pending-report')).toEqual(
      expect.arrayContaining(['lastName', 'person', 'phone']),
    );
  });
});

describe('an id of somebody else’s', () => {
  const strange = strangers.concat('expert');

  /**
   * An answer without what differs by itself: the id that was asked for, the clock, this page's
   * nonce.
   */
  function plainOf({ status, headers, text }: Answer, id: string) {
    const { date: _clock, 'x-request-id': _name, ratelimit: _left, ...rest } = headers;
    const both = JSON.stringify([status, rest, text]).replaceAll(id, '<id>');
    return both.replace(/nonce[-=\\"]+[\w+/]+=*/g, 'nonce');
  }

  async function expectAlike(what: string, ask: (id: string) => Promise<Answer>, theirs: string) {
    const [their, missing] = [await ask(theirs), await ask(missingId)];
    expect([what, plainOf(their, theirs)]).toEqual([what, plainOf(missing, missingId)]);
  }

  // What takes pieces is asked without an id too, and has tests of its own.
  const withId = listRoutes().filter(({ pattern }) => /:\w+Id\b(?!\?)/.test(pattern));

  test('in a path gets the bytes of one that is not there', async () => {
    expect(withId.length).toBeGreaterThan(8);
    for (const route of withId) {
      // An approved expert may see what waits; what they may not see comes below.
      for (const role of strangers) {
        for (const asPath of isPage(route) ? [(path: string) => path, dataPath] : [(path: string) => path]) {
          const ask = (id: string) =>
            world.ask(asPath(pathOf(route, id === missingId ? 'missing' : 'theirs')), {
              headers: whoIs(route, role),
            });
          const parts = pathOf(route).split('/');
          const theirs =
            [world.patient.id, world.pendingId, world.sessionId, world.personId, world.applicant.id].find(
              (id) => parts.includes(id),
            ) ?? '';
          await expectAlike(`${route.pattern} as ${role}`, ask, theirs);
        }
      }
    }
  });

  test('in a path, a query, a body or a form of a writing call gets the bytes of one that is not there', async () => {
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
        (id) => postDrawn(`/dashboard/approve-expert/${id}`, { isChecked: 'on' }, world.as(role)),
        world.patient.id,
      );
    }
    expect(changedTables(before, await world.rows())).toEqual([]);
  });

  test.each([
    ['far too long', 'x'.repeat(300)],
    ['markup', '%3Cscript%3E'],
    ['a zero byte', 'x%00'],
    ['a way out', '..%2f..%2fetc%2fpasswd'],
    ['another alphabet', '%F0%9F%A9%BA'.repeat(20)],
  ])('or one that can be nobody’s (%s) is not there, for an admin too', async (_what, id) => {
    for (const route of withId.filter(({ pattern }) => !pattern.startsWith('api/'))) {
      for (const role of ['patient', 'expert', 'admin'] as const) {
        const path = pathOf(route, 'missing').replace(missingId, id);
        const { status } = await world.ask(path, { headers: world.as(role) });
        const [there] = [rows[route.pattern]?.split(' ')[roles.indexOf(role)]];
        expect([path, role, status]).toEqual([path, role, there === 'home' ? 302 : 404]);
      }
    }
  });

  test('is told from a missing one by its owner alone', async () => {
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
/** Sends a form as the pages of whoever the headers say draw it. */
const postDrawn = async (path: string, fields: Record<string, string>, as: Record<string, string>) => {
  const headers = { ...as, Origin: world.service.url };
  return world.ask(path, { method: 'POST', ...(await world.drawn(path, fields, headers)) });
};
describe('what comes from another site', () => {
  const evil = ['https://evil.test', 'null'];
  /** Every address of a page that takes a form. */
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
  /** The document's examples of fields, by name: fewer than a body may have. */
  const examples = (): Record<string, string> => {
    const all = Object.values(world.service.document.components.schemas as Record<string, Part>).flatMap(
      ({ properties = {} }) =>
        Object.entries(properties).flatMap(([name, { examples: shown = [] }]) =>
          shown.length > 0 ? [[name, String(shown[0])] as const] : [],
        ),
    );
    return Object.fromEntries([...new Map(all)].slice(0, 30));
  };
  /** Right for every form there is: each takes what it knows. */
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

  test('no form of a page takes it, signed in or not, and nothing changes', async () => {
    const paths = await formPaths();
    expect(paths.length).toBeGreaterThan(15);
    const [before, files] = [await world.rows(), Object.keys(await world.bytes()).sort()];
    for (const path of paths) {
      // Where a form comes from is looked at before who sends it.
      for (const role of ['signed out', 'patient'] as const) {
        for (const origin of role === 'patient' ? evil : evil.slice(0, 1)) {
          // A download is not to be had as a page's data, wherever it is asked from.
          for (const requested of path.endsWith('/download') ? [path] : [path, dataPath(path)]) {
            const headers = { ...world.as(role), Origin: origin };
            const sent = withHeaders(formOf(fields()), headers);
            const answer = await world.ask(requested, { method: 'POST', ...sent });
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

  test('no call takes the cookie alone for a write, wherever it comes from', async () => {
    const before = await world.rows();
    const needsSomebody = Object.entries(world.service.document.paths as Record<string, object>).flatMap(
      ([path, methods]) =>
        Object.entries(methods as Record<string, { security?: object[] }>)
          .filter(([method, { security }]) => method !== 'get' && security?.length)
          .map(([method]) => [method.toUpperCase(), path.replace(/\{\w+\}/, world.pendingId)] as const),
    );
    expect(needsSomebody.length).toBeGreaterThan(7);
    for (const [method, path] of needsSomebody) {
      for (const from of [...evil, world.service.url]) {
        const headers = { ...world.as('patient'), Origin: from, 'Sec-Fetch-Site': 'same-origin' };
        const sent = withHeaders(formOf(fields()), headers);
        const answer = await world.ask(`/api/v1${path}`, { method, ...sent });
        expect([method, path, from, answer.status]).toEqual([method, path, from, 401]);
      }
    }
    expect(changedTables(before, await world.rows())).toEqual([]);
  });

  test('the same forms from our own page are taken', async () => {
    const before = await world.rows();
    for (const path of ['/contact-us', '/dashboard/settings/profile']) {
      const answer = await postDrawn(path, fields(), world.as('other'));
      expect([path, answer.status]).toEqual([path, 302]);
    }
    expect(changedTables(before, await world.rows())).toEqual(expect.arrayContaining(['messages', 'users']));
  });
});

describe('every answer has the headers that protect it', () => {
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
      'an icon the browser has',
      304,
      () => '/favicon.svg',
      () => ({ headers: { 'If-Modified-Since': new Date(Date.now() + 1000).toUTCString() } }),
    ],
    ['a script that is not there', 404, () => '/assets/nothing.js'],
    ['an address that cannot be read', 400, () => '/%E0%A4%A'],
    ['a form sent to a page without one', 405, () => '/about-us', () => ({ method: 'POST' })],
    ['a method nobody has', 405, () => '/api/v1/auth/login', () => ({ method: 'PATCH' })],
    ['the head of a page', 200, () => '/', () => ({ method: 'HEAD' })],
    [
      'broken JSON',
      400,
      () => '/api/v1/auth/login',
      () => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }),
    ],
    ['a file', 200, raw, () => patients()],
    ['a part of a file', 206, raw, () => patients({ Range: 'bytes=0-99' })],
    ['a part that is not there', 416, raw, () => patients({ Range: 'bytes=99999999-' })],
    [
      'a log-in',
      302,
      () => '/login',
      () => ({ method: 'POST', ...formOf({ email: world.patient.email, password: world.patient.password }) }),
    ],
    [
      'a log-in that is refused',
      400,
      () => '/login',
      () => ({ method: 'POST', ...formOf({ email: world.other.email, password: 'not this one' }) }),
    ],
  ];
  test.each(specials)('%s: %i', async (_what, status, path, requested) => {
    const answer = await world.ask(path(), requested?.());
    expect([answer.status, faultsOf(answer)]).toEqual([status, []]);
  });

  test('a log-out and a deletion tell the browser to forget what it kept, and nothing else does', async () => {
    const forgets = ({ headers }: Answer) => headers['clear-site-data'];
    const one = await world.service.join('Patient', 'Lata');
    const two = await world.service.join('Patient', 'Mira');
    const [cookie, another] = [await world.cookieOf(one), await world.cookieOf(two)];
    const page = await postDrawn('/logout', {}, { Cookie: cookie });
    const withScript = await postDrawn('/logout.data', {}, { Cookie: await world.cookieOf(one) });
    const call = await world.ask('/api/v1/auth/logout', {
      method: 'POST',
      headers: { Authorization: `Bearer ${one.token}` },
    });
    const deletion = await postDrawn(
      '/dashboard/settings/delete',
      { confirmation: 'DELETE', password: two.password },
      { Cookie: another },
    );
    const again = await world.service.logIn(one);
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

describe('what lies on the disk', () => {
  const unreadable = ['phone', 'description', 'review', 'birthDate', 'person', 'message'] as const;

  test('holds names and addresses to be read, and nothing else of the patient', async () => {
    const found = await world.bytes();
    const whole = Object.values(found).join('\n');
    expect(whole).toContain(world.secrets.email);
    expect(Object.keys(found).some((path) => path.endsWith(isOnPostgres ? 'rows' : '-wal'))).toBe(true);
    const { token, password } = world.patient;
    const cookie = world.cookies.patient.split('=')[1] as string;
    for (const secret of [...unreadable.map((name) => world.secrets[name]), token, password, cookie]) {
      expect(Object.keys(found).filter((path) => found[path]?.includes(secret))).toEqual([]);
    }
    // The reports are PDFs, the pictures WebP.
    const uploads = Object.entries(found).filter(([path]) => path.startsWith(world.server.uploadsDir));
    expect(uploads.length).toBeGreaterThan(3);
    expect(uploads.filter(([, bytes]) => /%PDF-|WEBPVP8/.test(bytes))).toEqual([]);
  });

  test('the log says what was asked for, and nothing of anybody', () => {
    const log = world.server.log();
    expect(log).toContain('"method":"GET","path":"/dashboard/home","status":200');
    expect(log, 'nothing that was asked here is an incident').not.toContain('"incident"');
    const { token, password } = world.patient;
    for (const secret of [...Object.values(world.secrets), token, password])
      expect(log).not.toContain(secret);
    expect(log).not.toMatch(/signature=|@clinic\.test/);
  });

  test('the e-mails tell the patient that something happened, and nothing of her health', async () => {
    const emails = await readEmails(world.service.mailDir, world.patient.email);
    expect(emails.length).toBeGreaterThan(1);
    for (const { subject, text } of emails)
      for (const name of unreadable) expect(subject + text).not.toContain(world.secrets[name]);
  });
});

// Last: it takes a file away.
test('an answer to what no rule foresees has the same headers', async () => {
  await world.objects.drop(await world.fileNameOf(world.pendingId));
  const answer = await world.ask(`/files/raw/${world.pendingId}`, { headers: world.as('patient') });
  expect([answer.status, faultsOf(answer)]).toEqual([500, []]);
});
