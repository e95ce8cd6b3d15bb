import { hasAbility } from '~/domain/kernel/abilities';
import type { AnyOperation } from '~/domain/kernel/operation';
import { resources } from '~/urls/resources';
import type { Screen } from '~/urls/screens';
import type { Call } from '~/web/api/calls.server';
import { calls } from '../../support/calls';
import { type PageOutcome, pageAnswers, visitorKinds } from '../../support/page-answers';
import { accessTo, isPlain, statusOf } from '../../support/screen-access';
import type { Answer, World } from './world';

const everybody = '200 200 200 200 200 200 200';
const nobody = '404 404 404 404 404 404 404';
const writes = '405 405 405 405 405 405 405';

/**
 * The answers of files and calls that need more than their row in the table of resources or their
 * ability. All objects are the first patient's. The cells stand in the order of `visitorKinds`;
 * `login` and `home` are the targets of redirects.
 */
const special: Record<string, string> = {
  'dashboard/my-data/download': Array(7).fill('my-data').join(' '),
  'dashboard/review-seen/:reportId': 'login 404 404 404 404 404 404',
  'dashboard/go-today': Array(7).fill('to-tell').join(' '),
  'dashboard/breaches/people': Array(7).fill('breaches').join(' '),
  'dashboard/step-answer/:reportId': Array(7).fill('home').join(' '),
  'dashboard/undo-time/:reportId': nobody,
  'dashboard/report-numbers/:reportId': nobody,
  'dashboard/passkey-proof': nobody,
  // An account with an e-mail address gets no slips.
  'dashboard/front-desk/reports/:userId/:part?': 'login home home home home home front-desk',
  '.well-known/change-password': Array(7).fill('settings#password').join(' '),
  'words/:language/:file': everybody,
  'files/raw/:reportId/:number?': '401 200 404 404 404 200 200',
  'files/image/:reportId/:number?': '401 404 404 404 404 404 404',
  'files/page/:reportId/:page/:size?': '401 200 404 404 404 200 200',
  'files/thumbnail/:reportId': '401 200 404 404 404 200 200',
  'files/picture/:userId/:tag?': '401 200 404 404 404 404 200',
  'files/shared/:shareId/:reportId/:number?': nobody,
  'files/shared-page/:shareId/:reportId/:page/:size?': nobody,
  'uploads/:slotId?': writes,
  'files/waiting-key/:keyId?': everybody,
  'api/v1/report/uploads/:slotId?': writes,
  'api/v1/report/get-report-by-patientId/:patientId': '401 200 404 404 404 200 200',
  'api/v1/report/get-report/:reportId': '401 200 404 404 404 200 200',
  'api/v1/report/get-review-to-translate/:reportId': '401 403 403 403 403 404 403',
  'api/v1/report/review-draft/:reportId': '401 403 403 403 403 404 403',
  'api/v1/system/webhook-deliveries/:webhookId': '401 403 403 403 403 403 404',
  'api/v1/system/breaches/:number': '401 403 403 403 403 403 404',
  'api/v1/system/breach-people/:number': '401 403 403 403 403 403 404',
  'api/v1/system/breach-people-file/:number': '401 403 403 403 403 403 404',
  'api/v1/review/check/:code': nobody,
  'api/v1/review/summary/:reportId': '401 404 404 404 404 404 404',
  'api/v1/report/get-openings/:reportId': '401 200 404 404 404 404 200',
  'api/v1/*': nobody,
};

/** Returns the answers of a call that only reads and names no object. */
const reads = ({ allow }: AnyOperation) =>
  visitorKinds
    .map((kind) => {
      if (allow === 'anyone') return 200;
      if (kind === 'signed out') return 401;
      return hasAbility(statusOf[kind === 'another Patient' ? 'Patient' : kind], allow) ? 200 : 403;
    })
    .join(' ');

const answers = { open: '200', home: 'home', login: 'login', refused: 'home' };
const accessOf = (screen: Screen) =>
  visitorKinds
    .map((kind) => answers[accessTo(screen, kind === 'another Patient' ? 'Patient' : kind)])
    .join(' ');

/** Shortens a page's answer to a status, or the last part of the redirect's path. */
const shorten = (outcome: PageOutcome) =>
  typeof outcome === 'number' ? String(outcome) : lastPartOf(/^→ ([^ :]*)/.exec(outcome)?.[1] ?? '');

const lastPartOf = (path: string) => (path === '/' ? 'front' : path.slice(path.lastIndexOf('/') + 1));

/** The first row of each page in the table of pages, by its path. */
const rowsOfPages = Object.fromEntries(
  pageAnswers
    .map(({ page, answers: outcomes }) => [page.slice(1), outcomes.map(shorten).join(' ')] as const)
    .reverse(),
);

/** The answers of every address. */
export const rows: Record<string, string> = {
  ...rowsOfPages,
  ...Object.fromEntries(
    Object.values<Screen>(resources)
      .filter(isPlain)
      .map((screen) => [screen.path.slice(1), accessOf(screen)]),
  ),
  ...Object.fromEntries(
    Object.entries<Call>(calls).map(([path, { GET }]) => [`api/v1/${path}`, GET ? reads(GET) : writes]),
  ),
  ...special,
};

/** Shortens an answer to the form of the rows. */
export function outcomeOf({ status, headers }: Answer) {
  if (status !== 302) return String(status);
  return lastPartOf((headers.location ?? '').split('?')[0] ?? '');
}

const ofEverything = [
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-resource-policy',
  'content-security-policy',
  'cache-control',
];
/** Headers that browsers obey on everything except scripts and styles. */
const ofDocuments = ['permissions-policy', 'cross-origin-opener-policy', 'x-frame-options'];

/** Lists the headers that an answer lacks or has twice. */
export function faultsOf({ headers, names }: Answer) {
  const policy = String(headers['content-security-policy']);
  const isDocument = !/^text\/(?:css|javascript);/.test(String(headers['content-type']));
  const always = [...ofEverything, ...(isDocument ? ofDocuments : [])];
  return [
    ...always.filter((name) => !headers[name]).map((name) => `no ${name}`),
    ...always.filter((name) => names.filter((one) => one.toLowerCase() === name).length > 1),
    ...(policy.includes("default-src 'none'") && policy.includes('frame-ancestors') ? [] : [policy]),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['sniffs']),
    ...(headers['x-powered-by'] ? ['says what it runs on'] : []),
  ];
}

/** Returns the URL of a page's data in Remix. */
export const dataPath = (path: string) => {
  const [page = '', query] = path.split('?');
  return `${page === '/' ? '/_root' : page}.data${query ? `?${query}` : ''}`;
};

type Rows = Awaited<ReturnType<World['rows']>>;
/** Lists the tables that changed. */
export const changedTables = (before: Rows, after: Rows) =>
  Object.keys(after).filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));
