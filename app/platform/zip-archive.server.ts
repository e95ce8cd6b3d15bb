import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ZipFile } from 'yazl';

/**
 * One file of an archive: its path in there, its time, its content, and whether that is packed
 * small already.
 */
export type ZipEntry = { name: string; at: Date; content: Readable; isPacked?: boolean };

const fileMode = 0o100600;

/**
 * Writes a ZIP archive as it is read, one file after the other, so that it costs the same memory
 * however long it is. Takes the files, each asked for only when the one before is written.
 *
 * @returns the archive; when a file breaks off it ends with that error, never as an archive that
 *   looks whole. Whoever stops reading destroys it, and what is open is closed.
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
