import type { BrowserContext, Cookie } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { messagesByLanguage } from '../../../app/i18n/catalogues.ts';
import { defaultLanguage, isLanguage } from '../../../app/i18n/languages.ts';
import { type Screen as Entry, screens as table } from '../../../app/urls/screens.ts';
import { accessTo } from '../../support/screen-access.ts';
import { type Demo, type Role, roles } from './demo.ts';
import { expect, type Page } from './fixtures.ts';
import {
  addReview,
  aPerson,
  aReport,
  aReportWithoutEmail,
  call,
  codeEmailIntervals,
  codeFor,
  createMember,
  fixturePath,
  logInMember,
  setLanguageCookie,
  startSession,
} from './people.ts';
import { openSettings } from './press.ts';

/** The language of the screens: English, or SCREENSHOT_LANGUAGE. */
const spoken = process.env.SCREENSHOT_LANGUAGE ?? defaultLanguage;
if (!isLanguage(spoken))
  throw new Error(`SCREENSHOT_LANGUAGE is ${spoken}, which is not a language of the product.`);
const words = messagesByLanguage[spoken];

/** One sight of a page: the visitor's role, and the way there. */
export interface Screen {
  role: Role;
  /** The name within its role, usable as a file name. */
  name: string;
  /** The page's path in app/urls/screens.ts, without the slash before it. */
  route: string;
  /** True if only a phone has this sight. */
  isOnPhone?: boolean;
  open(page: Page, demo: Demo): Promise<void>;
}

type Then = (page: Page, demo: Demo) => Promise<unknown>;
type Path = string | ((demo: Demo) => string);

/** The titles of pages that say why another page is not there. */
const errorTitles: string[] = [words['error.title'], words['error.notFound']];

/**
 * Opens a path, which must not redirect and must have its own page, and continues from there.
 *
 * @param status that of the page.
 */
function at(path: Path, then?: Then, status = 200): Screen['open'] {
  return async (page, demo) => {
    const target = typeof path === 'string' ? path : path(demo);
    const response = await page.goto(target);
    const { pathname, search } = new URL(page.url());
    const seen = { path: `${pathname}${search}`, status: response?.status() };
    expect(seen, 'the page after the visit').toEqual({ path: target, status });
    expect(errorTitles).not.toContain(await page.locator('h1').textContent());
    await then?.(page, demo);
  };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Sends forms unchanged, and waits for the messages about their mistakes. */
const mistakes =
  (...buttons: string[]): Then =>
  async (page) => {
    for (const name of buttons) await press(page, name);
    await expect(page.locator('[role="alert"].notice')).toHaveCount(buttons.length);
  };

const fill =
  (fields: Record<string, string>, then?: Then): Then =>
  async (page, demo) => {
    for (const [label, value] of Object.entries(fields)) {
      await page.getByLabel(label, { exact: true }).fill(value);
    }
    await then?.(page, demo);
  };

const opened =
  (selector: string): Then =>
  async (page) => {
    await page.locator(selector).filter({ visible: true }).first().click();
  };

/** Hovers over a message, which then stays. */
const toast =
  (words: string): Then =>
  async (page) => {
    await page.locator('.toast').filter({ hasText: words }).hover();
  };

const inTurn =
  (...steps: Then[]): Then =>
  async (page, demo) => {
    for (const step of steps) await step(page, demo);
  };

/** Opens a list with the actions on its first review. */
const reviewScreen = (list: string, then?: Then) =>
  at(list, async (page, demo) => {
    const link = page.locator('td a[href*="/amend-review/"], td a[href*="/review-versions/"]').first();
    await link.click();
    await page.waitForURL(/\/(?:amend-review|review-versions)\/./);
    await then?.(page, demo);
  });

/** Opens the code page of a started sign-up. */
const heldSignup: Then = async (page) => {
  const { phone, ...details } = aPerson('Patient', 'Asha');
  const { password } = details;
  await page.request.post('/signup', {
    form: { ...details, contactNumber: phone, countryCode: '+91', confirmPassword: password },
  });
};

/** Waits for an e-mail with a link, and returns the path of the link. */
async function linkIn(server: Demo['server'], email: string, pattern: RegExp) {
  let path: string | undefined;
  await expect
    .poll(
      async () => {
        const texts = (await server.emails(email)).map(({ text }) => text);
        path = pattern.exec(texts.join('\n'))?.[0];
        return path;
      },
      { intervals: codeEmailIntervals },
    )
    .toBeDefined();
  return path ?? '';
}

/**
 * Returns the path of an e-mail's link to a new password, for an account that no other test uses.
 */
async function resetPath(page: Page, { server }: Demo) {
  const { email } = await createMember(server, aPerson('Patient', 'Ravi'));
  await page.request.post('/forgot-password', { form: { email } });
  return linkIn(server, email, /\/update-password\/\S+/);
}

const resetScreen =
  (then?: Then): Screen['open'] =>
  async (page, demo) =>
    at(await resetPath(page, demo), then)(page, demo);

const reset: Screen['open'] = async (page, demo) => {
  const form = { password: 'a wide green field', confirmPassword: 'a wide green field' };
  await page.request.post(await resetPath(page, demo), { form, maxRedirects: 0 });
  await at('/confirmation')(page, demo);
};

/** Opens the page after the password of an account that has just switched two-step login on. */
const secondStep: Screen['open'] = async (page, { server }) => {
  const somebody = await createMember(server, aPerson('Patient', 'Tara'));
  const { email, password } = somebody;
  await page.request.post('/login', { form: { email, password } });
  const read = async () => (await page.request.get('/dashboard/second-factor')).text();
  const post = async (path: string, fields: Record<string, string>) => {
    const form = (await read()).split('<form').find((text) => text.includes(`action="${path}"`)) ?? '';
    const formToken = /name="formToken" value="([^"]*)"/.exec(form)?.[1] ?? '';
    return page.request.post(path, { form: { formToken, ...fields } });
  };
  await post('/dashboard/second-factor/begin', { password });
  const text = await read();
  const secret = /secret=([A-Z2-7]+)/.exec(text.replaceAll('&amp;', '&'))?.[1] ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await post('/dashboard/second-factor/confirm', { otp: code });
  await page.context().clearCookies({ name: 'session' });
  await page.request.post('/login', { form: { email, password }, maxRedirects: 0 });
  await at('/login/second-step')(page, {} as Demo);
};

/** Sends two passwords that differ, and nothing else. */
const mismatch = fill(
  {
    [words['signup.passwordLabel']]: 'one thing',
    [words['signup.confirmPasswordLabel']]: 'another thing',
  },
  mistakes(words['signup.submit']),
);

const send: Then = async (page) => {
  await page.getByRole('radio', { name: words['relation.self'] }).check();
  await page.getByLabel(words['upload.reportTypeLabel']).selectOption('Dental Checkup');
  await page.getByLabel(words['upload.consentLabel']).check();
  // Its words name the person if there is a choice.
  await page.locator('main form[enctype] button[type="submit"]').last().click();
};

const choose =
  (...names: string[]): Then =>
  (page) =>
    page.getByLabel(words['upload.reportLabel'], { exact: true }).setInputFiles(names.map(fixturePath));

const upload = inTurn(choose('xray.jpg'), send, (page) => expect(page).toHaveURL('/report-submitted'));

/** Chooses photos and waits until they are prepared as pages. */
const choosePages = (...names: string[]) =>
  inTurn(choose(...names), async (page) => {
    await expect(page.locator('main form li')).toHaveCount(names.length);
    await expect(page.locator('main form .spin')).toHaveCount(0);
  });

const someoneNew: Then = (page) => page.getByRole('radio', { name: words['about.new'] }).check();

/** Opens the page of a child on the list. */
const personScreen =
  (what: 'change' | 'remove'): Screen['open'] =>
  async (page) => {
    await page.goto('/dashboard/people');
    const card = page.locator('article.sheet').filter({ hasText: 'Kiran' });
    await card.locator(`a[href*="${what}-person"]`).click();
    await expect(page).toHaveURL(/-person\//);
  };

/** The year of birth and phone of the patients without e-mail that the screens open. */
const told = { birthYear: 1962, contactNumber: '9812345678' };

const toldDetails = {
  firstName: 'Lakshmi',
  lastName: 'Devi',
  sex: 'female',
  language: 'te',
  same: 'yes',
  ...told,
};

type Slip = { clinicNumber: string; password: string };

/** Opens an account without e-mail, and returns its slip. */
async function slipOf({ server, people }: Demo) {
  const { token } = await logInMember(server, { ...aPerson('Patient', 'Lakshmi'), ...people.admin });
  const { data } = await call(server, 'POST', 'account/open', toldDetails, token);
  return data as Slip & { user: { _id: string } };
}

/** Opens an account without e-mail, and adds an address to it, as a stranger may. */
async function slipWithAddress(demo: Demo) {
  const { user, clinicNumber, password: once } = await slipOf(demo);
  const [email, password] = [aPerson('Patient', 'Lakshmi').email, 'two tall trees stand'];
  const { token } = await call(demo.server, 'POST', 'auth/login', { email: clinicNumber, password: once });
  const chosen = await call(
    demo.server,
    'POST',
    'auth/choose-password',
    { newPassword: password, confirmNewPassword: password },
    String(token),
  );
  await call(demo.server, 'POST', 'auth/send-otp', { email });
  const otp = await codeFor(demo.server, email);
  await call(demo.server, 'POST', 'profile/add-email', { email, otp, password }, String(chosen.token));
  return { userId: user._id, email, password, clinicNumber };
}

/** Asks, as an admin, that the address of a new account comes off. */
async function removalOf(demo: Demo) {
  const { server, people } = demo;
  const account = await slipWithAddress(demo);
  const { token } = await logInMember(server, { ...aPerson('Admin', 'Anita'), ...people.admin });
  const answers = { fullName: 'Lakshmi Devi', ...told, vouchFor: 'card' };
  await call(server, 'POST', 'account/ask-removal', { userId: account.userId, ...answers }, token);
  return account;
}

/** Opens the page of the link in the e-mail to a disputed address. */
const notMeScreen: Screen['open'] = async (page, demo) => {
  const { email } = await removalOf(demo);
  await at(await linkIn(demo.server, email, /\/not-me\/\S+/))(page, demo);
};

/** Opens the dashboard of an account whose address is to come off, as the next log-in shows it. */
const toldOfRemoval: Screen['open'] = async (page, demo) => {
  const { clinicNumber, password } = await removalOf(demo);
  // The sights before may have left the language of an account.
  await page.context().clearCookies();
  await page.goto('/login');
  await page.locator('input[name="email"]').fill(clinicNumber);
  await page.locator('input[name="password"]').fill(password);
  await press(page, words['login.submit']);
  await page.waitForURL('/dashboard/home');
};

/** Logs in with a slip, and with `isChosen` replaces its password. */
async function enterWith(
  page: Page,
  { server }: Demo,
  { clinicNumber: email, password: once, isChosen }: Slip & { isChosen: boolean },
) {
  const password = isChosen ? 'two tall trees stand' : once;
  if (isChosen) {
    const { token } = await call(server, 'POST', 'auth/login', { email, password: once });
    const body = { newPassword: password, confirmNewPassword: password };
    await call(server, 'POST', 'auth/choose-password', body, String(token));
  }
  await page.context().clearCookies({ name: 'session' });
  await page.request.post('/login', { form: { formToken: 'nobody', email, password } });
}

/** Issues the slip of a new report, and returns the path of its page. */
async function reportSlipPath({ server, people }: Demo) {
  const admin = await logInMember(server, { ...aPerson('Admin', 'Anita'), ...people.admin });
  const { told: answers, userId, reportId } = await aReportWithoutEmail(server, admin);
  const { data } = await call(
    server,
    'POST',
    'slip/issue',
    { ...answers, userId, reportId, vouchFor: 'card' },
    admin.token,
  );
  return new URL(data.slipUrl).pathname;
}

/** Sends a report of a new patient, whose name is as short as others in the clinic, and reviews it. */
async function aReviewedReport({ server, people }: Demo) {
  const patient = await createMember(server, { ...aPerson('Patient', 'Asha'), lastName: 'Rao' });
  const expert = await logInMember(server, { ...aPerson('Expert', 'Meera'), ...people.expert });
  const { _id: reportId } = await aReport(server, patient, 'rash.png');
  await addReview(server, expert, reportId, 'Take 0.5 mg once a day, and come back in 3 weeks.');
  return { patient, reportId };
}

/** Opens the page of a printed code. */
const checkedScreen: Screen['open'] = async (page, demo) => {
  const { patient, reportId } = await aReviewedReport(demo);
  const { data } = await call(demo.server, 'POST', `review/summary/${reportId}`, undefined, patient.token);
  await at(new URL(data.checkUrl).pathname)(page, demo);
};

const summaryScreen =
  (then?: Then): Screen['open'] =>
  async (page, demo) => {
    const { patient, reportId } = await aReviewedReport(demo);
    await page.context().clearCookies({ name: 'session' });
    await startSession(page, patient);
    await at(`/dashboard/review-summary/${reportId}`, then)(page, demo);
  };

const openedSlip: Then = async (page) => {
  await page.locator('input[name="birthYear"]').fill('1962');
  await press(page, words['reportSlip.open']);
  await page.waitForURL('/slip');
  await page.getByRole('link', { name: words['reportSlip.itIsMe'] }).click();
  await page.waitForURL('/slip?isMine=yes');
};

const reportSlipScreen =
  (then?: Then): Screen['open'] =>
  async (page, demo) =>
    at(await reportSlipPath(demo), then)(page, demo);

/** Makes a link of the patient's waiting report for another doctor. */
async function shareOf({ server, people, waiting }: Demo) {
  const { token } = await logInMember(server, { ...aPerson('Patient', 'Asha'), ...people.patient });
  const body = { reportIds: [waiting.ownId], hours: 24 };
  const { data } = await call(server, 'POST', 'report/share', body, token);
  return { path: new URL(data.url).pathname, passcode: String(data.passcode) };
}

const shareScreen =
  (then?: Then): Screen['open'] =>
  async (page, demo) =>
    at((await shareOf(demo)).path, then)(page, demo);

const openedShare: Screen['open'] = async (page, demo) => {
  const { path, passcode } = await shareOf(demo);
  await page.goto(path);
  await page.locator('input[name="passcode"]').fill(passcode);
  await page.locator('input[name="name"]').fill('Anil Rao');
  await page.locator('input[name="registrationNumber"]').fill('KMC 12345');
  await press(page, words['share.open']);
  await page.waitForURL('/shared/1');
};

const withSlip =
  (path: string, isChosen: boolean): Screen['open'] =>
  async (page, demo) => {
    await enterWith(page, demo, { ...(await slipOf(demo)), isChosen });
    await at(path)(page, demo);
  };

/** Opens a page of the front desk about a new account. */
const deskScreen =
  (path: (userId: string) => string, then?: Then): Screen['open'] =>
  async (page, demo) =>
    at(path((await slipOf(demo)).user._id), then)(page, demo);

const webhookUrl = 'https://hospital.example/hooks/secondlook';

/** Opens the page of a new webhook. */
const webhookScreen: Screen['open'] = async (page, demo) => {
  const { server, people } = demo;
  const { token } = await logInMember(server, { ...aPerson('Admin', 'Anita'), ...people.admin });
  const { password } = people.admin;
  const body = { url: webhookUrl, events: ['report.reviewed', 'report.amended'], password };
  const { data } = await call(server, 'POST', 'system/webhooks', body, token);
  await at(`/dashboard/webhook/${data._id}`)(page, demo);
};

/** Opens the page of a new breach. */
const breachScreen: Screen['open'] = async (page, demo) => {
  const { server, people } = demo;
  const { token } = await logInMember(server, { ...aPerson('Admin', 'Anita'), ...people.admin });
  const body = {
    foundAt: new Date().toISOString(),
    what: 'A telephone was stolen',
    actor: people.admin.email,
  };
  const { data } = await call(server, 'POST', 'system/breaches', body, token);
  await at(`/dashboard/breach/${data.number}`)(page, demo);
};

/** Opens the form for a new breach, which is folded while there are others. */
const unfoldNote: Then = async (page) => {
  const fold = page.locator('details:has(#note)');
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
};

/** Opens a new complaint as the admin who answers it. */
const complaintScreen: Screen['open'] = async (page, demo) => {
  const { server, people } = demo;
  const { token } = await logInMember(server, { ...aPerson('Admin', 'Anita'), ...people.admin });
  const body = { topic: 'other', name: 'Uma', answerTo: 'uma@village.test', text: 'Nobody answered' };
  await call(server, 'POST', 'message/complain', body);
  const { data } = await call(server, 'GET', 'message/complaints', undefined, token);
  await at(`/dashboard/complaint/${data[0]._id}`)(page, demo);
};

/** Adds a webhook on its page, which then shows the secret. */
const addedWebhook: Then = async (page, { people }) => {
  await page.locator('input[name="url"]').fill(webhookUrl);
  await page.locator('input[name="password"]').fill(people.admin.password);
  await press(page, words['webhooks.add']);
  await page.getByText(words['secret.saved']).waitFor();
};

/** Makes a key on its page, which then shows the secret. */
const madeKey: Then = async (page, { people }) => {
  await page.locator('input[name="name"]').fill('Ward 3');
  await page.locator('input[name="scopes"]').first().check();
  await page.locator('#make-form input[name="password"]').fill(people.admin.password);
  await press(page, words['keysPage.submit']);
  await page.getByText(words['secret.saved']).waitFor();
};

/** Opens an account without e-mail as a new helper. */
async function helpedOf({ server, people }: Demo) {
  const helper = await createMember(server, aPerson('Patient', 'Radha'));
  const { token } = await logInMember(server, { ...aPerson('Patient', 'Lakshmi'), ...people.admin });
  await call(server, 'POST', 'account/helpers', { name: helper.email }, token);
  const { data } = await call(server, 'POST', 'account/open', toldDetails, helper.token);
  return { helper, userId: String(data.user._id), adminToken: token };
}

/** Opens a page as a helper who has one person to help. */
const helperScreen =
  (path: (userId: string) => string, then?: Then): Screen['open'] =>
  async (page, demo) => {
    const { helper, userId } = await helpedOf(demo);
    await startSession(page, helper);
    await at(path(userId), then)(page, demo);
  };

/** Opens the page on which a patient without e-mail reads who helps them. */
const helpedScreen: Screen['open'] = async (page, demo) => {
  const { userId, adminToken } = await helpedOf(demo);
  const answers = { userId, fullName: 'Lakshmi Devi', ...told, reason: 'lost', vouchFor: 'card' };
  const { data } = await call(demo.server, 'POST', 'account/slip', answers, adminToken);
  await enterWith(page, demo, { ...(data as Slip), isChosen: true });
  await at('/dashboard/my-helpers')(page, demo);
};

/** Searches at the front desk by one of its fields. */
const search =
  (field: string, typed: string): Then =>
  async (page) => {
    await page.locator(`input[name="${field}"]`).fill(typed);
    await page.locator(`form:has(input[name="${field}"]) button`).click();
    await page.locator('#result').waitFor();
  };

/** Opens the first review that waits for its translation. */
const openedTranslation: Then = async (page) => {
  await page.locator('#content td a.button').first().click();
  await page.waitForURL(/\/dashboard\/translate\/./);
};

const openedAtDesk: Then = async (page) => {
  await page.getByLabel(words['signup.firstNameLabel'], { exact: true }).fill('Lakshmi');
  // The page asks about a name and year that it knows, so the last name is new each time.
  const letters = [...String(Date.now())].map((digit) => 'aehijklmnt'[Number(digit)]);
  await page.locator('input[name="lastName"]').fill(letters.join(''));
  await page.locator('input[name="birthYear"]').fill('1962');
  await page.locator('select[name="sex"]').selectOption('female');
  await page.locator('select[name="language"]').selectOption('te');
  await press(page, words['openAccount.submit']);
  await expect(page.locator('.slip')).toBeVisible();
};

const home = '/dashboard/home';
const reportsOf =
  (path = '') =>
  (demo: Demo) =>
    `/dashboard/previous-report/${demo.people.patient.id}${path}`;
const shareFormOf = (reportId: string) => `/dashboard/share-report/${reportId}`;
const deskOf = ({ waiting }: Demo) => `/dashboard/add-review/${waiting.othersId}`;
const guestMenu = 'header nav summary';
const shellMenu = 'aside > details > summary';

const signedOut: Record<string, [route: string, open: Screen['open']]> = {
  home: ['', at('/')],
  'open-slip': ['r/:token', reportSlipScreen()],
  'open-slip-mistakes': ['r/:token', reportSlipScreen(mistakes(words['reportSlip.open']))],
  privacy: ['privacy', at('/privacy')],
  check: ['check', at('/check')],
  'check-mistakes': ['check', at('/check', mistakes(words['check.submit']))],
  'checked-answer': ['check/:code', checkedScreen],
  'checked-answer-unknown': ['check/:code', at('/check/7M3K9XPD2QRTV5ABC6DEF7GHJ8', undefined, 404)],
  'not-me': ['not-me/:token', notMeScreen],
  'read-slip': ['slip', reportSlipScreen(openedSlip)],
  'read-slip-over': ['slip', at('/slip')],
  'open-share': ['s/:token', shareScreen()],
  'open-share-mistakes': ['s/:token', shareScreen(mistakes(words['share.open']))],
  'read-share': ['shared/:part?', openedShare],
  'read-share-over': ['shared/:part?', at('/shared/1')],
  'contact-us': ['contact-us', at('/contact-us')],
  'contact-us-sent': [
    'contact-us',
    at(
      '/contact-us',
      inTurn((page) => press(page, words['contact.submit']), toast(words['contact.done'])),
    ),
  ],
  query: ['query', at('/query')],
  'query-mistakes': ['query', at('/query', mistakes(words['query.submit']))],
  complain: ['complain', at('/complain')],
  'complain-mistakes': ['complain', at('/complain', mistakes(words['complain.submit']))],
  'call-back': ['call-back', at('/call-back')],
  'call-back-mistakes': ['call-back', at('/call-back', mistakes(words['callBack.submit']))],
  signup: ['signup', at('/signup')],
  'signup-mistakes': ['signup', at('/signup', mismatch)],
  'signup-mismatch': ['signup', at('/signup', inTurn(mismatch, toast(words['signup.mismatch'])))],
  login: ['login', at('/login')],
  'offline-form': ['offline/form', at('/offline/form')],
  'second-step': ['login/second-step', secondStep],
  'login-mistakes': ['login', at('/login', mistakes(words['login.submit']))],
  'login-wrong': [
    'login',
    at(
      '/login',
      fill(
        { [words['login.emailLabel']]: 'nobody@clinic.test', [words['login.passwordLabel']]: 'not this one' },
        inTurn(mistakes(words['login.submit']), toast(words['login.failed'])),
      ),
    ),
  ],
  'forgot-password': ['forgot-password', at('/forgot-password')],
  'forgot-password-mistakes': ['forgot-password', at('/forgot-password', mistakes(words['forgot.submit']))],
  'forgot-password-sent': [
    'forgot-password',
    at(
      '/forgot-password',
      fill(
        { [words['login.emailLabel']]: 'a.rather.long.name.of.somebody@clinic-of-the-village.example' },
        async (page) => {
          await press(page, words['forgot.submit']);
          await expect(page.getByRole('heading', { name: words['forgot.sentTitle'] })).toBeVisible();
        },
      ),
    ),
  ],
  'update-password': ['update-password/:token', resetScreen()],
  'update-password-mistakes': ['update-password/:token', resetScreen(mistakes(words['reset.submit']))],
  'update-password-over': ['update-password/:token', at('/update-password/no-such-token')],
  'verify-email': [
    'verify-email',
    async (page, demo) => {
      await heldSignup(page, demo);
      await at('/verify-email')(page, demo);
    },
  ],
  'verify-email-mistakes': ['verify-email', at('/verify-email', mistakes(words['otp.submit']))],
  'confirmation-after-reset': ['confirmation', reset],
  help: ['dashboard/help/:part?', helperScreen(() => '/dashboard/help', mistakes(words['frontDesk.find']))],
  'help-sent': ['dashboard/help/sent', helperScreen(() => '/dashboard/help/sent')],
  'help-confirm': ['dashboard/help/send/:userId', helperScreen((userId) => `/dashboard/help/send/${userId}`)],
  'help-send': [
    'dashboard/help/send/:userId',
    helperScreen(
      (userId) => `/dashboard/help/send/${userId}?confirmed=on`,
      mistakes(words['upload.submitOf'].replace('{name}', 'Lakshmi')),
    ),
  ],
  'not-found': [
    '*',
    async (page) => {
      await page.goto('/no-such-page');
    },
  ],
  'api-docs': ['api/v1/docs/:part?', at('/api/v1/docs')],
  'api-docs-call': [
    'api/v1/docs/:part?',
    at('/api/v1/docs/reportUpload', (page) => page.locator('li summary').first().click()),
  ],
  'first-password': ['dashboard/first-password', withSlip('/dashboard/first-password', false)],
  'dashboard-address-told': ['dashboard/home', toldOfRemoval],
  'settings-clinic-number': [
    'dashboard/settings/:part?',
    withSlip('/dashboard/settings/clinic-number', true),
  ],
  'my-helpers': ['dashboard/my-helpers', helpedScreen],
};

const settingsRows = [
  words['picture.title'],
  words['settings.profile'],
  words['settings.password'],
  words['deleteAccount.title'],
];

const settingsButtons = [
  words['picture.submit'],
  words['profile.submit'],
  words['changePassword.submit'],
  words['deleteAccount.submit'],
];

const patient: typeof signedOut = {
  'home-signed-in': ['', at('/')],
  'avatar-menu': ['dashboard/home', at(home, opened(guestMenu))],
  dashboard: ['dashboard/home', at(home)],
  'dashboard-toast': [
    'dashboard/home',
    async (page) => {
      await page.goto('/dashboard/add-review/x');
      await page.locator('.toast').hover();
    },
  ],
  'logout-dialog': [
    'logout',
    at(
      '/about-us',
      inTurn(opened(guestMenu), async (page) => {
        await page.locator('header a[href="/logout"]').click();
        await expect(page.getByRole('dialog')).toBeVisible();
      }),
    ),
  ],
  logout: ['logout', at('/logout')],
  'my-profile': ['dashboard/my-profile', at('/dashboard/my-profile')],
  settings: ['dashboard/settings/:part?', at('/dashboard/settings')],
  'settings-sessions': ['dashboard/settings/:part?', at('/dashboard/settings/sessions')],
  'settings-mistakes': [
    'dashboard/settings/:part?',
    at(
      '/dashboard/settings',
      inTurn(
        async (page) => {
          for (const title of settingsRows) await openSettings(page, title);
        },
        (page) => page.getByLabel(words['profile.dateOfBirthLabel']).fill(''),
        (page) => page.getByLabel(words['profile.aboutLabel']).fill(''),
        mistakes(...settingsButtons),
      ),
    ),
  ],
  'upload-report': ['dashboard/upload-report', at('/dashboard/upload-report')],
  'without-connection': ['dashboard/without-connection', at('/dashboard/without-connection')],
  'upload-report-mistakes': [
    'dashboard/upload-report',
    at('/dashboard/upload-report', mistakes(words['upload.submit'])),
  ],
  'upload-report-new-person': [
    'dashboard/upload-report',
    at('/dashboard/upload-report', inTurn(someoneNew, mistakes(words['upload.submit']))),
  ],
  'upload-report-child': [
    'dashboard/upload-report',
    at('/dashboard/upload-report', (page) => page.getByRole('radio', { name: 'Kiran' }).check()),
  ],
  'upload-report-pages': [
    'dashboard/upload-report',
    at('/dashboard/upload-report', choosePages('xray.jpg', 'rash.png', 'ecg.gif')),
  ],
  'upload-report-page-refused': [
    'dashboard/upload-report',
    at(
      '/dashboard/upload-report',
      inTurn(choosePages('xray.jpg', 'truncated.jpg'), send, (page) =>
        expect(page.locator('main form li .field-error').first()).toBeVisible(),
      ),
    ),
  ],
  'mark-urgent': [
    'dashboard/mark-urgent/:reportId',
    at(({ waiting }) => `/dashboard/mark-urgent/${waiting.ownId}`),
  ],
  'share-report': ['dashboard/share-report/:reportId', at(({ waiting }) => shareFormOf(waiting.ownId))],
  'share-report-made': [
    'dashboard/share-report/:reportId',
    at(
      ({ waiting }) => shareFormOf(waiting.ownId),
      async (page) => {
        await press(page, words['share.submit']);
        await expect(page.locator('.share-passcode')).toBeVisible();
      },
    ),
  ],
  shares: [
    'dashboard/shares',
    async (page, demo) => {
      await shareOf(demo);
      await at('/dashboard/shares')(page, demo);
    },
  ],
  people: ['dashboard/people', at('/dashboard/people')],
  'people-mistakes': ['dashboard/people', at('/dashboard/people', mistakes(words['people.add']))],
  'change-person': ['dashboard/change-person/:personId', personScreen('change')],
  'remove-person': ['dashboard/remove-person/:personId', personScreen('remove')],
  'previous-report-of-one': [
    'dashboard/previous-report/:patientId',
    at(reportsOf(), async (page) => {
      await page.locator('a.chip').filter({ hasText: 'Kiran' }).click();
      await expect(page).toHaveURL(/person=/);
      // The previous list is paler until the new one is there.
      await expect(page.locator('.opacity-60')).toHaveCount(0);
    }),
  ],
  'report-submitted': ['report-submitted', at('/dashboard/upload-report', upload)],
  'previous-report': ['dashboard/previous-report/:patientId', at(reportsOf())],
  'review-summary': ['dashboard/review-summary/:reportId', summaryScreen()],
  'review-summary-created': [
    'dashboard/review-summary/:reportId',
    summaryScreen(async (page) => {
      await press(page, words['report.print']);
      await expect(page.locator('.summary-check')).toBeVisible();
    }),
  ],
  report: ['dashboard/report/:reportId', at(({ desk }) => `/dashboard/report/${desk.questionedId}`)],
  'report-answered': [
    'dashboard/report/:reportId',
    at(reportsOf(), async (page) => {
      const answer = page.locator('article > a').filter({ hasText: words['report.new'] });
      const readAnswer = page.locator('article > a').filter({ hasText: words['report.Reviewed'] });
      await answer.or(readAnswer).first().click();
      await expect(page.locator('.letter').first()).toBeVisible();
      for (const fold of await page.locator('article section details > summary').all()) await fold.click();
    }),
  ],
  'previous-report-unfolded': [
    'dashboard/previous-report/:patientId',
    at(reportsOf(), async (page) => {
      const folded = page.locator('.report-fold:not([open]) > summary');
      while ((await folded.count()) > 0) await folded.first().click();
    }),
  ],
  'previous-report-nothing': ['dashboard/previous-report/:patientId', at(reportsOf('?reportType=MRI'))],
  'answer-question': [
    'dashboard/answer-question/:reportId',
    at(({ desk }) => `/dashboard/answer-question/${desk.questionedId}`),
  ],
  'answer-question-mistakes': [
    'dashboard/answer-question/:reportId',
    at(({ desk }) => `/dashboard/answer-question/${desk.questionedId}`, mistakes(words['answer.submit'])),
  ],
  'not-found-signed-in': [
    '*',
    async (page) => {
      await page.goto('/dashboard/no-such-page');
    },
  ],
};

const newPatient: typeof signedOut = {
  dashboard: ['dashboard/home', at(home)],
  'my-profile': ['dashboard/my-profile', at('/dashboard/my-profile')],
  'previous-report': [
    'dashboard/previous-report/:patientId',
    at(({ people }) => `/dashboard/previous-report/${people['new-patient'].id}`),
  ],
  'report-submitted-directly': ['report-submitted', at('/report-submitted')],
};

const unapproved: typeof signedOut = {
  dashboard: ['dashboard/home', at(home)],
  'pending-report': ['dashboard/pending-report/:part?', at('/dashboard/pending-report')],
  'previous-reviewed-report': [
    'dashboard/previous-reviewed-report',
    at('/dashboard/previous-reviewed-report'),
  ],
  'approved-expert': ['dashboard/approved-expert', at('/dashboard/approved-expert')],
};

const expert: typeof signedOut = {
  dashboard: ['dashboard/home', at(home)],
  'pending-report': ['dashboard/pending-report/:part?', at('/dashboard/pending-report')],
  'pending-report-nothing': ['dashboard/pending-report/:part?', at('/dashboard/pending-report?q=nobody')],
  'pending-report-of-patients': [
    'dashboard/pending-report/:part?',
    at('/dashboard/pending-report?waitsFor=patient'),
  ],
  'add-review-ask': [
    'dashboard/add-review/:reportId',
    at(({ desk }) => `/dashboard/add-review/${desk.claimedId}`, opened('.desk-foot summary')),
  ],
  'add-review-answered': [
    'dashboard/add-review/:reportId',
    at(({ desk }) => `/dashboard/add-review/${desk.heldId}`, opened('.desk-scroll summary')),
  ],
  'ask-patient': [
    'dashboard/ask-patient/:reportId',
    at(({ desk }) => `/dashboard/ask-patient/${desk.claimedId}`, mistakes(words['ask.send'])),
  ],
  'close-question': [
    'dashboard/close-question/:reportId',
    at(({ desk }) => `/dashboard/close-question/${desk.questionedId}`),
  ],
  'add-review': ['dashboard/add-review/:reportId', at(deskOf)],
  'add-review-mistakes': ['dashboard/add-review/:reportId', at(deskOf, mistakes(words['review.submit']))],
  'add-review-zoomed': [
    'dashboard/add-review/:reportId',
    at(
      deskOf,
      inTurn(
        (page) => press(page, words['viewer.zoomIn']),
        (page) => press(page, words['viewer.turn']),
      ),
    ),
  ],
  'add-review-step': [
    'dashboard/add-review/:reportId',
    at(deskOf, (page) =>
      page.getByRole('radio', { name: words['step.title.seeSpecialist'] }).check({ force: true }),
    ),
  ],
  'previous-report': ['dashboard/previous-report/:patientId', at(reportsOf())],
  'previous-reviewed-report': [
    'dashboard/previous-reviewed-report',
    at('/dashboard/previous-reviewed-report'),
  ],
  'previous-reviewed-report-read': [
    'dashboard/previous-reviewed-report',
    at('/dashboard/previous-reviewed-report', opened('main td summary')),
  ],
  'amend-review': ['dashboard/amend-review/:reportId', reviewScreen('/dashboard/previous-reviewed-report')],
  'amend-review-mistakes': [
    'dashboard/amend-review/:reportId',
    reviewScreen('/dashboard/previous-reviewed-report', mistakes(words['amend.submit'])),
  ],
  'approved-expert': ['dashboard/approved-expert', at('/dashboard/approved-expert')],
  'translate-list': ['dashboard/translate', at('/dashboard/translate')],
  translate: ['dashboard/translate/:reportId', at('/dashboard/translate', openedTranslation)],
  'translate-mistakes': [
    'dashboard/translate/:reportId',
    at('/dashboard/translate', inTurn(openedTranslation, mistakes(words['translate.submit']))),
  ],
  settings: ['dashboard/settings/:part?', at('/dashboard/settings')],
  'settings-credentials': ['dashboard/settings/:part?', at('/dashboard/settings/credentials')],
  'settings-languages': ['dashboard/settings/:part?', at('/dashboard/settings/languages')],
};

const admin: typeof signedOut = {
  dashboard: ['dashboard/home', at(home)],
  'pending-report': ['dashboard/pending-report/:part?', at('/dashboard/pending-report')],
  'pending-expert': ['dashboard/pending-expert', at('/dashboard/pending-expert')],
  'pending-expert-nothing': ['dashboard/pending-expert', at('/dashboard/pending-expert?q=nobody')],
  'approved-expert': ['dashboard/approved-expert', at('/dashboard/approved-expert')],
  'previous-reviewed-report': [
    'dashboard/previous-reviewed-report',
    at('/dashboard/previous-reviewed-report'),
  ],
  'review-versions': [
    'dashboard/review-versions/:reportId',
    reviewScreen('/dashboard/previous-reviewed-reports'),
  ],
  'review-versions-mistakes': [
    'dashboard/review-versions/:reportId',
    reviewScreen('/dashboard/previous-reviewed-reports', mistakes(words['takeBack.submit'])),
  ],
  doctor: [
    'dashboard/doctor/:expertId/:part?',
    at(({ people }) => `/dashboard/doctor/${people.unapproved.id}`),
  ],
  'reject-expert': [
    'dashboard/judge-expert/:expertId',
    at(({ people }) => `/dashboard/judge-expert/${people.unapproved.id}?to=reject`),
  ],
  'approved-expert-suspended': [
    'dashboard/approved-expert',
    at('/dashboard/approved-expert?standing=suspended'),
  ],
  'lift-hold': ['dashboard/lift-hold/:reportId', at(({ desk }) => `/dashboard/lift-hold/${desk.heldId}`)],
  'pending-report-held': ['dashboard/pending-report/:part?', at('/dashboard/pending-report?waitsFor=admin')],
  'front-desk-found': [
    'dashboard/front-desk',
    deskScreen(() => '/dashboard/front-desk', search('text', '5678')),
  ],
  'front-desk-nobody': ['dashboard/front-desk', at('/dashboard/front-desk', search('text', '0000'))],
  'front-desk-unclear': [
    'dashboard/front-desk',
    at('/dashboard/front-desk', async (page) => {
      await page.locator('input[name="text"]').fill('Lakshmi');
      await page.locator('input[name="text"]').press('Enter');
      await page.locator('.field-error').waitFor();
    }),
  ],
  'open-account-mistakes': [
    'dashboard/front-desk/new',
    at('/dashboard/front-desk/new', mistakes(words['openAccount.submit'])),
  ],
  'open-account-slip': ['dashboard/front-desk/new', at('/dashboard/front-desk/new', openedAtDesk)],
  'issue-slip': [
    'dashboard/front-desk/slip/:userId',
    deskScreen((userId) => `/dashboard/front-desk/slip/${userId}`, mistakes(words['slip.submit'])),
  ],
  'issue-slip-with-address': [
    'dashboard/front-desk/slip/:userId',
    async (page, demo) =>
      at(`/dashboard/front-desk/slip/${(await slipWithAddress(demo)).userId}`)(page, demo),
  ],
  'address-ask': [
    'dashboard/front-desk/address/:userId/:part?',
    async (page, demo) =>
      at(
        `/dashboard/front-desk/address/${(await slipWithAddress(demo)).userId}`,
        mistakes(words['removal.ask']),
      )(page, demo),
  ],
  'address-asked': [
    'dashboard/front-desk/address/:userId/:part?',
    async (page, demo) => at(`/dashboard/front-desk/address/${(await removalOf(demo)).userId}`)(page, demo),
  ],
  'duty-plan': [
    'dashboard/duty/:part?',
    at('/dashboard/duty', mistakes(words['dutyPage.add'], words['dutyPage.addAway'])),
  ],
  alerts: ['dashboard/alerts/:part?', at('/dashboard/alerts', mistakes(words['alertsPage.save']))],
  'mark-urgent-by-case': [
    'dashboard/front-desk/urgent',
    at('/dashboard/front-desk/urgent', mistakes(words['danger.submit'])),
  ],
  'front-desk-lists': [
    'dashboard/front-desk/lists',
    async (page, demo) => {
      await removalOf(demo);
      await at('/dashboard/front-desk/lists')(page, demo);
    },
  ],
  'issue-report-slip': [
    'dashboard/front-desk/reports/:userId/:part?',
    async (page, demo) => {
      const admin = await logInMember(demo.server, { ...aPerson('Admin', 'Anita'), ...demo.people.admin });
      const { userId } = await aReportWithoutEmail(demo.server, admin);
      await at(`/dashboard/front-desk/reports/${userId}`, mistakes(words['reportSlip.check']))(page, demo);
    },
  ],
  'change-phone': [
    'dashboard/front-desk/phone/:userId',
    deskScreen((userId) => `/dashboard/front-desk/phone/${userId}`),
  ],
  messages: ['dashboard/messages', at('/dashboard/messages')],
  'checked-sentences': ['dashboard/checked-sentences', at('/dashboard/checked-sentences')],
  'breaches-mistakes': [
    'dashboard/breaches',
    at('/dashboard/breaches', inTurn(unfoldNote, mistakes(words['breach.note']))),
  ],
  breach: ['dashboard/breach/:number/:part?', breachScreen],
  'report-access': [
    'dashboard/report-access',
    at('/dashboard/report-access', mistakes(words['breach.accessFind'])),
  ],
  webhook: ['dashboard/webhook/:webhookId/:part?', webhookScreen],
  'webhooks-mistakes': ['dashboard/webhooks', at('/dashboard/webhooks', mistakes(words['webhooks.add']))],
  'webhooks-secret': ['dashboard/webhooks', at('/dashboard/webhooks', addedWebhook)],
  'key-made': ['dashboard/system/keys/:part?', at('/dashboard/system/keys', madeKey)],
  complaint: ['dashboard/complaint/:complaintId', complaintScreen],
  complaints: ['dashboard/complaints', at('/dashboard/complaints')],
  'messages-none': ['dashboard/messages', at('/dashboard/messages?state=closed')],
};

const all = {
  'signed-out': signedOut,
  patient,
  'new-patient': newPatient,
  unapproved,
  expert,
  admin,
} satisfies Record<Role, typeof signedOut>;

const menu: Screen = {
  role: 'patient',
  name: 'menu',
  route: 'dashboard/home',
  isOnPhone: true,
  open: at(home, opened(shellMenu)),
};

const special: Screen[] = [
  ...roles.flatMap((role) =>
    Object.entries(all[role]).map(([name, [route, open]]) => ({
      role,
      name,
      route,
      open: asRole(role, open),
    })),
  ),
  menu,
];

/** The session of the role that entered a browser; undefined while nobody is signed in. */
const sessions = new WeakMap<BrowserContext, Cookie | undefined>();

/** Opens a sight in the session of its role: another sight may have signed somebody else in. */
function asRole(role: Role, open: Screen['open']): Screen['open'] {
  return async (page, demo) => {
    const context = page.context();
    const session = sessions.get(context);
    if (role === 'signed-out') await context.clearCookies({ name: 'session' });
    else if (session) await context.addCookies([session]);
    await open(page, demo);
  };
}

/** A site at an IP address has no passkeys: `passkeys.spec.ts` examines this page. */
const examinedElsewhere: string[] = [table.removePasskey.path];

/** The pages of the table of screens; entries without a `.tsx` file are no pages. */
const pages = Object.values<Entry>(table).filter(
  ({ file, path }) => file.endsWith('.tsx') && !examinedElsewhere.includes(path),
);

/** The paths of these pages, as the lines above name them. The home page's path is ''. */
export const routesOfPages = pages.map(({ path }) => path.slice(1));

/** The roles that open a page without a line above: the first that may open it. */
const viewers = [
  ['signed-out', 'signed out'],
  ['patient', 'Patient'],
  ['expert', 'Expert'],
  ['admin', 'Admin'],
] as const;

/** The demo clinic's objects for a role's pages, by the name of the parameter. */
const subjectsFor = ({ people, waiting }: Demo, role: Role): Record<string, string> => ({
  patientId: people.patient.id,
  expertId: people.unapproved.id,
  reportId: role === 'patient' ? waiting.ownId : waiting.othersId,
});

/** Builds the sight of a page without a line above: as the first role that may open it sees it. */
function plainSight(page: Entry): Screen[] {
  const route = page.path.slice(1);
  const [role] = viewers.find(([, column]) => accessTo(page, column) === 'open') ?? [];
  if (!role || special.some((one) => one.route === route)) return [];
  const fill = (demo: Demo) =>
    page.path
      .replace(/\/:\w+\?$/, '')
      .replace(/:(\w+)/g, (parameter, name: string) => subjectsFor(demo, role)[name] ?? parameter);
  const name = route.split('/').findLast((part) => !part.startsWith(':')) ?? route;
  return [{ role, name, route, open: asRole(role, at(fill)) }];
}

/** Every sight of every page. */
export const screens: Screen[] = [...special, ...pages.flatMap(plainSight)];

/** Lists the screens of a role in a window of a width. */
export const screensOf = (role: Role, width: number) =>
  screens.filter((screen) => screen.role === role && (!screen.isOnPhone || width < 500));

/** Signs a role in unless it is signed out, in the language of the screens. */
export async function enterAs(page: Page, role: Role, { people, server }: Demo) {
  // An earlier test may have left the account in another language.
  await setLanguageCookie(page, spoken, server);
  if (role !== 'signed-out') await startSession(page, people[role]);
  const cookies = await page.context().cookies(server.url);
  sessions.set(
    page.context(),
    cookies.find(({ name }) => name === 'session'),
  );
}
