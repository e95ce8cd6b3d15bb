import { and, eq, gt, gte, isNull, lt, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { endShares } from '~/domain/identity/share-endings.server';
import {
  idSchema,
  key,
  maxSecretLength,
  publicMoment,
  requiredLine,
  tokenField,
} from '~/domain/kernel/fields';
import { openOperation } from '~/domain/kernel/operation';
import { tooManyRefusal } from '~/domain/kernel/refusal';
import { enqueueBoundedEmail } from '~/domain/notifications/bounded-emails.server';
import { addresseeColumns, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { shareOpenings, shares } from '~/platform/db/core/tables/shares.server';
import { atomically, db, execute, requireChange } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { consume, refund } from '~/platform/limits/limits.server';
import { hashToken, sameText } from '~/platform/secrets/tokens.server';
import { listLiveReports } from './live-shares.server';
import {
  type LiveRow,
  presentSharedReports,
  type SharedReport,
  sharedReport,
  sharedReportExample,
} from './present-shared.server';
import { maxReaderName, maxReaderRegistration, maxShareTries, shareMinutes } from './share-constants';
import { hashPasscode, newSharePass, shareOver } from './share-pass.server';

const openForm = z.object({
  token: tokenField(key('share.over')).meta({
    description: 'Last part of the address.',
    example: 'k2fZ0n1p',
  }),
  passcode: requiredLine(key('share.passcode'), maxSecretLength).meta({
    description: 'Passcode, in any spelling.',
    example: 'K7QM-3XPD',
  }),
  name: requiredLine(key('share.readerName'), maxReaderName).meta({
    description: 'Your name. The patient reads it.',
    example: 'Anil Rao',
  }),
  registrationNumber: requiredLine(key('share.readerRegistration'), maxReaderRegistration).meta({
    description: 'Your registration number. The patient reads it.',
    example: 'KMC 12345',
  }),
});

type Reader = Pick<z.output<typeof openForm>, 'name' | 'registrationNumber'>;

const shareView = z
  .object({
    closesAt: publicMoment.describe('Time until which the reports are shown, in UTC.'),
    reports: z.array(sharedReport).describe('Reports, newest first.'),
  })
  .meta({
    id: 'ShareView',
    description: 'Reports that a patient shows to another doctor.',
    example: { closesAt: '2026-03-05T09:00:00.000Z', reports: [sharedReportExample] },
  });

type ShareView = z.infer<typeof shareView>;
type Share = typeof shares.$inferSelect;

/**
 * Opens a link for another doctor with its passcode. Five wrong passcodes of a network close it to
 * that network, and twenty in all end it: its owner is told. An unknown, ended, expired or wrongly
 * answered link gets the same answer.
 *
 * @returns the reports, and the pass with which the page shows them for half an hour.
 * @throws Refusal: `notFound`; `tooMany` after 20 wrong answers from one network in an hour, or 60
 *   openings of one link in an hour.
 */
export const openShare = openOperation({
  name: 'share.open',
  api: {
    summary: 'Open reports that a patient shows you',
    text: 'Returns the reports behind a link for another doctor. Five wrong passcodes close the link to a network, and twenty in all end it. Returns 404 for an unknown link, an ended one, an expired one and a wrong passcode. The addresses of the files work for 15 minutes and end with the link.',
  },
  input: openForm,
  output: z.object({ data: shareView.describe('Shared reports.') }),
  refusals: ['notFound', 'tooMany'],
  limits: ['wrongShares'],
  secretFields: ['passcode'],
  successMessage: 'share.opened',
  failureMessage: 'share.openFailed',
  async run({ input, context }): Promise<{ data: ShareView; pass?: string }> {
    const tokenHash = hashToken(input.token);
    const networkKey = `${tokenHash} ${context.client}`;
    const mayNetwork = (await consume('passcodesOfShare', networkKey)) === 0;
    const [share] = await db().select().from(shares).where(eq(shares.tokenHash, tokenHash));
    // Each refusal does the same work. A network without tries counts none.
    const isCounted = await countTry(mayNetwork ? tokenHash : '');
    const passcodeHash = hashPasscode(share?.id ?? '', input.passcode);
    const isRight = sameText(share?.passcodeHash ?? '', passcodeHash);
    if (!share || !isCounted) throw shareOver();
    if (!isRight) {
      await endIfGuessed(share);
      throw shareOver();
    }
    const wait = await consume('shareOpenings', share.id);
    if (wait > 0) throw tooManyRefusal(wait);
    const rows = await listLiveReports(share.id, 1);
    if (rows.length === 0 || !(await recordOpening(share, rows, input))) throw shareOver();
    await refund('passcodesOfShare', networkKey);
    await refund('wrongShares', context.client);
    return {
      data: {
        closesAt: new Date(Date.now() + shareMinutes * 60_000).toISOString(),
        reports: await presentSharedReports(share.id, rows, context),
      },
      pass: newSharePass(share.id),
    };
  },
});

/** Counts a try before the passcode is compared, so that parallel tries gain nothing. */
async function countTry(tokenHash: string): Promise<boolean> {
  const changed = await execute(
    db()
      .update(shares)
      .set({ tries: sql`${shares.tries} + 1` })
      .where(
        and(
          eq(shares.tokenHash, tokenHash),
          lt(shares.tries, maxShareTries),
          gt(shares.expiresAt, new Date()),
          isNull(shares.endedAt),
        ),
      ),
    // An unknown link has no row to write, and must not be answered sooner.
    { durable: false },
  );
  return changed > 0;
}

/** Gives the try back and writes who opened which reports. Returns false if the share has just ended. */
function recordOpening({ id }: Share, rows: LiveRow[], { name, registrationNumber }: Reader) {
  const [at, openingId] = [new Date(), newId()];
  const opening = { openingId, shareId: id, at, name, registrationNumber };
  return atomically([
    requireChange(
      db()
        .update(shares)
        .set({ tries: sql`${shares.tries} - 1` })
        .where(and(eq(shares.id, id), isNull(shares.endedAt), lte(shares.tries, maxShareTries))),
    ),
    db()
      .insert(shareOpenings)
      .values(rows.map(({ report }) => ({ ...opening, reportId: report.id }))),
    ...rows.map(({ report }) => auditEntry({ action: 'share.opened', objectId: report.id })),
  ]);
}

/** Ends a share after its last wrong passcode, and tells its owner. */
async function endIfGuessed({ id, userId }: Share): Promise<void> {
  const isGuessed = and(eq(shares.id, id), gte(shares.tries, maxShareTries));
  if ((await db().$count(shares, isGuessed)) === 0) return;
  const [owner] = await db().select(addresseeColumns).from(users).where(eq(users.id, userId));
  if (!owner) return;
  await atomically([
    requireChange(endShares('tries', isGuessed)),
    auditEntry({ action: 'share.guessed', objectId: userId }),
    ...(await enqueueBoundedEmail({
      topic: 'share',
      about: userId,
      template: 'shareGuessed',
      params: {},
      ...toAddressee(owner),
    })),
  ]);
  wakeOutbox();
}

/**
 * Reads the reports of an opened share again. Everything that may end it is read each time.
 *
 * @throws Refusal: `notFound` once the share has ended.
 */
export const readShare = openOperation({
  name: 'share.read',
  input: z.object({
    /** The share that the reader has opened, as the channel has proved. */
    openedId: idSchema,
    /** The report to show, numbered from 1. */
    number: z.coerce.number().int().min(1).default(1),
  }),
  refusals: ['notFound'],
  successMessage: 'share.opened',
  failureMessage: 'share.openFailed',
  async run({ input: { openedId, number }, context }) {
    const rows = await listLiveReports(openedId);
    if (rows.length === 0) throw shareOver();
    const reports: SharedReport[] = await presentSharedReports(openedId, rows, context);
    // A report may have left the share since its page was opened.
    return { data: reports, shown: reports[number - 1] ? number : 1, shareId: openedId };
  },
});

/** Ends the reading of an opened share. The page then deletes the pass. */
export const closeShare = openOperation({
  name: 'share.close',
  input: z.object({}),
  successMessage: 'share.closed',
  failureMessage: 'share.openFailed',
  run: async () => ({}),
});
