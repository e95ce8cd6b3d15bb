import { type Screen, screens } from '~/urls/screens';
import { accessTo, isPlain } from './screen-access';

/** The kinds of visitors of a page. Reports, people and sessions belong to the first patient. */
export const visitorKinds = [
  'signed out',
  'Patient',
  'another Patient',
  'suspended',
  'unapproved',
  'Expert',
  'Admin',
] as const;
export type VisitorKind = (typeof visitorKinds)[number];

/** A page's answer: its status, or the redirect's target with the message that it carries. */
export type PageOutcome = number | string;

/** The subject of a page: an object that the tests prepare, or plain parameters. */
export type Subject = 'waiting' | 'unread' | 'reviewed' | 'person' | 'unapproved' | Record<string, string>;

export type PageAnswers = {
  page: string;
  what?: string;
  of?: Subject;
  answers: readonly PageOutcome[];
};

/** Signed-out visitors are redirected to the log-in page with a way back. */
const login = '→ /login and back';
const home = '→ /dashboard/home';
const wrong = `${home}: Your account cannot open this page`;
const notAnExpert = `${home}: Only experts can add reviews`;
const notApproved = `${home}: You do not have access to add a review. Please wait for admin approval.`;
const blocked = `${home}: An admin has blocked your access to this. Your dashboard says why.`;

const all = (outcome: PageOutcome): PageOutcome[] => visitorKinds.map(() => outcome);
const guests = [200, ...all(home).slice(1)];
const members = [login, ...all(200).slice(1)];
/** An object that only the first patient may see. */
const owners = [login, 200, 404, 404, 404, 404, 404];
const admins = [login, wrong, wrong, blocked, wrong, wrong, 200];
/** A page of helpers, who are no kind of visitor of this table. */
const helpers = [...admins.slice(0, -1), wrong];
const experts = (outcome: PageOutcome) => [login, wrong, wrong, blocked, wrong, outcome, wrong];
const reviewers = (outcome: PageOutcome) => [
  login,
  notAnExpert,
  notAnExpert,
  blocked,
  notApproved,
  outcome,
  notAnExpert,
];

/**
 * The answers of pages that need more than their row in the table of screens:
 * docs/requirements.md#screens and the table of docs/requirements.md#permissions. The cells stand
 * in the order of `visitorKinds`. The first row of a page is also the answer of a built server.
 */
const special: PageAnswers[] = [
  {
    page: '/dashboard/webhook/:webhookId/:part?',
    of: { webhookId: 'x' },
    answers: [...admins.slice(0, -1), 404],
  },
  {
    page: '/dashboard/complaint/:complaintId',
    of: { complaintId: 'x' },
    answers: [...admins.slice(0, -1), 404],
  },
  {
    page: '/dashboard/breach/:number/:part?',
    what: 'of no number',
    of: { number: '0' },
    answers: [...admins.slice(0, -1), 404],
  },
  { page: '/language', what: 'which is only for sending', answers: all('→ /') },
  { page: '/*', what: 'an address there is not', answers: all(404) },

  { page: '/r/:token', what: 'whatever its token', of: { token: 'x' }, answers: all(200) },
  {
    page: '/check/:code',
    what: 'with a code that nobody has',
    of: { code: '7M3K9XPD2QRTV5ABC6DEF7GHJ8' },
    answers: all(404),
  },
  { page: '/not-me/:token', what: 'whatever its token', of: { token: 'x' }, answers: all(200) },
  { page: '/slip', what: 'without an opened slip', answers: all(404) },
  { page: '/s/:token', what: 'whatever its token', of: { token: 'x' }, answers: all(200) },
  { page: '/shared/:part?', what: 'without an opened link', answers: all(404) },
  { page: '/update-password/:token', of: { token: 'x' }, answers: guests },
  { page: '/verify-email', what: 'without a sign-up', answers: ['→ /signup', ...guests.slice(1)] },
  { page: '/confirmation', what: 'without a reset', answers: ['→ /signup', ...guests.slice(1)] },
  { page: '/resend-code', what: 'which is only for sending', answers: all('→ /verify-email') },
  {
    page: '/login/second-step',
    what: 'without a password before it',
    answers: ['→ /login', ...guests.slice(1)],
  },

  { page: '/login/passkey/:part?', what: 'which is only for sending', answers: all('→ /login') },

  {
    page: '/dashboard/first-password',
    what: 'with a password of one’s own',
    answers: [login, ...all(`${home}: You have a password of your own already`).slice(1)],
  },
  {
    page: '/dashboard/front-desk/slip/:userId',
    what: 'of an account with an e-mail address',
    of: { userId: 'nobody' },
    answers: [...admins.slice(0, -1), 404],
  },
  {
    page: '/dashboard/front-desk/reports/:userId/:part?',
    what: 'of no account',
    of: { userId: 'nobody' },
    answers: [...admins.slice(0, -1), 404],
  },
  {
    page: '/dashboard/front-desk/phone/:userId',
    what: 'of an account with an e-mail address',
    of: { userId: 'nobody' },
    answers: [...admins.slice(0, -1), 404],
  },
  {
    page: '/dashboard/front-desk/address/:userId/:part?',
    what: 'of no account',
    of: { userId: 'nobody' },
    answers: [...admins.slice(0, -1), 404],
  },
  { page: '/dashboard/help/send/:userId', of: { userId: 'nobody' }, answers: helpers },
  { page: '/logout', answers: ['→ /', ...members.slice(1)] },
  { page: '/dashboard', what: 'which leads on', answers: all(home) },
  { page: '/dashboard/settings/:part?', answers: members },
  {
    page: '/dashboard/settings/:part?',
    what: 'a part there is',
    of: { part: 'password' },
    answers: members,
  },
  {
    page: '/dashboard/settings/:part?',
    what: 'a part with a page of its own',
    of: { part: 'sessions' },
    answers: members,
  },
  {
    page: '/dashboard/settings/:part?',
    what: 'a part there is not',
    of: { part: 'nothing' },
    answers: [login, ...all(404).slice(1)],
  },
  {
    page: '/dashboard/upload-report',
    answers: [`${login}: Please login first to upload report`, ...members.slice(1)],
  },
  {
    page: '/dashboard/previous-report/:patientId',
    what: 'of the patient',
    of: 'waiting',
    answers: [login, 200, 404, 404, 404, 200, 200],
  },
  {
    page: '/dashboard/previous-report/:patientId',
    what: 'of a patient another expert has reviewed',
    of: 'reviewed',
    answers: [login, 404, 404, 404, 404, 404, 200],
  },
  {
    page: '/dashboard/previous-report/:patientId',
    what: 'of nobody',
    of: { patientId: 'nobody' },
    answers: [login, ...all(404).slice(1)],
  },
  {
    page: '/dashboard/report/:reportId',
    what: 'of a report that waits',
    of: 'waiting',
    answers: [login, 200, 404, 404, 404, 404, 200],
  },
  {
    page: '/dashboard/report/:reportId',
    what: 'of a new answer',
    of: 'unread',
    answers: [login, 200, 404, 404, 404, 404, 200],
  },
  {
    page: '/dashboard/report/:reportId',
    what: 'of no report',
    of: { reportId: 'nothing' },
    answers: [login, ...all(404).slice(1)],
  },
  { page: '/dashboard/delete-report/:reportId', of: 'waiting', answers: owners },
  { page: '/dashboard/share-report/:reportId', of: 'waiting', answers: owners },
  { page: '/dashboard/correct-report/:reportId', of: 'waiting', answers: owners },
  { page: '/dashboard/withdraw-consent/:reportId', of: 'waiting', answers: owners },
  {
    page: '/dashboard/mark-urgent/:reportId',
    of: 'waiting',
    answers: [login, 200, 404, 404, 404, 404, 200],
  },
  {
    page: '/dashboard/review-summary/:reportId',
    what: 'of a report without a review',
    of: 'waiting',
    answers: [login, ...all(404).slice(1)],
  },
  { page: '/dashboard/give-consent/:reportId', of: 'waiting', answers: owners },
  { page: '/dashboard/answer-question/:reportId', of: 'waiting', answers: owners },
  { page: '/dashboard/change-person/:personId', of: 'person', answers: owners },
  { page: '/dashboard/remove-person/:personId', of: 'person', answers: owners },
  {
    page: '/dashboard/remove-passkey/:passkeyId',
    what: 'of a passkey there is not',
    of: { passkeyId: 'none' },
    answers: [login, ...all(404).slice(1)],
  },
  {
    page: '/dashboard/add-review/:reportId',
    what: 'of a report that waits',
    of: 'waiting',
    answers: reviewers(200),
  },
  {
    page: '/dashboard/add-review/:reportId',
    what: 'of a report that is reviewed',
    of: 'reviewed',
    answers: reviewers(
      '→ /dashboard/pending-report: This report has already been reviewed. Your review was not added.',
    ),
  },
  {
    page: '/dashboard/add-review/:reportId',
    what: 'of no report',
    of: { reportId: 'none' },
    answers: reviewers(404),
  },
  {
    page: '/dashboard/amend-review/:reportId',
    what: 'of a review somebody else wrote',
    of: 'reviewed',
    answers: experts(404),
  },
  { page: '/dashboard/review-versions/:reportId', of: 'reviewed', answers: admins },
  {
    page: '/dashboard/review-versions/:reportId',
    what: 'of no report',
    of: { reportId: 'none' },
    answers: [...admins.slice(0, -1), 404],
  },
  { page: '/dashboard/translate', answers: reviewers(200) },
  {
    page: '/dashboard/translate/:reportId',
    what: 'of a review that waits for none of the expert’s languages',
    of: 'reviewed',
    answers: reviewers(404),
  },
  { page: '/dashboard/approve-expert/:expertId', of: 'unapproved', answers: admins },
  { page: '/dashboard/doctor/:expertId/:part?', of: 'unapproved', answers: admins },
  {
    page: '/dashboard/doctor/:expertId/:part?',
    what: 'of nobody',
    of: { expertId: 'nobody' },
    answers: [...admins.slice(0, -1), 404],
  },
  {
    page: '/dashboard/judge-expert/:expertId',
    what: 'without saying what for',
    of: 'unapproved',
    answers: [login, ...all(404).slice(1)],
  },
  {
    page: '/dashboard/ask-patient/:reportId',
    what: 'of a report that they read',
    of: 'waiting',
    answers: experts(200),
  },
  {
    page: '/dashboard/ask-patient/:reportId',
    what: 'of a report that nobody reads',
    of: 'unread',
    answers: experts(
      '→ /dashboard/pending-report: Only the doctor who is reading this report can ask. Please open it first.',
    ),
  },
  {
    page: '/dashboard/close-question/:reportId',
    what: 'of a report without a question',
    of: 'waiting',
    answers: [
      ...experts(404).slice(0, -1),
      '→ /dashboard/pending-report: No question is open for this report.',
    ],
  },
  {
    page: '/dashboard/lift-hold/:reportId',
    what: 'of a report that is open',
    of: 'waiting',
    answers: [...admins.slice(0, -1), '→ /dashboard/pending-report: This report is not on hold.'],
  },
];

const listed = new Set(special.map(({ page }) => page));

/** The answers of every page; the table of screens gives those of pages without a row above. */
export const pageAnswers: PageAnswers[] = [
  ...special,
  ...Object.values<Screen>(screens)
    .filter((screen) => isPlain(screen) && !listed.has(screen.path))
    .map((screen) => ({ page: screen.path, answers: visitorKinds.map((kind) => outcomeFor(screen, kind)) })),
];

function outcomeFor(screen: Screen, kind: VisitorKind): PageOutcome {
  const role = kind === 'another Patient' ? 'Patient' : kind;
  return { open: 200, home, login, refused: role === 'suspended' ? blocked : wrong }[accessTo(screen, role)];
}
