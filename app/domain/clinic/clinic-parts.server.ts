import { and, eq, exists, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { requiredChoice } from '~/domain/kernel/choices';
import { emptyOutput, key } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { partsTurnedOn } from '~/platform/db/core/tables/clinic.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { checkedSentences } from '~/platform/db/core/tables/next-steps.server';
import { webhooks } from '~/platform/db/core/tables/webhooks.server';
import { db, execute, prepared } from '~/platform/db/db.server';
import { type ClinicPart, clinicParts } from '~/platform/enums';

/** Reads which parts of the clinic are used already, each by one look-up in an index. */
const usedParts = prepared((queries) => {
  const existence = { exists: sql`1` };
  const hasRow = (rows: SQL) => sql<boolean>`${rows}`.mapWith(Boolean);
  const isPatient = eq(users.accountType, 'Patient');
  const hasLoginName = queries
    .select(existence)
    .from(users)
    .where(and(isNotNull(users.loginName), isPatient));
  const hasDuty = queries
    .select(existence)
    .from(users)
    .where(or(isNotNull(users.helperSince), isNotNull(users.frontDeskSince)));
  const hasKey = queries.select(existence).from(apiKeys);
  const hasWebhook = queries.select(existence).from(webhooks);
  const hasCheck = queries.select(existence).from(checkedSentences);
  return queries
    .select({
      frontDesk: hasRow(sql`(${exists(hasLoginName)} or ${exists(hasDuty)})`),
      programs: hasRow(sql`(${exists(hasKey)} or ${exists(hasWebhook)})`),
      sentences: hasRow(exists(hasCheck)),
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('viewerId')))
    .prepare();
});

/** Reads for each part of the clinic whether it is used, and whether an admin has turned it on. */
async function readParts({ id: viewerId }: Viewer) {
  const [used] = await usedParts().execute({ viewerId });
  const turnedOn = await db().select({ part: partsTurnedOn.part }).from(partsTurnedOn);
  return clinicParts.map((part) => ({
    part,
    isUsed: used?.[part] === true,
    isTurnedOn: turnedOn.some((row) => row.part === part),
  }));
}

/** Lists the parts of the clinic that admins have in their menu: those used or turned on. */
export async function listPartsInMenu(viewer: Viewer): Promise<ClinicPart[]> {
  const parts = await readParts(viewer);
  return parts.filter(({ isUsed, isTurnedOn }) => isUsed || isTurnedOn).map(({ part }) => part);
}

/** Reads the parts of the clinic for the page that turns them on. */
export const readClinicParts = operation({
  name: 'clinic.readParts',
  input: z.object({}),
  allow: 'system.read',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  run: async ({ viewer }) => ({ parts: await readParts(viewer) }),
});

/** Puts a part of the clinic into the menu of all admins, or takes it out while nothing uses it. */
export const choosePart = operation({
  name: 'clinic.choosePart',
  input: z.object({
    part: requiredChoice(clinicParts, key('form.choices')),
    choice: requiredChoice(['on', 'off'], key('form.choices')),
  }),
  output: emptyOutput,
  allow: 'system.read',
  successMessage: 'more.done',
  failureMessage: 'more.failed',
  async run({ input: { part, choice } }) {
    if (choice === 'on') {
      await execute(db().insert(partsTurnedOn).values({ part, at: new Date() }).onConflictDoNothing());
    } else {
      await execute(db().delete(partsTurnedOn).where(eq(partsTurnedOn.part, part)));
    }
    return {};
  },
});
