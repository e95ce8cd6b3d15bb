import { Readable } from 'node:stream';
import { inArray, or } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import type { MessageKey } from '~/i18n/message-keys';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reportFiles, reports, uploadPieces } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { codeOf } from '~/platform/storage/core/durable-files.server';
import { storage } from '~/platform/storage/current-storage.server';
import type { Storage } from '~/platform/storage/storage.server';

type FilePart = Parameters<Storage['open']>[0];

/**
 * Opens a stored file, or a part of it, by the name that a row had. A file whose row is gone by now
 * was deleted or replaced while it was asked for, and counts as not found.
 *
 * @param gone the sentence for a file whose row is gone.
 * @returns a stream that fails with the same refusal where the file goes while it is read.
 * @throws Refusal: `notFound`; and as the storage's `open` does, with FILE_MISSING only for a file
 *   that a row still names.
 */
export async function openNamedFile(part: FilePart, gone: MessageKey = 'report.notFound'): Promise<Readable> {
  const explain = async (error: unknown): Promise<never> => {
    const isGone = codeOf(error) === 'FILE_MISSING' && (await namedFiles([part.name])).size === 0;
    throw isGone ? new Refusal('notFound', gone) : error;
  };
  const { stream } = await storage().open(part).catch(explain);
  async function* content() {
    try {
      yield* stream;
    } catch (error) {
      await explain(error);
    }
  }
  const named = Readable.from(content(), { objectMode: false });
  // One that is never read has not begun with the stored file, which is open.
  named.once('close', () => stream.destroy());
  return named;
}

/**
 * Finds which stored files a row names: of a report, of an account's display picture, or of a file
 * that arrives in pieces. Takes names as the storage gave them.
 */
export async function namedFiles(names: string[]): Promise<Set<string>> {
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
  const inPieces = await db()
    .select({ fileName: uploadPieces.fileName })
    .from(uploadPieces)
    .where(inArray(uploadPieces.fileName, names));
  const found = [
    ...ofReports.flatMap(({ fileName, thumbnailName }) => [fileName, thumbnailName]),
    ...added.map(({ fileName }) => fileName),
    ...ofUsers.map(({ pictureName }) => pictureName),
    ...inPieces.map(({ fileName }) => fileName),
  ];
  const namesToFind = new Set(names);
  // A row that names a thumbnail names its file too, which may not have been asked for.
  return new Set(found.filter((name) => name !== null).filter((name) => namesToFind.has(name)));
}
