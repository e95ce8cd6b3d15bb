import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ArchiveFault, hashContent, readArchive, readEntryText } from '~/platform/backup/archive.server';
import {
  contentsIn,
  entryNames,
  type Manifest,
  type ManifestContent,
  readManifest,
  requireAbout,
} from '~/platform/backup/manifest.server';
import { writeFile } from '~/platform/storage/core/durable-files.server';
import { diskPathOf } from '~/platform/storage/objects/disk-store.server';
import type { OnProgress } from '../backup/progress';

// The entries that are read as text, besides the list of deletions.
const textNames = [
  entryNames.about,
  entryNames.manifest,
  entryNames.mac,
  entryNames.fileKey,
  entryNames.sessionSecret,
];
const filePattern = /^files\/([A-Za-z0-9_-]{22})$/;

/**
 * The paths to which the database and the files are unpacked. The files have the layout of the disk
 * they are stored on, so a rename moves them into place.
 */
export type Place = { database: string; stage: string };

/** The contents of an archive, besides its database and files. */
export type Unpacked = {
  manifest: Manifest;
  manifestText: string;
  mac: string;
  fileKey?: string;
  sessionSecret?: string;
  deletions?: string;
};

type UnpackOptions = { file: string; identity?: string; staged: Place; onProgress: OnProgress };

/**
 * Unpacks an archive beside its place, and checks every entry against the manifest.
 *
 * @throws an ArchiveFault if it is damaged, of a newer program, or cannot be opened.
 */
export async function unpack({ file, identity, staged, onProgress }: UnpackOptions): Promise<Unpacked> {
  const size = statSync(file).size;
  const texts = new Map<string, string>();
  const contents = new Map<string, ManifestContent>();
  let read = 0;
  await readArchive({
    path: file,
    identity,
    async take({ name, bytes, content }) {
      if (texts.size === 0 && name !== entryNames.about) throw new ArchiveFault('damaged');
      if (texts.has(name) || contents.has(name)) throw new ArchiveFault('damaged');
      read += bytes;
      onProgress('files', Math.min(1, read / size));
      if (name === entryNames.deletions) {
        texts.set(name, await readEntryText(hashContent(content, (one) => void contents.set(name, one))));
        return;
      }
      if (textNames.some((one) => one === name)) {
        texts.set(name, await readEntryText(content));
        if (name === entryNames.about) requireAbout(texts.get(name) ?? '');
        return;
      }
      contents.set(name, await writeNew(placeOf(name, staged), content));
    },
  });
  const manifestText = texts.get(entryNames.manifest) ?? '';
  const manifest = readManifest(manifestText);
  requireContents(manifest, contents);
  return {
    manifest,
    manifestText,
    mac: texts.get(entryNames.mac) ?? '',
    fileKey: texts.get(entryNames.fileKey),
    sessionSecret: texts.get(entryNames.sessionSecret),
    deletions: texts.get(entryNames.deletions),
  };
}

function requireContents(manifest: Manifest, contents: Map<string, ManifestContent>): void {
  const expected = contentsIn(manifest);
  const isSame = [...expected].every(([name, { bytes, sha256 }]) => {
    const content = contents.get(name);
    return content?.bytes === bytes && content.sha256 === sha256;
  });
  if (!isSame || contents.size !== expected.size) throw new ArchiveFault('damaged');
}

/** Only names of the archive's own kind have a path, so none leads out of the folder. */
function placeOf(name: string, { database, stage }: Place): string {
  if (name === entryNames.database) return database;
  const [, file] = filePattern.exec(name) ?? [];
  if (!file) throw new ArchiveFault('damaged');
  return diskPathOf(stage, file);
}

async function writeNew(path: string, content: AsyncIterable<Uint8Array>): Promise<ManifestContent> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const summary: ManifestContent = { bytes: 0, sha256: '' };
  await writeFile(path, { content: hashContent(content, (one) => Object.assign(summary, one)) });
  return summary;
}
