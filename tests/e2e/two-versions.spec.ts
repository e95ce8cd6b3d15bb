import { sentences as en } from '../../app/i18n/translate.ts';
import { expect, test } from './support/fixtures.ts';

test('a page whose data another version of the server has sent is loaded whole', async ({
  page,
  tolerate,
}) => {
  // The page that is drawn without its data, before it is loaded whole.
  tolerate(/'office' of '\w+' as it is null/);
  await page.goto('/');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  // What a version sends in which this page is another file.
  await page.route('**/about-us.data*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('about-us', 'about-it');
    await route.fulfill({ response: answer, body });
  });
  await page.getByRole('banner').getByRole('link', { name: en['nav.aboutUs'] }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['nav.aboutUs']);
  await expect(page).toHaveURL('/about-us');
  // The heading stands there before the page has come to its end.
  await expect.poll(() => loads).toBe(1);
});
