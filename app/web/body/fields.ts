import type { Readable } from 'node:stream';
import type { Refusal } from '~/domain/kernel/refusal';

/** Maximum bytes of all fields of a body together, without its files. */
export const maxFieldBytes = 256 * 1024;

/** Maximum number of fields and files in a body. */
export const maxParts = 60;

/**
 * Maximum milliseconds for sending a form without a file. Such a form is small, so a slower client
 * holds the connection open on purpose.
 */
export const formWithinMs = 120_000;

/**
 * The received fields: `fields` as a form shows them again, and `values` as a schema parses them.
 */
export type Fields = { fields: FormData; values: Record<string, unknown> };

/** Options for reading a body. */
export type BodyOptions = {
  /**
   * The only file field that is accepted, and the maximum bytes of all its files together.
   * `isReadToEnd`: larger files are read and discarded for the fields after them.
   */
  file?: { field: string; maxBytes: number; isReadToEnd?: boolean };
  /** Fields that a form may repeat. Their values are joined with commas. */
  lists?: readonly string[];
};

/** A file of a body as it arrives, with its original name. */
export type BodyFile = { content: Readable; name: string };

/** A body being read. The fields before its first file have arrived. */
export type Body = {
  /** Returns the fields received so far. */
  readFields(): Fields;
  /** True if a file follows. Only the fields before it are known then. */
  isFileNext: boolean;
  /**
   * The reason that a body without a file is not read further: it is too large or of an unsupported
   * type.
   */
  refusal?: Refusal;
  /** Reads up to the next file. Read each file to its end before you call this again. */
  nextFile(): Promise<BodyFile | undefined>;
  /** Discards the current file and all others, and reads the fields between and after them. */
  discardFiles(): Promise<void>;
  /** Returns whether a body with a file was too large to be read to its end. */
  isCut(): boolean;
  /** Stops reading and discards the rest. */
  close(): void;
};

/**
 * Adds a field to a form. If a name is repeated, the last value counts. The values of a list field
 * are joined with commas.
 */
export function addField(fields: FormData, [name, value]: [string, string], lists: readonly string[] = []) {
  const earlier = lists.includes(name) ? fields.get(name) : null;
  fields.set(name, earlier ? `${earlier},${value}` : value);
}

/** Returns the fields of a form. Empty fields have no entry in `values`. */
export function fieldsOf(fields: FormData): Fields {
  const filled = [...fields].filter(([, value]) => value !== '');
  return { fields, values: Object.fromEntries(filled) };
}
