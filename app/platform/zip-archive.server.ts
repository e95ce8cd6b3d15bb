import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ZipFile } from 'yazl';

/**
 * One file of an archive: its path, its time, its content, and whether the content is compressed
 * already.
 */
export type ZipEntry = { name: string; at: Date; content: Readable; isPacked?: boolean };

const fileMode = 0o100600;

/**
 * Streams a ZIP archive in constant memory, one file after the other.
 *
 * @param entries the files, each requested only once the one before is written.
 * @returns the archive. If a file breaks off, the archive ends with that error and never looks
 *   complete. A reader that stops early destroys it, which closes what is open.
 */
export async function zipOf(entries: AsyncIterable<ZipEntry>): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => archive.destroy(error));
  void writeAll(zip, archive, entries).catch((error: Error) => archive.destroy(error));
  return archive;
}

async function writeAll(zip: ZipFile, archive: PassThrough, entries: AsyncIterable<ZipEntry>) {
  for await (const { name, at, content, isPacked = false } of entries) {
    const stop = () => content.destroy();
    archive.once('close', stop);
    if (archive.destroyed) stop();
    const isRead = finished(content, { writable: false });
    zip.addReadStream(content, name, { mtime: at, mode: fileMode, compress: !isPacked });
    await isRead;
    archive.off('close', stop);
  }
  zip.end();
}
