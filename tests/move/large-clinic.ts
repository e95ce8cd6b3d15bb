import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { openStores } from '~/ops/start.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, closeDatabase, db } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { readSettings, setSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import type { Env } from '../support/stopped-moves';

const atOnce = 16;
const reportsOfPatient = 50;

/** Fills an empty clinic with `count` reports, each with an audit entry and a small file. */
export async function fillLargeClinic(env: Env, count: number): Promise<void> {
  const settings = readSettings(env);
  setSettings(settings);
  await openStores(settings);
  try {
    for (let at = 0; at < count; at += reportsOfPatient)
      await addPatient(Math.min(reportsOfPatient, count - at));
  } finally {
    await closeDatabase();
  }
}

async function addPatient(count: number) {
  const now = new Date();
  const patientId = newId();
  const reportIds = Array.from({ length: count }, () => newId());
  const left = reportIds.values();
  const files = new Map<string, { name: string; bytes: number }>();
  const work = async () => {
    for (const id of left) files.set(id, await keepFile(id));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await atomically([
    db()
      .insert(users)
      .values({
        id: patientId,
        accountType: 'Patient',
        firstName: 'Asha',
        lastName: 'Rao',
        email: `${patientId}@clinic.test`,
        passwordHash: 'x',
        contactNumber: '+919876543210',
        createdAt: now,
        updatedAt: now,
      }),
    ...reportIds.map((id) => {
      const { name = '', bytes = 0 } = files.get(id) ?? {};
      return db()
        .insert(reports)
        .values({
          id,
          patientId,
          reportType: 'ECG',
          description: `Tired since Monday 🙂 ${id}`,
          phoneNumber: '+919876543210',
          fileName: name,
          mediaType: 'application/pdf',
          resourceType: 'raw',
          bytes,
          createdAt: now,
          updatedAt: now,
        });
    }),
    ...reportIds.map((id) => auditEntry({ action: 'report.uploaded', actorId: patientId, objectId: id })),
  ]);
}

async function keepFile(boundTo: string): Promise<{ name: string; bytes: number }> {
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(600)]);
  const received = await storage().receive(Readable.from([content]), { boundTo, maxBytes: 1e7 });
  if ('refused' in received) throw new Error(received.refused);
  await storage().keep(received.pendingFile);
  return received.pendingFile;
}
