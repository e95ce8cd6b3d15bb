import { UnreadableBody } from './unreadable-body';

/**
 * Decodes what a program sent as text. Bytes that are not in the charset would become U+FFFD, and
 * with them the unit of a dose: they are refused instead. A byte order mark is dropped.
 *
 * @param charset as `charset` of a Content-Type names it; UTF-8 unless given.
 * @throws UnreadableBody if the bytes are not in that charset, or it is not known.
 */
export function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody('refused.notUtf8');
  }
}

/** Reads the charset out of a Content-Type; undefined if it names none. */
export const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];

/**
 * Decodes the fields of a form or a query, as `URLSearchParams` does, but strictly.
 *
 * @throws UnreadableBody if a name or a value is not in the charset.
 */
export function decodePairs(bytes: Uint8Array, charset?: string): [name: string, value: string][] {
  const decode = (part: string) => decodeText(Buffer.from(withoutEscapes(part), 'latin1'), charset);
  const parts = Buffer.from(bytes).toString('latin1').split('&').filter(Boolean);
  return parts.map((part) => {
    const [name = '', ...value] = part.split('=');
    return [decode(name), decode(value.join('='))];
  });
}

/** Takes a character for each byte, and gives one for each. */
const withoutEscapes = (part: string) =>
  part
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Reads the query of an address.
 *
 * @throws UnreadableBody if it is not in UTF-8.
 */
export const readQuery = (url: string): Record<string, string> =>
  Object.fromEntries(decodePairs(Buffer.from(new URL(url).search.slice(1))));
