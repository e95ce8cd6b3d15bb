import { type LetterKeys, openLetterKey } from './letterbox';
import { type FileContent, openContent, openValue, sealContent, sealValue, toContent } from './sealing';
import type { WaitingKey } from './waiting-key';

/** A file of a waiting report: its form field, and its slot on the server for the pieces. */
export type WaitingFile = { field: string; file: FileContent; slot?: string; sent: number };

/** A form as it was submitted: its address, and the path that it leads to once it is accepted. */
type Form = { address: string; leadsTo: string; fields: [string, string][] };

/** Details of a waiting report that are known without its key. */
type Known = {
  id: string;
  /** ID of the account that it belongs to. */
  owner: string;
  /** The time of its first submission. */
  at: number;
};

/** A report that waits in this browser: the submitted form and its files. */
export type WaitingReport = Known &
  Form & {
    files: WaitingFile[];
    /** The server's refusal, in its words; empty if there are none. */
    refused?: string;
  };

/** A sealed report as the browser stores it. */
export type SealedRow = Known & {
  form: Blob;
  files: { size: number; content: Blob }[];
  /** Set if it was sealed without a connection. */
  letterbox?: LetterKeys;
};

type SealedForm = Form & { files: Pick<FileContent & WaitingFile, 'field' | 'name'>[] };

/** A report that an earlier version stored unsealed. It is sealed as soon as there is a key. */
type PlainRow = Known & Form & { files: { field: string; file: File }[] };

/**
 * Progress of a report. It is written often, so it is stored apart from the files, which are large.
 * The server's words may repeat the input, so they are sealed.
 */
export type StoredProgress = {
  id: string;
  refused?: Blob | string;
  files: Pick<WaitingFile, 'slot' | 'sent'>[];
};

/** A report as stored in the browser. */
export type StoredReport = Known & {
  row: SealedRow | PlainRow;
  progress?: StoredProgress;
};

/** Seals a submitted report. */
export async function sealReport(
  report: WaitingReport,
  { key }: Pick<WaitingKey, 'key'>,
): Promise<SealedRow> {
  const { id, owner, at, address, leadsTo, fields, files } = report;
  const fileNames = files.map(({ field, file: { name } }) => ({ field, name }));
  const form: SealedForm = { address, leadsTo, fields, files: fileNames };
  const row: SealedRow = { id, owner, at, form: await sealValue(key, form, placeOfForm(id)), files: [] };
  for (const [number, { file }] of files.entries())
    row.files.push({ size: file.size, content: await sealContent(key, file, placeOfFile(id, number)) });
  return row;
}

const placeOfForm = (id: string) => `${id}/form`;
const placeOfFile = (id: string, number: number) => `${id}/file/${number}`;

const placeOfRefusal = (id: string) => `${id}/refused`;

/** Returns true if a stored report is sealed. */
export const isSealed = (row: StoredReport['row']): row is SealedRow => 'form' in row;

/**
 * Opens a waiting report.
 *
 * @throws if it was sealed with another key.
 */
export async function openStored(
  { id, owner, at, row, progress }: StoredReport,
  key: WaitingKey | undefined,
): Promise<WaitingReport> {
  const progressOfFile = (number: number) => ({ sent: 0, ...progress?.files[number] });
  if (!isSealed(row)) {
    const files = row.files.map(({ field, file }, number) => ({
      field,
      file: toContent(file),
      ...progressOfFile(number),
    }));
    return { ...row, files };
  }
  if (!key) throw new Error('it is sealed');
  const { contentKey, addedFields } = await openContentKey(row, key);
  const { files: fileNames, ...form } = await openValue<SealedForm>(contentKey, row.form, placeOfForm(id));
  const files = row.files.map(({ size, content }, number) => {
    const { field = '', name = '' } = fileNames[number] ?? {};
    const place = placeOfFile(id, number);
    return {
      field,
      file: openContent(contentKey, { sealed: content, name, size, place }),
      ...progressOfFile(number),
    };
  });
  return { id, owner, at, ...form, fields: [...addedFields, ...form.fields], files };
}

/** Opens the key of a sealed report, and the fields that are known only with it. */
async function openContentKey(
  { letterbox, owner }: SealedRow,
  { key }: WaitingKey,
): Promise<{ contentKey: CryptoKey; addedFields: Form['fields'] }> {
  if (!letterbox) return { contentKey: key, addedFields: [] };
  const opened = await openLetterKey(key, { ...letterbox, owner });
  return { contentKey: opened.key, addedFields: [['formToken', opened.formToken]] };
}

/** Returns the size of a report in bytes, and how many of them were sent. */
export function countSentBytes({ row, progress }: StoredReport): { sent: number; total: number } {
  const sizes = isSealed(row) ? row.files.map(({ size }) => size) : row.files.map(({ file }) => file.size);
  return {
    sent: progress?.files.reduce((sum, file) => sum + file.sent, 0) ?? 0,
    total: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Reads why the server refused a report: undefined if it did not, empty if unreadable. */
export async function readRefusalReason(
  { id, progress }: StoredReport,
  key: WaitingKey | undefined,
): Promise<string | undefined> {
  const refused = progress?.refused;
  if (!(refused instanceof Blob)) return refused;
  return key ? openValue<string>(key.key, refused, placeOfRefusal(id)).catch(() => '') : '';
}

/** Seals the server's words. Without a key they are dropped. */
export const sealReason = (
  id: string,
  reason: string,
  key: WaitingKey | undefined,
): Promise<Blob | string> => (key ? sealValue(key.key, reason, placeOfRefusal(id)) : Promise.resolve(''));
