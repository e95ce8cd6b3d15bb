import { isNotNull } from 'drizzle-orm';
import { pictureBoundTo } from '~/domain/identity/account-constants';
import { thumbnailBoundTo } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reportFiles, reports, uploadPieces } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { namedFiles } from './named-file.server';
import { pieceBoundTo } from './slot-content.server';

/**
 * Which stored files belong to a report, are somebody's display picture, or are pieces of a file
 * that is still arriving, for the sweep at the start. Takes names as the storage gave them.
 *
 * @returns those a row names; all of them while no row names a report's file or a picture: an
 *   empty database beside a folder of files is a database at the wrong place, not a folder of
 *   rubbish.
 */
export async function knownFiles(names: string[]): Promise<Set<string>> {
  const [anyPicture] = await db()
    .select({ id: users.id })
    .from(users)
    .where(isNotNull(users.pictureName))
    .limit(1);
  if (!anyPicture && !(await hasReports())) return new Set(names);
  return namedFiles(names);
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
  const pieces = await db().select().from(uploadPieces);
  return [
    ...pieces.map(({ slotId, number, fileName }) => ({
      name: fileName,
      boundTo: pieceBoundTo(slotId, number),
    })),
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
