import type { Readable } from 'node:stream';
import type { Refusal } from '~/domain/kernel/refusal';

/** The most bytes that all fields of a body may have beside its files. */
export const maxFieldBytes = 256 * 1024;

/** The most fields and files that a body may have. */
export const maxParts = 60;

/** A form without a file is small: whoever takes longer holds a connection open on purpose. */
export const formWithinMs = 120_000;

/** The fields that came: as a form shows them again, and as a schema parses them. */
export type Fields = { fields: FormData; values: Record<string, unknown> };

/** What is taken of a body beside its fields. */
export type BodyOptions = {
  /** The one file field that is received, and the most bytes that all its files have together. */
  file?: { field: string; maxBytes: number };
  /** Fields that a form may send several times: their values are joined with commas. */
  lists?: readonly string[];
};

/** A file of a body as it arrives, with the name it was sent under. */
export type BodyFile = { content: Readable; name: string };

/** A body that is being read: its fields up to the first file have come. */
export type Body = {
  /** Returns the fields that have come so far. */
  readFields(): Fields;
  /** Whether a file comes next. Only the fields before it are known then. */
  isFileNext: boolean;
  /** Why no more of a body without a file is read: too much came, or no kind of body we take. */
  refusal?: Refusal;
  /** Reads on to the next file. Read each to its end before you ask for another. */
  nextFile(): Promise<BodyFile | undefined>;
  /** Returns whether too much came with a file for the body to be read to its end. */
  isCut(): boolean;
  /** Reads no more; what still comes is thrown away. */
  close(): void;
};

/**
 * Adds a field to those of a form. Of a name that comes again the last value counts; a list has all
 * of them, with commas between.
 */
export function addField(fields: FormData, [name, value]: [string, string], lists: readonly string[] = []) {
  const earlier = lists.includes(name) ? fields.get(name) : null;
  fields.set(name, earlier ? `${earlier},${value}` : value);
}

/** The fields of a form; one that is empty has no value. */
export function fieldsOf(fields: FormData): Fields {
  const filled = [...fields].filter(([, value]) => value !== '');
  return { fields, values: Object.fromEntries(filled) };
}
