import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, expect, vi } from 'vitest';
import type { PublicExpert } from '~/domain/experts/present-expert.server';
import { toInitials } from '~/domain/identity/account-constants';
import { type PublicReport, publicReport } from '~/domain/report/present-report';
import { countriesIn } from '~/i18n/countries';
import { formatDay } from '~/i18n/t';
import AllReviewedPage from '~/routes/dashboard/previous-reviewed-reports';
import * as contactPage from '~/routes/public/contact-us';
import { ReportCard } from '~/ui/report/report-card';
import { ExpertCard } from '~/ui/staff/expert-card';
import { a, an, type Somebody } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { by, type Entry, section } from '../support/conformance';
import { aReportOf } from '../support/reports';
import { apiRoute, callApi, type Params, postPage } from '../support/requests';
import { newAddress, signUpByPage, signupFields } from '../support/signups';
import { addressOf, visit, visitor } from '../support/url-map';
import { screens } from './screens';
import type { Screen } from './sights';

const resetToken = apiRoute('auth/reset-password-token');

let people: Record<'Patient' | 'Expert' | 'Admin', Somebody>;
let reportId: string;
const clinic = clinicForFile();
beforeAll(async () => {
  people = { Patient: await a.patient(), Expert: await an.expert(), Admin: await an.admin() };
  reportId = (await aReportOf(people.Patient))._id;
});

const spec = 'tests/e2e/conformance.spec.ts';
const shell = 'tests/e2e/shell.spec.ts';
const publicPages = 'tests/e2e/public-pages.spec.ts';
const lists = 'tests/e2e/lists.spec.ts';
const using = 'tests/e2e/using.spec.ts';

/** Checks that a visitor gets the page. */
const opens =
  (route: string, params: Params = {}) =>
  async () =>
    expect((await visit(route, visitor, { params })).status).toBe(200);

/** Checks that both paths of the code page show the same for a visitor's held sign-up. */
const showsTheCode = (route: string) => async () => {
  const { cookies } = await signUpByPage(signupFields({ email: newAddress() }));
  const { status, data } = await visit(route, { cookie: cookies });
  expect([status, (data as { shows: string }).shows]).toEqual([200, 'code']);
};

/** Checks that a signed-in user is redirected to the dashboard. */
const forGuests = (route: string) => async () => {
  for (const person of Object.values(people)) {
    expect((await visit(route, person, { params: { token: 'x' } })).location).toBe('/dashboard/home');
  }
};

/**
 * Checks that only these roles get a page. A visitor is redirected to the log-in page, another role
 * to the dashboard with a message.
 */
const forRoles =
  (route: string, roles: readonly (keyof typeof people)[], params: () => Params = () => ({})) =>
  async () => {
    const out = await visit(route, visitor, { params: params() });
    expect(out.location).toBe(`/login?next=${encodeURIComponent(addressOf(route, params()))}`);
    for (const [role, person] of Object.entries(people)) {
      const { status, location, toast } = await visit(route, person, { params: params() });
      if (roles.some((one) => one === role)) expect([role, status]).toEqual([role, 200]);
      else expect([role, location, toast?.type]).toEqual([role, '/dashboard/home', 'error']);
    }
  };
const everyone = ['Patient', 'Expert', 'Admin'] as const;

/**
 * Renders a report's card as its patient sees it. Without a path to delete it, the card needs no
 * router.
 */
function cardOf(changes: Partial<PublicReport> = {}) {
  const report: PublicReport = {
    ...(publicReport.meta()?.example as PublicReport),
    _id: 'abcdefgh12345678',
    reportType: 'ECG',
    reportUrl: '/files/image/x',
    resourceType: 'image',
    description: null,
    language: 'en',
    patient: { _id: 'p', firstName: 'Asha', lastName: 'Rao', email: 'asha@village.test' },
    consent: null,
    ...changes,
  };
  return { report, html: renderToStaticMarkup(createElement(ReportCard, { report, audience: 'patient' })) };
}

/** Renders the page of all reviewed reports with a report that lacks every name. */
function allReviewedWithoutNames() {
  const { report } = cardOf({ status: 'Reviewed', review: '' });
  const nobody = { ...report.patient, firstName: '', lastName: '' };
  const loaded = {
    data: [{ ...report, patient: nobody, about: null }],
    meta: { page: 1, limit: 20, total: 1 },
    viewer: { id: 'admin' },
  };
  const router = createMemoryRouter([{ id: 'all', path: '/', element: createElement(AllReviewedPage) }], {
    hydrationData: { loaderData: { all: loaded } },
  });
  // React Router only uses the data of a route that has a loader.
  Object.assign(router.routes[0] ?? {}, { loader: () => loaded });
  // On the server, React warns about effects that only run in a browser.
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  warned.mockRestore();
  return html;
}

const titles: Record<string, string> = { visitor: 'a visitor sees the screens of the requirements' };
const titleOf = ({ role, isEmpty }: Screen) =>
  isEmpty
    ? 'each list has its message in an empty clinic'
    : (titles[role] ?? 'each role sees its screens of the requirements');

/** The contents of each screen; a browser test checks them line by line. */
const onScreens: Record<string, Entry[]> = Object.fromEntries(
  screens.map((screen) => [
    screen.name,
    screen.sights.map(({ words }): Entry => [words, by(spec, titleOf(screen))]),
  ]),
);

section(2, 'Screens and routes', {
  'Public routes': [
    ['/ Home', opens('/')],
    ['/signup Signup', opens('/signup')],
    ['/login Login', opens('/login')],
    ['/forgot-password Forgot password', opens('/forgot-password')],
    [
      '/update-password/{token} Reset password (the last path segment is the reset token)',
      async () => {
        const { email } = people.Patient;
        await callApi(resetToken, { method: 'POST', body: { email } });
        const text = (await clinic.emails(email)).at(-1)?.text ?? '';
        const token = /\/update-password\/([\w-]+)$/m.exec(text)?.[1] ?? '';
        for (const [segment, isGood] of [
          [token, true],
          ['x', false],
        ] as const) {
          const { data } = await visit('/update-password/:token', visitor, { params: { token: segment } });
          expect(data).toMatchObject({ isGood });
        }
      },
    ],
    ['/verify-email shows the email-verification screen', showsTheCode('/verify-email')],
    ['/confirmation shows the same email-verification screen', showsTheCode('/confirmation')],
    ['/about-us About Us', opens('/about-us')],
    ['/contact-us Contact Us', opens('/contact-us')],
    [
      '* Not-found page',
      async () => expect((await visit('/*', visitor)).status).toBe(404),
      by(using, '… an unknown page says that it does not exist'),
    ],
  ],
  'For visitors who are not signed in; with a token they lead to /dashboard/home': [
    ['Signup', forGuests('/signup')],
    ['login', forGuests('/login')],
    ['forgot-password', forGuests('/forgot-password')],
    ['update-password', forGuests('/update-password/:token')],
    ['verify-email', forGuests('/verify-email')],
    ['confirmation', forGuests('/confirmation')],
  ],
  'Protected routes; without a token go to /login': [
    ['All accounts: /dashboard/home', forRoles('/dashboard/home', everyone)],
    ['All accounts: /dashboard/my-profile', forRoles('/dashboard/my-profile', everyone)],
    ['All accounts: /dashboard/settings', forRoles('/dashboard/settings/:part?', everyone)],
    ['All accounts: /dashboard/upload-report', forRoles('/dashboard/upload-report', everyone)],
    [
      'All accounts: /dashboard/previous-report/{patientId}',
      forRoles('/dashboard/previous-report/:patientId', everyone, () => ({ patientId: people.Patient.id })),
    ],
    ['All accounts: /report-submitted', forRoles('/report-submitted', everyone)],
    ['Admin only: /dashboard/pending-expert', forRoles('/dashboard/pending-expert', ['Admin'])],
    [
      'Admin only: /dashboard/previous-reviewed-reports',
      forRoles('/dashboard/previous-reviewed-reports', ['Admin']),
    ],
    [
      'Expert only: /dashboard/add-review/{reportId}',
      forRoles('/dashboard/add-review/:reportId', ['Expert'], () => ({ reportId })),
    ],
    [
      'Admin or Expert: /dashboard/pending-report',
      forRoles('/dashboard/pending-report/:part?', ['Admin', 'Expert']),
    ],
    [
      'Admin or Expert: /dashboard/previous-reviewed-report',
      forRoles('/dashboard/previous-reviewed-report', ['Admin', 'Expert']),
    ],
    [
      'Admin or Expert: /dashboard/approved-expert',
      forRoles('/dashboard/approved-expert', ['Admin', 'Expert']),
    ],
    [
      "Routes are available only when the logged-in user's accountType matches",
      by('tests/integration/permissions/role-matrix.test.ts', 'are listed here for every page'),
    ],
  ],
  ...onScreens,
  Header: [
    [
      'About Us and Contact Us are hidden on small screens',
      by(publicPages, 'on a phone the header hides About Us and Contact Us, and the footer has them'),
    ],
    [
      'The active link is highlighted',
      by(publicPages, 'the header leads to the public pages and marks the one that is open'),
    ],
    [
      'Logged in: an avatar menu with Dashboard (/dashboard/my-profile)',
      by('tests/e2e/settings.spec.ts', 'the avatar menu leads to the profile'),
    ],
    [
      'If the user has no image, an initials avatar is generated from first and last name',
      () => expect(toInitials({ firstName: 'Asha', lastName: 'Rao' })).toBe('AR'),
      by(
        'tests/integration/accounts/display-picture.test.ts',
        'is shown by initials, drawn by the clinic itself',
      ),
    ],
    [
      "with fallbacks 'unknown' and 'user'",
      () => expect(toInitials({ firstName: '', lastName: '' })).toBe('UU'),
    ],
  ],
  'Home behaviour': [
    [
      'Submit Report goes to /dashboard/upload-report when logged in',
      async () => expect((await visit('/dashboard/upload-report', people.Patient)).status).toBe(200),
    ],
    [
      "When nobody is logged in it shows the error 'Please login first to upload report' and goes to /login",
      async () => {
        const { location, toast } = await visit('/dashboard/upload-report', visitor);
        expect(location).toMatch(/^\/login\?/);
        expect(toast).toEqual({ type: 'error', message: 'Please login first to upload report' });
      },
    ],
  ],
  'Guest screens': [
    ['Forgot password: A spinner shows while loading', by(spec, 'a form shows that it is being sent')],
    [
      'Verify email: paste supported',
      by(
        'tests/e2e/code-boxes.spec.ts',
        'a code that is pasted or filled in by the browser is spread over the boxes',
      ),
    ],
    [
      'Verify email: If no signup data is held it redirects to /signup',
      async () => expect((await visit('/verify-email', visitor)).location).toBe('/signup'),
      async () => expect((await visit('/confirmation', visitor)).location).toBe('/signup'),
    ],
  ],
  'Dashboard shell': [
    ['Sidebar, collapsible on mobile', by(shell, '… on a phone the sidebar is a panel that folds away')],
    ['maximum width about 200px on mobile', by(spec, 'on a phone the sidebar is about 200 px wide')],
    [
      "Logout opens a confirm modal: 'Are You Sure?', 'You will be logged out of your account', buttons Logout and Cancel",
      by(shell, '… Logout asks first, and Cancel leads back'),
    ],
    ['Sidebar items are filtered by account type', by(shell, 'each role finds its own pages in the sidebar')],
    [
      'Groups auto-expand when a child route is active',
      by(shell, '… the group of a page is open, and others open and close by keyboard'),
    ],
  ],
  'Upload, beyond what stands there': [
    [
      'the full dial-code list is about 200 countries',
      () => {
        expect(countriesIn('en').length).toBeGreaterThan(190);
        expect(countriesIn('en').length).toBeLessThan(260);
      },
    ],
    [
      'The submit button reads Uploading... while in progress',
      by(using, 'the button says that a report is being sent'),
    ],
    [
      'After success the form is cleared and the user goes to /report-submitted',
      by(using, '… a double click on the button sends one report'),
    ],
  ],
  'Previous Medical Reports, beyond what stands there': [
    [
      'fallback Unknown Report',
      () => expect(cardOf({ reportType: 'Horoscope' as 'MRI' }).html).toContain('Unknown Report'),
    ],
    [
      'Submitted on date (dd MMM yyyy)',
      () => {
        expect(formatDay('en', '2026-03-05T10:00:00.000Z')).toBe('05 Mar 2026');
        expect(cardOf().html).toMatch(/Submitted on <time[^>]*>05 Mar 2026</);
      },
    ],
    [
      'a link View PDF Report if the resource type is raw or the URL contains /raw/',
      () => {
        const pdf = cardOf({ resourceType: 'raw', reportUrl: '/files/raw/x' }).html;
        expect(pdf).toContain('View PDF Report');
        expect(pdf).toContain('href="/files/raw/x"');
        expect(cardOf().html).not.toContain('View PDF Report');
      },
    ],
    [
      'a Status coloured green if Reviewed',
      () => expect(cardOf({ status: 'Reviewed' }).html).toMatch(/class="badge good"[^>]*>.*Reviewed/),
    ],
    ['and yellow otherwise', () => expect(cardOf().html).toMatch(/class="badge wait"[^>]*>.*Pending/)],
    [
      'the Expert Review text if reviewed',
      () => {
        expect(cardOf({ status: 'Reviewed', review: 'All is well' }).html).toContain('All is well');
        expect(cardOf().html).not.toContain('Expert Review');
      },
    ],
  ],
  'Contact Us, beyond what stands there': [
    [
      'native validation is off, so nothing is enforced',
      by(publicPages, '… the contact page thanks for any message, even an empty one, and clears its form'),
    ],
    [
      "Submitting only shows an alert 'Thank you for reaching out!' and clears the form",
      async () => {
        const { location, toast } = await postPage(contactPage, { path: '/contact-us' });
        expect([location, toast?.message]).toEqual(['/contact-us', 'Thank you for reaching out!']);
      },
    ],
    [
      'nothing is sent to a server: settled otherwise, a message is kept and mailed (docs/requirements.md#pages)',
      by(
        'tests/integration/messages/messages.test.ts',
        'thanks, stores the message and mails it to the clinic',
      ),
    ],
  ],
  'Lists of experts and admins, beyond what stands there': [
    [
      'Pending Reports: Table on desktop and cards on mobile',
      by(lists, '… at … px a doctor searches the pending reports, and the URL keeps the search'),
    ],
    [
      'Pending Reports: Has a loading state',
      by(lists, 'a loading list says so and keeps the focus where it was'),
    ],
    ['Approved Experts: Loading text', by(lists, 'a loading list says so and keeps the focus where it was')],
    [
      'Approved Experts: Cards with image',
      () => {
        const contactNumber = null;
        const expert: PublicExpert = {
          _id: 'm',
          firstName: 'Meera',
          lastName: 'Nair',
          image: '/files/picture/m/1',
          email: 'meera@clinic.test',
          contactNumber,
          accountType: 'Expert',
          approved: true,
          credentials: null,
          standing: null,
          additionalDetails: { about: null, gender: null, contactNumber, dateOfBirth: null },
        };
        const html = renderToStaticMarkup(createElement(ExpertCard, { expert }));
        expect(html).toContain('<img src="/files/picture/m/1"');
      },
    ],
    [
      'Reviewed Reports: Reviewed On (local date-time; of the review, docs/requirements.md#reports-and-files)',
      by('app/i18n/translate.test.ts', 'the moment of %s is %s, by the clock of the clinic'),
      by(
        'tests/integration/reports/report-lists.test.ts',
        'a reviewed report comes with review, patient, expert and the moment of the review',
      ),
    ],
    [
      'All Reviewed Reports: with N/A fallbacks',
      () => expect(allReviewedWithoutNames().match(/>N\/A</g)).toHaveLength(3),
    ],
  ],
  'Add Review, beyond what stands there': [
    ['Submit Review button reading Submitting... while busy', by(spec, 'a form shows that it is being sent')],
    [
      "Non-experts see 'Only experts can add reviews'",
      async () => {
        for (const person of [people.Patient, people.Admin]) {
          const { toast } = await visit('/dashboard/add-review/:reportId', person, { params: { reportId } });
          expect(toast).toEqual({ type: 'error', message: 'Only experts can add reviews' });
        }
      },
    ],
  ],
});
