import { UnreadableBody } from './unreadable-body';

/**
 * Decodes bytes sent by a client as text. Invalid bytes are refused: they would become U+FFFD, and
 * could change, for example, the unit of a dose. A byte order mark is dropped.
 *
 * @param charset as in the `charset` of a Content-Type; defaults to UTF-8.
 * @throws UnreadableBody if the bytes are not in that charset, or if it is unknown.
 */
export function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody('refused.notUtf8');
  }
}

/** Reads the charset from a Content-Type; undefined if it names none. */
export const parseCharset = (contentType: string): string | undefined =>
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

/** Decodes percent escapes. Input and output have one character per byte. */
const withoutEscapes = (part: string) =>
  part
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Parses the query of a URL.
 *
 * @throws UnreadableBody if it is not in UTF-8.
 */
export const readQuery = (url: string): Record<string, string> =>
  Object.fromEntries(decodePairs(Buffer.from(new URL(url).search.slice(1))));
