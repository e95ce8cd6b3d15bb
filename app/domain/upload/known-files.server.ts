import { isNotNull } from 'drizzle-orm';
import { pictureBoundTo } from '~/domain/identity/account-constants';
import { thumbnailBoundTo } from '~/domain/report/report-constants';
import { namedFiles } from '~/domain/report-view/named-file.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import { uploadPieces } from '~/platform/db/core/tables/uploads.server';
import { db } from '~/platform/db/db.server';
import { pieceBoundTo } from './slot-content.server';

/**
 * Finds the stored files that are in use, for the sweep at the start: a report's file, an account's
 * display picture, or a piece of a file that is still arriving.
 *
 * @param names the names as the storage returned them.
 * @returns the names that a row refers to. Returns all names if no row refers to a report's file or
 *   a picture: an empty database beside a folder of files means a wrong database, not a folder of
 *   garbage.
 */
export async function findKnownFiles(names: string[]): Promise<Set<string>> {
  const [anyPicture] = await db()
    .select({ id: users.id })
    .from(users)
    .where(isNotNull(users.pictureName))
    .limit(1);
  if (!anyPicture && !(await hasReports())) return new Set(names);
  return namedFiles(names);
}

/** Checks whether there are any reports. */
export async function hasReports(): Promise<boolean> {
  return (await db().select({ id: reports.id }).from(reports).limit(1)).length > 0;
}

/**
 * Lists every stored file that a row refers to, with the ID it is bound to, for a change of the
 * file key.
 */
export async function listBoundFiles(): Promise<{ name: string; boundTo: string }[]> {
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
