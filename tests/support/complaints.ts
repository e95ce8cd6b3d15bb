import { complaints } from '~/platform/db/core/tables/accountability.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';

/** Stores a visitor's open complaint that names nobody, and returns its ID. */
export async function aComplaint(): Promise<string> {
  const id = newId();
  const complaint = {
    id,
    number: id.slice(0, 8),
    topic: 'staff' as const,
    name: 'Asha',
    text: 'I waited for three hours',
    language: 'en' as const,
    createdAt: new Date(),
    dueDay: '2026-04-04',
  };
  await execute(db().insert(complaints).values(complaint));
  return id;
}
