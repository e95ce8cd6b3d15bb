import { expect, test } from 'vitest';
import { checkedSentences } from '~/platform/db/core/tables/next-steps.server';
import { db, execute } from '~/platform/db/db.server';
import * as morePage from '~/routes/dashboard/admin/more';
import { buildMenu } from '~/urls/menu';
import { rootLoader } from '~/web/pages/root-data.server';
import { an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { slipFrom } from '../../support/desk';
import { aKey } from '../../support/keys';
import { postPage } from '../../support/requests';

clinicForFile();

const optional = ['frontDesk.title', 'duties.title', 'nav.programs', 'sentences.title'];

/** Lists the entries for parts of the clinic in the menu of an admin. */
async function partsInMenuOf({ cookie }: Somebody) {
  const request = new Request('http://clinic.test/', { headers: { cookie } });
  const { data } = await rootLoader({ request, params: {}, context: {} });
  return buildMenu(data.person as Parameters<typeof buildMenu>[0])
    .flatMap((entry) => ('links' in entry ? entry.links : [entry]))
    .map(({ label }) => label)
    .filter((label) => optional.includes(label));
}

const choose = ({ cookie }: Somebody, part: string, choice: string) =>
  postPage(morePage, { path: '/dashboard/more', cookie, fields: { part, choice } });

test('a part of the clinic is in the menu of all admins once one of them turns it on', async () => {
  const [admin, other] = [await an.admin(), await an.admin()];
  expect(await partsInMenuOf(admin)).toEqual([]);
  expect((await choose(admin, 'programs', 'on')).toast?.type).toBe('success');
  expect((await choose(other, 'programs', 'on')).toast?.type).toBe('success');
  expect(await partsInMenuOf(other)).toEqual(['nav.programs']);
  await choose(other, 'programs', 'off');
  expect(await partsInMenuOf(admin)).toEqual([]);
  expect((await choose(admin, 'everything', 'on')).status).toBe(400);
  expect(await partsInMenuOf(admin)).toEqual([]);
});

test('a part that is used is in the menu without a choice, and stays there', async () => {
  const admin = await an.admin();
  await aKey(admin, ['reports.read']);
  expect(await partsInMenuOf(admin)).toEqual(['nav.programs']);
  await choose(admin, 'programs', 'off');
  expect(await partsInMenuOf(admin)).toEqual(['nav.programs']);
  const check = { language: 'te', wordingHash: 'a hash', by: 'Lakshmi Rao', at: new Date() } as const;
  await execute(db().insert(checkedSentences).values(check));
  expect(await partsInMenuOf(admin)).toEqual(['nav.programs', 'sentences.title']);
  await slipFrom(admin);
  expect(await partsInMenuOf(admin)).toEqual(optional);
});
