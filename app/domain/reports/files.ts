import { inArray, or } from 'drizzle-orm';
import { db } from '~/platform/db/db.server';
import { reports } from '~/platform/db/tables';

/**
 * Which stored files belong to a report, for the sweep at the start.
 * In: names as the storage gave them. Out: those a row names, as file or as thumbnail; all of them while there is no report at all: an
 * empty database beside a folder of files is a database at the wrong place, not a folder of rubbish.
 */
export async function knownFiles(names: string[]): Promise<Set<string>> {
  const [any] = await db().select({ id: reports.id }).from(reports).limit(1);
  if (!any) return new Set(names);
  const rows = await db()
    .select({ fileName: reports.fileName, thumbnailName: reports.thumbnailName })
    .from(reports)
    .where(or(inArray(reports.fileName, names), inArray(reports.thumbnailName, names)));
  return new Set(
    rows.flatMap(({ fileName, thumbnailName }) => (thumbnailName ? [fileName, thumbnailName] : [fileName])),
  );
}
