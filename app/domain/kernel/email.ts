/** Matches a domain name in any script. */
const domainLetters = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;

const isAscii = (text: string) => !/[^ -~]/.test(text);

/**
 * Normalizes an e-mail address to the spelling in which it is compared and stored: in lower case,
 * without invisible characters, and with the host name in ASCII (`xn--…`).
 */
export function toPlainAddress(typed: string): string {
  const address = typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || isAscii(domain) || !domainLetters.test(domain)) return address;
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return address;
  }
}

/**
 * Checks whether the part before the @ is ASCII. Any other address needs SMTPUTF8 (RFC 6531) on
 * every server along the way, so a code might never arrive.
 */
export const hasPlainMailbox = (address: string): boolean => isAscii(address.split('@')[0] ?? '');

/** zod's own pattern, extended to top-level domains in other scripts. */
export const addressPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;
