import { afterEach, beforeAll, expect, test } from 'vitest';
import { allLanguages } from '~/i18n/languages';
import { translate } from '~/i18n/translate';
import { setTypedWords } from '~/platform/settings/env.server';
import * as manifestRoute from '~/routes/public/manifest';
import { a, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { callApi } from '../../support/requests';
import { visit, visitor } from '../../support/url-map';

clinicForFile();
let asha: Somebody;
beforeAll(async () => {
  asha = await a.patient();
});
afterEach(() => setTypedWords({}));

test('the form to store is for nobody, and whoever is logged in is led to the dashboard', async () => {
  const { data } = await visit('/offline/form', visitor);
  const text = JSON.stringify(data);
  expect(text).toContain(translate('en', 'offlineForm.notSent'));
  for (const part of [asha.id, asha.firstName, asha.email]) expect(text).not.toContain(part);
  expect(JSON.stringify((await visit('/offline/form', visitor)).data)).toBe(text);
  expect((await visit('/offline/form', asha)).location).toBe('/dashboard/home');
});

test('the page of the press has the first letter of the name, and its own words', async () => {
  const { data } = await visit('/dashboard/without-connection', asha);
  expect(data).toMatchObject({
    initial: asha.firstName.slice(0, 1),
    ownWords: { 'offlineForm.turnOn': translate('en', 'offlineForm.turnOn') },
  });
});

test('the manifest has the name that messages have, and nothing of a person', async () => {
  setTypedWords({ SENDER_NAME: 'Second opinions' });
  const { json, headers, text } = await callApi(manifestRoute, {
    path: '/site.webmanifest',
    cookie: asha.cookie,
  });
  expect(json).toMatchObject({ name: 'Second opinions', start_url: '/dashboard', display: 'standalone' });
  expect(headers.get('Content-Type')).toBe('application/manifest+json');
  expect(text.length).toBeLessThan(1024);
});

test.each(allLanguages)('an unsent report is said with the emergency number: %s', (language) => {
  expect(translate(language, 'offlineForm.notSent')).toContain('112');
});
