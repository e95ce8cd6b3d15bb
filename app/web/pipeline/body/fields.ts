import type { Readable } from 'node:stream';

/** The most bytes that all fields of a body may have beside its files. */
export const maxFieldBytes = 256 * 1024;

/** The most fields and files that a body may have. */
export const maxParts = 60;

/** A form without a file is small: whoever takes longer holds a connection open on purpose. */
export const formWithinMs = 120_000;

/** The fields that came: as a form shows them again, and as a schema parses them. */
export type Fields = { fields: FormData; values: Record<string, unknown> };

/** What came with a request, its files aside. */
export type Body = Fields & {
  /** Whether a file came, and with it too much for the body to be read to its end. */
  isFileCut?: boolean;
};

/** Who takes along what of a body. */
export type BodyReader = {
  /** The one file field that is taken along, each file of it streamed as it arrives. */
  file?: {
    field: string;
    /** The most bytes that all of them have together. */
    maxBytes: number;
    /**
     * Takes the content, and the name it came with; called for one after the other. What it has
     * kept it gives back itself.
     */
    receive(content: Readable, name: string): Promise<void>;
  };
  /** Fields that a form may send several times: their values are joined with commas. */
  lists?: readonly string[];
  /**
   * Called once with the fields that came: before the first file is received, else when all was
   * read or too much came. What it throws ends the reading; the rest is drained.
   */
  onFields(fields: Fields, isFileNext: boolean): Promise<void>;
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
