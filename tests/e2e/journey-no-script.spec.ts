import { walkTheJourney } from './journey.ts';
import { phone, test } from './support/fixtures.ts';

test.use({ javaScriptEnabled: false, viewport: phone });

test('the same journey works on a phone without script', async ({ page, anotherPage, server, tolerate }) => {
  await walkTheJourney({ page, anotherPage, server, tolerate });
});
