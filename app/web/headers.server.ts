import { settings } from '~/platform/env.server';

/**
 * The headers of every page and of its data: nothing from another host, no inline script without this answer's nonce, no frame of
 * another site around it.
 */
export function secureHeaders(headers: Headers, { nonce }: { nonce?: string } = {}) {
  headers.set('X-Content-Type-Options', 'nosniff');
  // Under `no-referrer` plain form posts send `Origin: null`, which no page of ours may do.
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('X-Frame-Options', 'SAMEORIGIN');
  headers.set(
    'Content-Security-Policy',
    nonce ? pagePolicy(nonce) : "default-src 'none'; frame-ancestors 'none'",
  );
  if (settings().isSecure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}

function pagePolicy(nonce: string) {
  const isDevelopment = import.meta.env.DEV;
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
