import { inArray, isNotNull, or } from 'drizzle-orm';
import { db } from '~/platform/db/db.server';
import { reports, users } from '~/platform/db/tables';

/**
 * Which stored files belong to a report or are somebody's display picture, for the sweep at the start.
 * In: names as the storage gave them. Out: those a row names, as file, as thumbnail or as picture; all of them while no row names any
 * file: an empty database beside a folder of files is a database at the wrong place, not a folder of rubbish.
 */
export async function knownFiles(names: string[]): Promise<Set<string>> {
  const [anyReport] = await db().select({ id: reports.id }).from(reports).limit(1);
  const [anyPicture] = await db()
    .select({ id: users.id })
    .from(users)
    .where(isNotNull(users.pictureName))
    .limit(1);
  if (!anyReport && !anyPicture) return new Set(names);
  const ofReports = await db()
    .select({ fileName: reports.fileName, thumbnailName: reports.thumbnailName })
    .from(reports)
    .where(or(inArray(reports.fileName, names), inArray(reports.thumbnailName, names)));
  const ofUsers = await db()
    .select({ pictureName: users.pictureName })
    .from(users)
    .where(inArray(users.pictureName, names));
  const known = [
    ...ofReports.flatMap(({ fileName, thumbnailName }) => [fileName, thumbnailName]),
    ...ofUsers.map(({ pictureName }) => pictureName),
  ];
  return new Set(known.filter((name) => name !== null));
}
