import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSeveral } from '../faults/servers/several.ts';
import { whole } from '../support/short-form.ts';
import { walkTheJourney } from './journey.ts';
import { startAlternatingProxy } from './support/alternating-proxy.ts';
import { readEmails } from './support/emails.ts';
import { test as base, expect, phone } from './support/fixtures.ts';

/** Two servers on PostgreSQL and an object store that alternate with each request. */
const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const mailDir = await mkdtemp(join(tmpdir(), 'two-servers-'));
      const several = await openSeveral({ balance: startAlternatingProxy, mailDir });
      const [first, second] = several.servers;
      if (!first || !second) throw new Error('The test needs two servers');
      await use({
        url: several.balancer.url,
        dataDir: first.dataDir,
        databaseUrl: several.settings.DATABASE_URL ?? '',
        uploadsDir: join(first.dataDir, 'uploads'),
        storage: several.store.settings,
        mailDir,
        pid: first.pid,
        log: () => `${first.log()}\n${second.log()}`,
        emails: (to) => readEmails(mailDir, to),
        stop: several.close,
      });
      const [firstCount = 0, secondCount = 0] = several.balancer.counts;
      expect(Math.abs(firstCount - secondCount), 'requests per server').toBeLessThan(2);
      await several.close();
      await rm(mailDir, { recursive: true });
    },
    { scope: 'test', timeout: 180_000 },
  ],
});

// Serial, because two databases, stores and pairs of servers at once are too many.
test.describe.configure({ mode: 'default' });

test(
  'a report goes from a patient to a doctor and back while each step reaches the other server',
  whole,
  async ({ page, anotherPage, server, tolerate }) => {
    await walkTheJourney({ page, anotherPage, server, tolerate });
  },
);

test.describe('on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test(
    'the same journey works there without script',
    whole,
    async ({ page, anotherPage, server, tolerate }) => {
      await walkTheJourney({ page, anotherPage, server, tolerate });
    },
  );
});
