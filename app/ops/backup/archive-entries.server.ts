import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Entry, hashed } from '~/platform/backup/archive.server';
import { aboutText, entryNames, keyNameOf, type Manifest, macOf } from '~/platform/backup/manifest.server';
import type { Staged } from './stage-files.server';

type Making = {
  staged: Staged;
  at: number;
  fileKey: Buffer;
  sessionSecret?: string;
  deletions?: string;
  withSecrets: boolean;
  onProgress: (doneBytes: number) => void;
  /** Is given the manifest as it goes into the archive. */
  keep: (manifest: string) => void;
};

/** The entries of an archive, in order. */
export async function* entriesOf({
  staged,
  at,
  fileKey,
  sessionSecret,
  deletions,
  withSecrets,
  onProgress,
  keep,
}: Making): AsyncGenerator<Entry> {
  const { about, database, manifest, mac, file } = entryNames;
  let done = 0;
  const found = { bytes: 0, sha256: '' };
  const read = (path: string) =>
    hashed(counted(createReadStream(path, { highWaterMark: 256 * 1024 })), (one) =>
      Object.assign(found, one),
    );
  async function* counted(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      done += piece.length;
      onProgress(done);
      yield piece;
    }
  }
  yield text(about, aboutText());
  if (withSecrets) {
    yield text(entryNames.fileKey, fileKey.toString('hex'));
    if (sessionSecret) yield text(entryNames.sessionSecret, sessionSecret);
  }
  yield { name: database, bytes: staged.database.bytes, content: read(staged.database.path) };
  const made: Manifest = {
    at: new Date(at).toISOString(),
    keyId: keyNameOf(fileKey),
    database: { ...found },
    files: [],
    missing: staged.missing,
  };
  for (const { name, path, bytes } of staged.files) {
    yield { name: file(name), bytes, content: read(path) };
    made.files.push({ name, ...found });
  }
  if (deletions !== undefined) {
    yield text(entryNames.deletions, deletions);
    made.deletions = contentOf(deletions);
  }
  const words = JSON.stringify(made);
  keep(words);
  yield text(manifest, words);
  yield text(mac, macOf(words, fileKey));
}

function contentOf(words: string) {
  const bytes = Buffer.from(words);
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function text(name: string, words: string): Entry {
  const content = Buffer.from(words);
  return { name, bytes: content.length, content: [content] };
}
