import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { apiChannel } from '~/domain/kernel/channels';
import type { Refusal } from '~/domain/kernel/refusal';
import { openShare } from '~/domain/shares/open-share.server';
import { translations } from '~/platform/db/core/tables/reports.server';
import { shares } from '~/platform/db/core/tables/shares.server';
import { db, execute } from '~/platform/db/db.server';
import { contextOf } from '~/web/pipeline/context.server';
import { a, an, origin, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { freshLimits } from '../../support/fresh-limits';
import { rawDatabase } from '../../support/raw';
import { aReportOf, sendReview, withdrawConsentFor } from '../../support/reports';
import {
  aShareOf,
  createShareBy,
  endShareBy,
  listSharesOf,
  type MadeShare,
  openShareBy,
  reader,
} from '../../support/shares';
import { isShort } from '../../support/short-form';

let patient: Somebody;
let expert: Somebody;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
  expert = await an.expert();
});
afterEach(() => freshLimits(1000));

type View = { closesAt: string; reports: Record<string, unknown>[] };
const viewOf = ({ json }: Awaited<ReturnType<typeof openShareBy>>) => json.data as View;

const wrongFor = (share: MadeShare) => ({ ...share, passcode: share.passcode === 'AAAA-AAAA' ? 'B' : 'A' });

test('opens the chosen reports with the passcode in any spelling, and nothing else', async () => {
  const review = 'Your blood has too little iron. Please see a doctor soon.';
  const { _id: reviewed } = await aReportOf(patient, { description: 'Tired for weeks' });
  await sendReview({
    reportId: reviewed,
    token: expert.token,
    review,
    nextStep: 'seeDoctor',
    withinDays: 14,
  });
  await execute(
    db()
      .insert(translations)
      .values({
        ...{ id: 'hi-1', reportId: reviewed, language: 'hi', review: 'आयरन कम है।', createdAt: new Date() },
        ...{ expertId: expert.id, expertFirstName: 'Meera', expertLastName: 'Nair' },
      }),
  );
  const { _id: waiting } = await aReportOf(patient, { reportType: 'ECG', file: 'rash.png' });
  const { _id: other } = await aReportOf(patient, { description: 'Zebra stripes', reportType: 'MRI' });
  const share = await aShareOf(patient, [reviewed, waiting], { label: 'For Dr Rao' });
  expect(share).toMatchObject({
    token: expect.stringMatching(/^[\w-]{43}$/),
    url: expect.stringMatching(new RegExp(`/s/${share.token}$`)),
    passcode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
  });
  const typed = ` ${share.passcode.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
  const opened = await openShareBy(share, { passcode: typed });
  expect(opened.status, opened.text).toBe(200);
  expect(viewOf(opened).reports).toMatchObject([
    { _id: waiting, reportType: 'ECG', status: 'Pending', review: null, isReviewHidden: false },
    {
      ...{
        _id: reviewed,
        sentBy: `${patient.firstName} ${patient.lastName}`,
        description: 'Tired for weeks',
        status: 'Reviewed',
      },
      review: { text: review, doctor: expect.any(String) },
      nextStep: { step: 'seeDoctor', sentence: expect.stringContaining('see a doctor') },
      translations: [{ language: 'hi', text: 'आयरन कम है।' }],
      files: [{ number: 1, resourceType: 'raw', url: expect.stringContaining('signature=') }],
    },
  ]);
  expect(Object.keys(opened.json.data as View).sort()).toEqual(['closesAt', 'reports']);
  for (const hidden of ['98765', patient.email, other, 'Zebra', 'MRI', 'Dr Rao', share.token])
    expect(opened.text).not.toContain(hidden);
  const stored = await rawDatabase();
  for (const secret of [
    share.token,
    share.passcode,
    share.passcode.replace('-', ''),
    'For Dr Rao',
    'KMC 12345',
  ])
    expect(stored).not.toContain(secret);
});

test('shows only reports of one’s own that may be shown', async () => {
  const { _id: own } = await aReportOf(patient);
  const { _id: foreign } = await aReportOf(await a.patient());
  const { _id: withdrawn } = await aReportOf(patient, { reportType: 'Biopsy' });
  await withdrawConsentFor(patient, withdrawn);
  const statusOf = async (reportIds: unknown, fields = {}) =>
    (await createShareBy(patient, { reportIds, ...fields })).status;
  expect(await statusOf([own, foreign])).toBe(404);
  expect(await statusOf([own, withdrawn])).toBe(409);
  expect(await statusOf([])).toBe(422);
  expect(await statusOf(Array.from({ length: 21 }, () => own))).toBe(422);
  for (const hours of [0, 721, 1.5, 'x']) expect(await statusOf([own], { hours })).toBe(422);
  for (const hours of [1, 720]) expect(await statusOf([own, own], { password, hours })).toBe(200);
});

test('a repeated call answers without address and passcode, and makes no second link', async () => {
  const owner = await a.patient();
  const { _id: reportId } = await aReportOf(owner);
  const send = (hours = 24) =>
    createShareBy(owner, { reportIds: [reportId], hours }, { 'Idempotency-Key': 'share-1' });
  const [first, second] = [await send(), await send()];
  const newShare = first.json.data as MadeShare;
  expect(newShare.passcode).toEqual(expect.any(String));
  expect(second.json.data).toEqual({ ...newShare, token: null, url: null, passcode: null });
  expect((await send(1)).status).toBe(422);
  expect(await listSharesOf(owner)).toHaveLength(1);
});

test('gives one answer to an unknown link, a wrong passcode, an expired and an ended one', async () => {
  const { _id: reportId } = await aReportOf(patient);
  const [open, ended, expired, empty] = await Promise.all(
    Array.from({ length: 4 }, () => aShareOf(patient, [reportId], { hours: 1 })),
  );
  if (!open || !ended || !expired || !empty) throw new Error('four links were made');
  expect((await endShareBy(patient, ended._id)).status).toBe(200);
  const past = { expiresAt: new Date(Date.now() - 1) };
  await execute(db().update(shares).set(past).where(eq(shares.id, expired._id)));
  const wrong = await openShareBy(wrongFor(open));
  expect(wrong.status).toBe(404);
  for (const answer of [
    await openShareBy({ token: 'k2fZ0n1pk2fZ0n1pk2fZ0n1p', passcode: 'K7QM-3XPD' }),
    await openShareBy({ token: 'x'.repeat(400), passcode: 'y'.repeat(90) }),
    await openShareBy(ended),
    await openShareBy(expired),
  ])
    expect([answer.status, answer.text]).toEqual([wrong.status, wrong.text]);
});

test('guesses from five hundred networks open nothing: it ends after twenty', async () => {
  const owner = await a.patient();
  const { _id: reportId } = await aReportOf(owner);
  const share = await aShareOf(owner, [reportId]);
  await freshLimits(1);
  const context = await contextOf(new Request(origin), apiChannel);
  const guess = (passcode: string, client: string) =>
    openShare
      .run({
        viewer: null,
        input: { token: share.token, passcode, ...reader },
        context: { ...context, client },
      })
      .then(
        () => 'opened',
        (refusal: Refusal) => refusal.kind,
      );
  const answers = new Set<string>();
  for (let round = 0; round < (isShort ? 2 : 20); round += 1) {
    const guesses = Array.from({ length: 500 }, (_, at) =>
      guess(`WRNG-${round}-${at}`, `198.51.${100 + Math.floor(at / 250)}.${at % 250}`),
    );
    for (const answer of await Promise.all(guesses)) answers.add(answer);
  }
  expect([...answers]).toEqual(['notFound']);
  const [row] = await db().select().from(shares).where(eq(shares.id, share._id));
  expect(row).toMatchObject({ tries: 20, endedBy: 'tries', endedAt: expect.any(Date) });
  expect((await openShareBy(share)).status).toBe(404);
});
