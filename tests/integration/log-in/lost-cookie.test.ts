import { describe, expect, test } from 'vitest';
import * as home from '~/routes/dashboard/home';
import * as secondStepPage from '~/routes/guest/second-step';
import * as signupPage from '~/routes/guest/signup';
import * as verifyEmailPage from '~/routes/guest/verify-email';
import { a, origin } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { getPage } from '../../support/requests';

clinicForFile();

const comingFrom = (path: string) => ({ headers: { Referer: `${origin}${path}` } });

describe('a browser that does not store cookies', () => {
  test('is told on the log-in page, which still leads to the requested page', async () => {
    const away = await getPage(home, {
      path: '/dashboard/home?page=2',
      ...comingFrom('/login?next=%2Fdashboard%2Fhome'),
    });
    expect(away.location).toBe('/login?next=%2Fdashboard%2Fhome%3Fpage%3D2&lost=1');
  });

  test('is told after the second step of a log-in', async () => {
    const dashboard = await getPage(home, { path: '/dashboard/home', ...comingFrom('/login/second-step') });
    expect(dashboard.location).toBe('/login?next=%2Fdashboard%2Fhome&lost=1');
    const step = await getPage(secondStepPage, { path: '/login/second-step', ...comingFrom('/login') });
    expect(step.location).toBe('/login?lost=1');
    const on = await getPage(secondStepPage, {
      path: '/login/second-step?next=%2Fdashboard%2Fmy-data',
      ...comingFrom('/login'),
    });
    expect(on.location).toBe('/login?next=%2Fdashboard%2Fmy-data&lost=1');
  });

  test('is told on the sign-up page instead of asked for a code', async () => {
    const code = await getPage(verifyEmailPage, { path: '/verify-email', ...comingFrom('/signup') });
    expect(code.location).toBe('/signup?lost=1');
  });
});

describe('no message about cookies is shown', () => {
  test('to a visitor from another page, another site or a link', async () => {
    for (const referrer of [`${origin}/`, `${origin}/logins`, 'https://elsewhere.example/login', '']) {
      const away = await getPage(home, { path: '/dashboard/home', headers: { Referer: referrer } });
      expect(away.location, referrer).toBe('/login?next=%2Fdashboard%2Fhome');
    }
    expect((await getPage(verifyEmailPage, { path: '/verify-email' })).location).toBe('/signup');
  });

  test('to a browser whose step or sign-up has expired, or that is signed in', async () => {
    const signedIn = await a.patient();
    const homePage = await getPage(home, {
      path: '/dashboard/home',
      cookie: signedIn.cookie,
      ...comingFrom('/login'),
    });
    expect(homePage.status).toBe(200);
    expect((await getPage(signupPage, { path: '/signup', ...comingFrom('/signup') })).status).toBe(200);
  });
});
