import { createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { keyIdOf } from '../storage/sealing/sealed-header.server';
import { ArchiveFault } from './archive.server';

/** The names of the entries of an archive, those of the stored files included. */
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
/** The version of an archive without files, which older programs must not take for a whole one. */
const databaseOnlyVersion = 3;
const about = z.object({ format: z.literal('secondlook-backup'), version: z.int() });
const content = z.object({ bytes: z.int(), sha256: z.string() });

const manifest = z.object({
  at: z.string(),
  /** Identifies the FILE_KEY that everything is encrypted under without revealing it. */
  keyId: z.string(),
  database: content,
  /** The list of deletions at the time of the backup. */
  deletions: content.optional(),
  files: z.array(content.extend({ name: z.string() })),
  /** True if the files were left out, since copies of them are made separately. */
  isDatabaseOnly: z.boolean().optional(),
  /** Stored files that rows name but the disk does not hold. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;

/** The identity of an entry's content: its size, and its SHA-256 in hexadecimal. */
export type ManifestContent = z.infer<typeof content>;

/** Returns the text of the first entry of an archive. */
export const aboutText = ({ isDatabaseOnly }: Pick<Manifest, 'isDatabaseOnly'>) =>
  JSON.stringify({ format: 'secondlook-backup', version: isDatabaseOnly ? databaseOnlyVersion : version });

/**
 * Checks the first entry of an archive.
 *
 * @throws an ArchiveFault if the archive is not ours or was written by a newer program.
 */
export function requireAbout(text: string): void {
  const { version: formatVersion } = parseEntry(about, text);
  if (formatVersion > databaseOnlyVersion) throw new ArchiveFault('newer');
}

/**
 * Reads a manifest.
 *
 * @throws an ArchiveFault if the text is not a manifest.
 */
export function readManifest(text: string): Manifest {
  return parseEntry(manifest, text);
}

function parseEntry<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new ArchiveFault('damaged', error);
  }
}

/**
 * Maps the entries of the database, the files and the list of deletions to the content that a
 * manifest states for them.
 */
export function contentsIn({ database, files, deletions }: Manifest): Map<string, ManifestContent> {
  const contents = new Map(files.map(({ name, ...fileContent }) => [entryNames.file(name), fileContent]));
  contents.set(entryNames.database, database);
  if (deletions) contents.set(entryNames.deletions, deletions);
  return contents;
}

/**
 * Returns the MAC of a manifest, in hexadecimal. Only a holder of the FILE_KEY (32 bytes) can make
 * it.
 */
export function computeMac(text: string, fileKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', fileKey, '', 'backup manifest', 32));
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Returns the ID of a FILE_KEY as manifests state it, in hexadecimal. */
export const toKeyName = (fileKey: Buffer) => keyIdOf(fileKey).toString('hex');
