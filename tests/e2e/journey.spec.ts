import { walkTheJourney } from './journey.ts';
import { test } from './support/fixtures.ts';

test('a report goes from a patient to a doctor and the answer comes back', async ({
  page,
  anotherPage,
  server,
  tolerate,
}) => {
  await walkTheJourney({ page, anotherPage, server, tolerate });
});
