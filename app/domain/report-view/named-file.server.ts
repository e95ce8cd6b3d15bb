import { Readable } from 'node:stream';
import { inArray, or } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import type { MessageKey } from '~/i18n/message-keys';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import { uploadPieces } from '~/platform/db/core/tables/uploads.server';
import { db } from '~/platform/db/db.server';
import { readErrorCode } from '~/platform/storage/core/durable-files.server';
import { storage } from '~/platform/storage/current-storage.server';
import type { Storage } from '~/platform/storage/storage.server';

type FilePart = Parameters<Storage['open']>[0];

/**
 * Opens a stored file, or a part of it, by the name found in a row. If the row no longer exists,
 * the file was deleted or replaced in the meantime, and counts as not found.
 *
 * @param goneMessage the message for a file whose row no longer exists.
 * @returns a stream, which fails with the same refusal if the file is deleted while it is read.
 * @throws Refusal: `notFound`. Otherwise as the storage's `open`; FILE_MISSING only if a row still
 *   refers to the file.
 */
export async function openNamedFile(
  part: FilePart,
  goneMessage: MessageKey = 'report.notFound',
): Promise<Readable> {
  const explain = async (error: unknown): Promise<never> => {
    const isGone = readErrorCode(error) === 'FILE_MISSING' && (await namedFiles([part.name])).size === 0;
    throw isGone ? new Refusal('notFound', goneMessage) : error;
  };
  const { stream } = await storage().open(part).catch(explain);
  async function* content() {
    try {
      yield* stream;
    } catch (error) {
      await explain(error);
    }
  }
  const guardedStream = Readable.from(content(), { objectMode: false });
  // If the stream is never read, the generator has not started, and the stored file would stay
  // open.
  guardedStream.once('close', () => stream.destroy());
  return guardedStream;
}

/**
 * Finds the stored files that a row refers to: a report's file, an account's display picture, or a
 * piece of a file that is still arriving.
 *
 * @param names the names as the storage returned them.
 */
export async function namedFiles(names: string[]): Promise<Set<string>> {
  const ofReports = await db()
    .select({ fileName: reports.fileName, thumbnailName: reports.thumbnailName })
    .from(reports)
    .where(or(inArray(reports.fileName, names), inArray(reports.thumbnailName, names)));
  const addedRows = await db()
    .select({ fileName: reportFiles.fileName })
    .from(reportFiles)
    .where(inArray(reportFiles.fileName, names));
  const ofUsers = await db()
    .select({ pictureName: users.pictureName })
    .from(users)
    .where(inArray(users.pictureName, names));
  const inPieces = await db()
    .select({ fileName: uploadPieces.fileName })
    .from(uploadPieces)
    .where(inArray(uploadPieces.fileName, names));
  const storedNames = [
    ...ofReports.flatMap(({ fileName, thumbnailName }) => [fileName, thumbnailName]),
    ...addedRows.map(({ fileName }) => fileName),
    ...ofUsers.map(({ pictureName }) => pictureName),
    ...inPieces.map(({ fileName }) => fileName),
  ];
  const namesToFind = new Set(names);
  // A row with a matching thumbnail also names its file, which may not be among `names`.
  return new Set(storedNames.filter((name) => name !== null).filter((name) => namesToFind.has(name)));
}
