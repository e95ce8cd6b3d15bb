import { inArray, isNotNull, or } from 'drizzle-orm';
import { pictureBoundTo } from '~/domain/accounts/constants';
import { thumbnailBoundTo } from '~/domain/reports/constants';
import { db } from '~/platform/db/db.server';
import { reportFiles, reports, users } from '~/platform/db/tables.server';

/**
 * Which stored files belong to a report or are somebody's display picture, for the sweep at the
 * start. Takes names as the storage gave them.
 *
 * @returns those a row names, as file, as thumbnail or as picture; all of them while no row names
 *   any file: an empty database beside a folder of files is a database at the wrong place, not a
 *   folder of rubbish.
 */
export async function knownFiles(names: string[]): Promise<Set<string>> {
  const [anyPicture] = await db()
    .select({ id: users.id })
    .from(users)
    .where(isNotNull(users.pictureName))
    .limit(1);
  if (!anyPicture && !(await hasReports())) return new Set(names);
  const ofReports = await db()
    .select({ fileName: reports.fileName, thumbnailName: reports.thumbnailName })
    .from(reports)
    .where(or(inArray(reports.fileName, names), inArray(reports.thumbnailName, names)));
  const added = await db()
    .select({ fileName: reportFiles.fileName })
    .from(reportFiles)
    .where(inArray(reportFiles.fileName, names));
  const ofUsers = await db()
    .select({ pictureName: users.pictureName })
    .from(users)
    .where(inArray(users.pictureName, names));
  const known = [
    ...ofReports.flatMap(({ fileName, thumbnailName }) => [fileName, thumbnailName]),
    ...added.map(({ fileName }) => fileName),
    ...ofUsers.map(({ pictureName }) => pictureName),
  ];
  return new Set(known.filter((name) => name !== null));
}

/** Whether there is any report. */
export async function hasReports(): Promise<boolean> {
  return (await db().select({ id: reports.id }).from(reports).limit(1)).length > 0;
}

/** Every stored file that a row names, with the id it is bound to, for a change of the file key. */
export async function boundFiles(): Promise<{ name: string; boundTo: string }[]> {
  const ofReports = await db()
    .select({ id: reports.id, fileName: reports.fileName, thumbnailName: reports.thumbnailName })
    .from(reports);
  const added = await db().select({ name: reportFiles.fileName, boundTo: reportFiles.id }).from(reportFiles);
  const ofUsers = await db()
    .select({ id: users.id, name: users.pictureName, tag: users.pictureTag })
    .from(users)
    .where(isNotNull(users.pictureName));
  return [
    ...ofReports.map(({ id, fileName }) => ({ name: fileName, boundTo: id })),
    ...ofReports.flatMap(({ id, thumbnailName: name }) =>
      name ? [{ name, boundTo: thumbnailBoundTo(id) }] : [],
    ),
    ...added,
    ...ofUsers.flatMap(({ id, name, tag }) =>
      name && tag ? [{ name, boundTo: pictureBoundTo(id, tag) }] : [],
    ),
  ];
}
