import { statSync } from 'node:fs';
import {
  ArchiveFault,
  hashContent,
  hashOfFile,
  readArchive,
  readEntryText,
} from '~/platform/backup/archive.server';
import { contentsIn, entryNames, readManifest } from '~/platform/backup/manifest.server';
import { OperatorError } from '~/platform/errors.server';
import type { OnProgress } from './progress';

type VerifyOptions = {
  path: string;
  expected: { bytes: number; sha256: string };
  manifest: string;
  identity?: string;
  recipient?: string;
  onProgress: OnProgress;
};

/**
 * Reads the archive back from the disk and compares it with the bytes written. If it can be
 * decrypted, each entry is compared with its source.
 */
export async function verify({
  path,
  expected: archive,
  manifest,
  identity,
  recipient,
  onProgress,
}: VerifyOptions) {
  onProgress('verify', 0);
  const isSame = statSync(path).size === archive.bytes && (await hashOfFile(path)) === archive.sha256;
  if (!isSame)
    throw new OperatorError(
      'The backup does not match the data after reading it back. The disk may be failing. No backup was made.',
    );
  if (!recipient || identity) {
    const expected = contentsIn(readManifest(manifest));
    await readArchive({
      path,
      identity,
      async take({ name, content }) {
        if (name === entryNames.manifest && (await readEntryText(content)) !== manifest)
          throw new ArchiveFault('damaged');
        const expectedContent = expected.get(name);
        if (!expectedContent) return;
        let isRight = false;
        for await (const _ of hashContent(
          content,
          ({ sha256 }) => (isRight = sha256 === expectedContent.sha256),
        ));
        if (!isRight) throw new ArchiveFault('damaged');
        expected.delete(name);
      },
    });
    if (expected.size > 0) throw new ArchiveFault('damaged');
  }
  onProgress('verify', 1);
}
