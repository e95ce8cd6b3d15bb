import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hash } from '@node-rs/argon2';
import { auditEntry, listAuditEntry } from '~/domain/audit/audit-entry.server';
import { verifyAudit } from '~/domain/audit/verify-chain.server';
import { listBoundFiles } from '~/domain/upload/known-files.server';
import { openStores } from '~/ops/start.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { checkedSentences, followUps, reviewSteps } from '~/platform/db/core/tables/next-steps.server';
import { drawingChecks, phrases, reportReadings, reports } from '~/platform/db/core/tables/reports.server';
import { helperBonds, toTell } from '~/platform/db/core/tables/to-tell.server';
import { atomically, closeDatabase, db } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { closeLimits, openLimits } from '~/platform/limits/limits.server';
import { readSettings, type Settings, setSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import { openStorage } from '~/platform/storage/storage.server';
import { password } from './clinic';
import { logInByApi, reportsOf } from './visits';

/** The secrets that both clinics of a move have set. */
export const secrets = {
  FILE_KEY: 'f1'.repeat(32),
  SESSION_SECRET: 'a secret of thirty-two characters',
};

const passwordHash = await hash(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Builds the settings of a clinic in its own folder; `overrides` takes precedence. */
export const settingsIn = (folder: string, overrides: Record<string, string> = {}): Settings =>
  readSettings({
    PUBLIC_URL: 'http://clinic.test',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `file:${join(folder, 'data', 'app.db')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    LIMIT_SCALE: '1000',
    MIN_FREE_DISK_MB: '0',
    ...secrets,
    ...overrides,
  });

/** Opens a clinic as a starting server does, while a callback runs. */
export async function withClinic<Result>(settings: Settings, act: () => Promise<Result>): Promise<Result> {
  setSettings(settings);
  await openStores(settings, { entrance: { look: async () => undefined, enter: async () => undefined } });
  try {
    await openLimits({ path: ':memory:', scale: settings.LIMIT_SCALE });
    return await act();
  } finally {
    closeLimits();
    await closeDatabase();
  }
}

async function keep(boundTo: string, { older = false, settings }: { older?: boolean; settings: Settings }) {
  const files = older
    ? openStorage({
        directory: settings.UPLOADS_DIR,
        keys: { current: Buffer.from(secrets.FILE_KEY, 'hex'), older: [] },
      })
    : storage();
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(900)]);
  const received = await files.receive(Readable.from([content]), { boundTo, maxBytes: 1e7 });
  if ('refused' in received) throw new Error(received.refused);
  await files.keep(received.pendingFile);
  return received.pendingFile;
}

/** Adds a report of a patient; `older` encrypts its file with FILE_KEY itself. */
export async function addReport(
  patientId: string,
  options: { older?: boolean; settings: Settings },
): Promise<{ id: string; name: string }> {
  const id = newId();
  const file = await keep(id, options);
  const now = new Date();
  await atomically([
    db()
      .insert(reports)
      .values({
        id,
        patientId,
        reportType: 'ECG',
        description: `Tired since Monday 🙂 ${id}`,
        phoneNumber: '+919876543210',
        fileName: file.name,
        mediaType: 'application/pdf',
        resourceType: 'raw',
        bytes: file.bytes,
        createdAt: now,
        updatedAt: now,
      }),
    auditEntry({ action: 'report.uploaded', actorId: patientId, objectId: id }),
  ]);
  return { id, name: file.name };
}

/** The words of an answer that its database stores sealed. */
export const sealedWords = [
  ...['goToday', 'Nephrology', 'her daughter', 'Your blood count is normal'],
  '+919123456789',
  'An admin knows her',
];

/**
 * Adds what follows from an answer of a doctor: its next steps, the follow-up, the outcome of telling
 * its patient, the doctor's phrase and reading of the report, and a check of the sentences. Adds a
 * decision about an address too.
 */
async function addAnswer(patientId: string, reportId: string) {
  const expertId = newId();
  const at = new Date();
  const [goToday, speciality, whom, phrase, number, decisionReason] = sealedWords;
  const steps = [
    { step: 'seeSpecialist', withinDays: '14', speciality, specialist: 'Nephrology' },
    { step: goToday ?? '', withinDays: null, speciality: null, specialist: null },
  ];
  await atomically([
    db().insert(users).values({
      id: expertId,
      accountType: 'Expert',
      firstName: 'Meera',
      lastName: 'Nair',
      email: 'meera@clinic.test',
      passwordHash,
      createdAt: at,
      updatedAt: at,
    }),
    ...steps.map((step, index) =>
      db()
        .insert(reviewSteps)
        .values({ ...step, reportId, version: index + 1, chosenAt: at }),
    ),
    db().insert(followUps).values({ reportId, since: at, dueAt: at, attempts: 1, reachedAt: at, whom }),
    db().insert(drawingChecks).values({ reportId, checkedAt: at }),
    db()
      .insert(toTell)
      .values({
        ...{ id: newId(), userId: patientId, reportId, kind: 'answer', subject: '1' },
        ...{ outcome: 'told', toldBy: expertId, toldAt: at, dueAt: at },
      }),
    db()
      .insert(phrases)
      .values({
        ...{ id: newId(), expertId, reportType: 'ECG', language: 'en', text: phrase ?? '', position: 1 },
      }),
    db().insert(helperBonds).values({ userId: patientId, helperId: expertId, number, endedAt: at }),
    db()
      .insert(addressDisputes)
      .values({
        ...{ userId: patientId, tokenHash: newId(), askedBy: expertId, askedAt: at },
        ...{ objectedAt: at, decidedBy: expertId, decidedAt: at, decisionReason },
      }),
    db().insert(reportReadings).values({ expertId, reportId, correctedAt: at, answers: 1, readAt: at }),
    db().insert(checkedSentences).values({ language: 'te', wordingHash: 'hash', by: 'Lakshmi Rao', at }),
  ]);
}

/**
 * Makes a clinic of one patient with `count` reports, one of them of an older release, and what
 * follows from an answer to the last one.
 */
export async function fillClinic(settings: Settings, count: number): Promise<string> {
  return withClinic(settings, async () => {
    const id = newId();
    const now = new Date();
    await atomically([
      db().insert(users).values({
        id,
        accountType: 'Patient',
        firstName: 'Asha',
        lastName: 'Rao',
        email: 'asha@clinic.test',
        passwordHash,
        createdAt: now,
        updatedAt: now,
      }),
    ]);
    let last = '';
    for (let at = 0; at < count; at += 1) last = (await addReport(id, { older: at === 0, settings })).id;
    if (last) await addAnswer(id, last);
    await atomically([listAuditEntry(newId(), [id, newId()])]);
    return id;
  });
}

/**
 * Reads all that a clinic shows of its people, reports and files. Its audit log has to be intact.
 */
export async function readClinic(settings: Settings) {
  return withClinic(settings, async () => {
    const { flaw, lines } = await verifyAudit();
    if (flaw) throw new Error(`The audit log has a flaw: ${JSON.stringify(flaw)}`);
    const contents: Record<string, string> = {};
    for (const { name, boundTo } of await listBoundFiles()) {
      const { stream } = await storage().open({ name, boundTo });
      const sha256 = createHash('sha256');
      for await (const piece of stream) sha256.update(piece);
      contents[name] = sha256.digest('hex');
    }
    return {
      lines,
      people: await db().select().from(users).orderBy(users.id),
      reports: await db().select().from(reports).orderBy(reports.id),
      contents: Object.entries(contents).sort(),
      steps: await db().select().from(reviewSteps).orderBy(reviewSteps.version),
      followUps: await db().select().from(followUps),
      toTell: await db().select().from(toTell),
      helperBonds: await db().select().from(helperBonds),
      readings: await db().select().from(reportReadings),
      phrases: await db().select().from(phrases),
      checkedSentences: await db().select().from(checkedSentences),
      addressDisputes: await db().select().from(addressDisputes),
    };
  });
}

/**
 * Logs the patient in with their password.
 *
 * @returns the number of reports on their list.
 */
export async function visit(settings: Settings, patientId: string): Promise<number> {
  return withClinic(settings, async () => {
    const { json } = await logInByApi('asha@clinic.test');
    const answer = await reportsOf(patientId, { token: String(json.token) });
    return Number((answer.json as { meta?: { total: number } }).meta?.total);
  });
}
