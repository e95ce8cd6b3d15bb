/** Matches a domain name in any script. */
const domainLetters = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;

const isAscii = (text: string) => !/[^ -~]/.test(text);

/**
 * Brings an e-mail address to the one spelling that it is compared and stored by: in lower case,
 * without invisible characters, and the name of its host in ASCII (`xn--…`).
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
 * Tells whether the part before the @ is ASCII. Another one needs SMTPUTF8 (RFC 6531) of every
 * server on the way, so that a code might never arrive.
 */
export const hasPlainMailbox = (address: string): boolean => isAscii(address.split('@')[0] ?? '');

/** As zod's own, and with top-level domains of other scripts. */
export const addressPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;
