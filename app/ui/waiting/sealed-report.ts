import { type Content, contentOf, openContent, openValue, sealContent, sealValue } from './sealing';
import type { WaitingKey } from './waiting-key';

/** A file of a report that waits: its field of the form, and where it is sent to in pieces. */
export type WaitingFile = { field: string; file: Content; slot?: string; sent: number };

/** A form as it was sent: where it goes, and the path that it leads to once it is taken. */
type Form = { address: string; leadsTo: string; fields: [string, string][] };

/** Details of a waiting report that are known without its key. */
type Known = {
  id: string;
  /** The account that it belongs to. */
  owner: string;
  /** When it was sent first. */
  at: number;
};

/** A report that waits in this browser: the form as it was sent, and its files. */
export type WaitingReport = Known &
  Form & {
    files: WaitingFile[];
    /** Why the server said no to it, in its words; empty where there are none. */
    refused?: string;
  };

/** Form of a report as the browser stores it. */
type SealedRow = Known & { form: Blob; files: { size: number; content: Blob }[] };

type SealedForm = Form & { files: Pick<Content & WaitingFile, 'field' | 'name'>[] };

/** Form of a report that an earlier version stored; it is sealed as soon as there is a key. */
type PlainRow = Known & Form & { files: { field: string; file: File }[] };

/**
 * Progress of a report, which is written often: apart from its files, which are large. The server's
 * words may repeat what was typed, and are sealed.
 */
export type Progress = { id: string; refused?: Blob | string; files: Pick<WaitingFile, 'slot' | 'sent'>[] };

/** A report as it lies in the browser. */
export type StoredReport = Known & {
  row: SealedRow | PlainRow;
  progress?: Progress;
};

/** Seals a report as it was sent. */
export async function sealReport(report: WaitingReport, { key }: WaitingKey): Promise<SealedRow> {
  const { id, owner, at, address, leadsTo, fields, files } = report;
  const named = files.map(({ field, file: { name } }) => ({ field, name }));
  const form: SealedForm = { address, leadsTo, fields, files: named };
  const sealed: SealedRow = { id, owner, at, form: await sealValue(key, form, placeOfForm(id)), files: [] };
  for (const [number, { file }] of files.entries())
    sealed.files.push({ size: file.size, content: await sealContent(key, file, placeOfFile(id, number)) });
  return sealed;
}

const placeOfForm = (id: string) => `${id}/form`;
const placeOfFile = (id: string, number: number) => `${id}/file/${number}`;

const placeOfRefusal = (id: string) => `${id}/refused`;

/** Returns whether a report lies sealed in the browser. */
export const isSealed = (row: StoredReport['row']): row is SealedRow => 'form' in row;

/**
 * Opens a report that waits.
 *
 * @throws if it was sealed with another key.
 */
export async function openStored(
  { id, owner, at, row, progress }: StoredReport,
  key: WaitingKey | undefined,
): Promise<WaitingReport> {
  const sent = (number: number) => ({ sent: 0, ...progress?.files[number] });
  if (!isSealed(row)) {
    const files = row.files.map(({ field, file }, number) => ({
      field,
      file: contentOf(file),
      ...sent(number),
    }));
    return { ...row, files };
  }
  if (!key) throw new Error('it is sealed');
  const { files: named, ...form } = await openValue<SealedForm>(key.key, row.form, placeOfForm(id));
  const files = row.files.map(({ size, content }, number) => {
    const { field = '', name = '' } = named[number] ?? {};
    const place = placeOfFile(id, number);
    return { field, file: openContent(key.key, { sealed: content, name, size, place }), ...sent(number) };
  });
  return { id, owner, at, ...form, files };
}

/** Returns how many bytes a report has, and how many of them were sent. */
export function bytesOf({ row, progress }: StoredReport): { sent: number; total: number } {
  const sizes = isSealed(row) ? row.files.map(({ size }) => size) : row.files.map(({ file }) => file.size);
  return {
    sent: progress?.files.reduce((sum, file) => sum + file.sent, 0) ?? 0,
    total: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Reads why the server said no to a report: undefined if it did not, empty if unreadable. */
export async function reasonOf(
  { id, progress }: StoredReport,
  key: WaitingKey | undefined,
): Promise<string | undefined> {
  const refused = progress?.refused;
  if (!(refused instanceof Blob)) return refused;
  return key ? openValue<string>(key.key, refused, placeOfRefusal(id)).catch(() => '') : '';
}

/** Seals the server's words; without a key they are left out. */
export const sealReason = (
  id: string,
  reason: string,
  key: WaitingKey | undefined,
): Promise<Blob | string> => (key ? sealValue(key.key, reason, placeOfRefusal(id)) : Promise.resolve(''));
