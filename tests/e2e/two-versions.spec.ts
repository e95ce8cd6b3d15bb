import { sentences as en } from '../../app/i18n/translate.ts';
import { expect, test } from './support/fixtures.ts';

test('a page is reloaded completely if another version of the server sent its data', async ({
  page,
  tolerate,
}) => {
  // The page is drawn without its data, before it is reloaded.
  tolerate(/Cannot convert undefined or null to object/);
  await page.goto('/');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  // The answer of a version in which this page is another file.
  await page.route('**/about-us.data*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('about-us', 'about-it');
    await route.fulfill({ response: answer, body });
  });
  await page.getByRole('banner').getByRole('link', { name: en['nav.aboutUs'] }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['nav.aboutUs']);
  await expect(page).toHaveURL('/about-us');
  // The heading appears before the page has loaded completely.
  await expect.poll(() => loads).toBe(1);
});
