import { createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { keyIdOf } from '../storage/sealing/sealed-header.server';
import { ArchiveFault } from './archive.server';

/** The names an archive has beside those of the stored files. */
export const entryNames = {
  about: 'about.json',
  database: 'database.sqlite',
  manifest: 'manifest.json',
  mac: 'manifest.mac',
  fileKey: 'secrets/file.key',
  sessionSecret: 'secrets/session.secret',
  deletions: 'deleted.ids',
  file: (name: string) => `files/${name}`,
} as const;

const version = 2;
const about = z.object({ format: z.literal('secondlook-backup'), version: z.int() });
const content = z.object({ bytes: z.int(), sha256: z.string() });

const manifest = z.object({
  at: z.string(),
  /** Names the FILE_KEY everything in it is under, and tells nothing about it. */
  keyId: z.string(),
  database: content,
  /** The list of deletions as it was then. */
  deletions: content.optional(),
  files: z.array(content.extend({ name: z.string() })),
  /** Stored files that rows name and that were not on the disk. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;

/** What identifies the content of an entry: its size, and its SHA-256 in hexadecimal. */
export type Content = z.infer<typeof content>;

/** What stands first in an archive. */
export const aboutText = () => JSON.stringify({ format: 'secondlook-backup', version });

/**
 * Reads what stands first in an archive.
 *
 * @throws an ArchiveFault where it is none of ours, or one of a newer program.
 */
export function requireAbout(text: string): void {
  const { version: found } = parsed(about, text);
  if (found > version) throw new ArchiveFault('newer');
}

/**
 * Reads a manifest.
 *
 * @throws an ArchiveFault where it is none.
 */
export function readManifest(text: string): Manifest {
  return parsed(manifest, text);
}

function parsed<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new ArchiveFault('damaged', error);
  }
}

/** The database, files and list of deletions that a manifest names, by the name of their entry. */
export function contentsIn({ database, files, deletions }: Manifest): Map<string, Content> {
  const contents = new Map(files.map(({ name, ...found }) => [entryNames.file(name), found]));
  contents.set(entryNames.database, database);
  if (deletions) contents.set(entryNames.deletions, deletions);
  return contents;
}

/** The seal of a manifest: whoever has not the FILE_KEY (32 bytes) cannot make one. Hexadecimal. */
export function macOf(text: string, fileKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', fileKey, '', 'backup manifest', 32));
  return createHmac('sha256', key).update(text).digest('hex');
}

/** The name of a FILE_KEY in a manifest, hexadecimal. */
export const keyNameOf = (fileKey: Buffer) => keyIdOf(fileKey).toString('hex');
