import { factorParts, settingsParts } from '~/domain/accounts/constants';
import { may } from '~/domain/kernel/abilities';
import type { AnyOperation } from '~/domain/kernel/operation';
import { resources } from '~/resources';
import { type Screen, screens } from '~/screens';
import type { Call } from '~/web/api/calls.server';
import { calls } from '../../support/calls';
import { accessTo, isPlain, statusOf } from '../../support/screen-access';
import type { Answer, World } from './world';

const everybody = '200 200 200 200 200 200 200';
const guests = '200 home home home home home home';
const nobody = '404 404 404 404 404 404 404';
const writes = '405 405 405 405 405 405 405';

/**
 * What the addresses answer when they are opened that ask for more than the table of screens says,
 * of everything that is somebody's the patient's: to a signed-out visitor, the patient, another
 * patient, a suspended expert, an unapproved one, an approved one, an admin. `login`, `home` … are
 * where a redirect leads.
 */
const special: Record<string, string> = {
  language: Array(7).fill('front').join(' '),
  'verify-email': 'signup home home home home home home',
  confirmation: 'signup home home home home home home',
  'resend-code': Array(7).fill('verify-email').join(' '),
  'login/second-step': 'login home home home home home home',
  'update-password/:token': guests,
  logout: 'front 200 200 200 200 200 200',
  dashboard: Array(7).fill('home').join(' '),
  'dashboard/my-data/download': Array(7).fill('my-data').join(' '),
  'dashboard/previous-report/:patientId': 'login 200 404 404 404 200 200',
  'dashboard/delete-report/:reportId': 'login 200 404 404 404 404 404',
  'dashboard/correct-report/:reportId': 'login 200 404 404 404 404 404',
  'dashboard/change-person/:personId': 'login 200 404 404 404 404 404',
  'dashboard/remove-person/:personId': 'login 200 404 404 404 404 404',
  'dashboard/withdraw-consent/:reportId': 'login 200 404 404 404 404 404',
  'dashboard/give-consent/:reportId': 'login 200 404 404 404 404 404',
  'dashboard/answer-question/:reportId': 'login 200 404 404 404 404 404',
  // The expert has opened it to review it.
  'dashboard/ask-patient/:reportId': 'login home home home home 200 home',
  'dashboard/close-question/:reportId': 'login home home home home 404 pending-report',
  'dashboard/lift-hold/:reportId': 'login home home home home home pending-report',
  'dashboard/add-review/:reportId': 'login home home home home 200 home',
  'dashboard/amend-review/:reportId': 'login home home home home 404 home',
  'dashboard/review-versions/:reportId': 'login home home home home home 200',
  'dashboard/translate': 'login home home home home 200 home',
  'dashboard/translate/:reportId': 'login home home home home 404 home',
  'dashboard/approve-expert/:expertId': 'login home home home home home 404',
  'dashboard/judge-expert/:expertId': 'login 404 404 404 404 404 404',
  'dashboard/review-seen/:reportId': 'login 404 404 404 404 404 404',
  '.well-known/change-password': Array(7).fill('settings').join(' '),
  'words/:language/:file': everybody,
  'files/raw/:reportId/:number?': '401 200 404 404 404 200 200',
  'files/image/:reportId/:number?': '401 404 404 404 404 404 404',
  'files/page/:reportId/:page': '401 200 404 404 404 200 200',
  'files/thumbnail/:reportId': '401 200 404 404 404 200 200',
  'files/picture/:userId/:tag?': '401 200 404 404 404 404 200',
  'uploads/:slotId?': writes,
  'files/waiting-key/:keyId?': everybody,
  'api/v1/report/uploads/:slotId?': writes,
  'api/v1/report/get-report-by-patientId/:patientId': '401 200 404 404 404 200 200',
  'api/v1/report/get-report/:reportId': '401 200 404 404 404 200 200',
  'api/v1/report/get-review-to-translate/:reportId': '401 403 403 403 403 404 403',
  'api/v1/report/review-draft/:reportId': '401 403 403 403 403 404 403',
  'api/v1/report/get-openings/:reportId': '401 200 404 404 404 404 200',
  'api/v1/*': nobody,
  '*': nobody,
};

const columns = ['signed out', 'Patient', 'Patient', 'suspended', 'unapproved', 'Expert', 'Admin'] as const;
const answers = { open: '200', home: 'home', login: 'login', refused: 'home' };

/** What a call answers that only reads, and names no object. */
const reads = ({ allow }: AnyOperation) =>
  columns
    .map((column) => {
      if (allow === 'anyone') return 200;
      if (column === 'signed out') return 401;
      return may(statusOf[column], allow) ? 200 : 403;
    })
    .join(' ');

/** What every address answers. */
export const rows: Record<string, string> = {
  ...Object.fromEntries(
    Object.values<Screen>({ ...screens, ...resources })
      .filter(isPlain)
      .map((screen) => [
        screen.path.slice(1),
        columns.map((column) => answers[accessTo(screen, column)]).join(' '),
      ]),
  ),
  ...Object.fromEntries(
    Object.entries<Call>(calls).map(([path, { GET }]) => [`api/v1/${path}`, GET ? reads(GET) : writes]),
  ),
  ...special,
};

/** What an answer is, as the rows say it. */
export function outcomeOf({ status, headers }: Answer) {
  if (status !== 302) return String(status);
  const path = (headers.location ?? '').split('?')[0] ?? '';
  return path === '/' ? 'front' : path.slice(path.lastIndexOf('/') + 1);
}

const ofEverything = [
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-resource-policy',
  'content-security-policy',
  'cache-control',
];
/** What browsers heed of everything but scripts and styles. */
const ofDocuments = ['permissions-policy', 'cross-origin-opener-policy', 'x-frame-options'];

/** What is missing from the headers every answer has, or said twice. */
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

/** Where Remix gives the data of a page. */
export const dataPath = (path: string) => {
  const [page = '', query] = path.split('?');
  return `${page === '/' ? '/_root' : page}.data${query ? `?${query}` : ''}`;
};

type Rows = Awaited<ReturnType<World['rows']>>;
/** The tables in which something is not as it was. */
export const changedTables = (before: Rows, after: Rows) =>
  Object.keys(after).filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));

const systemParts = ['retry', 'test-email', 'restore-tried'];
const deskParts = ['next', 'draft', 'release', 'free', 'undo'];

/** The forms of a page that has several, as its address names them. */
export function partsOf(pattern: string): readonly string[] {
  if (pattern.includes('settings')) return settingsParts;
  if (pattern.includes('pending-report')) return deskParts;
  return pattern.includes('system') ? systemParts : factorParts;
}
