import type { ServerResponse } from 'node:http';
import onHeaders from 'on-headers';
import { getSettings } from '~/platform/settings/env.server';
import { hasToken } from '~/urls/token-paths';

/** Returns the headers that every response has unless it sets its own. */
function commonHeaders(): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    // Under `no-referrer`, plain form posts send `Origin: null`, which our pages must not do.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Content-Security-Policy': nothingAllowed,
    ...(getSettings().isSecure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** Headers that browsers only apply to documents. Scripts and styles do without them. */
const documentHeaders = {
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Headers of the pages with a token in their path: neither other sites nor search engines learn it. */
const tokenHeaders = { 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' };

const scriptOrStyle = /^text\/(?:css|javascript)(?:;|$)/;

const nothingAllowed = "default-src 'none'; frame-ancestors 'none'";

/**
 * Adds missing headers to a response when it is sent, whether it is a page, a redirect, a file of
 * the build or an Express error. Errors and API responses name the request, as the log does.
 */
export function fillInHeaders(response: ServerResponse, request?: { requestId: string; path: string }): void {
  onHeaders(response, function addHeaders() {
    if (request && (this.statusCode >= 400 || request.path.startsWith('/api/')))
      this.setHeader('X-Request-Id', request.requestId);
    // Remix answers 405 without an `Allow` header.
    if (this.statusCode === 405 && !this.hasHeader('Allow')) this.setHeader('Allow', 'GET, HEAD');
    this.removeHeader('X-Powered-By');
    if (request && hasToken(request.path)) fillIn(this, tokenHeaders);
    fillIn(this, commonHeaders());
    if (!scriptOrStyle.test(String(this.getHeader('Content-Type')))) fillIn(this, documentHeaders);
    const policy = String(this.getHeader('Content-Security-Policy'));
    // `default-src` does not cover frames.
    if (!policy.includes('frame-ancestors'))
      this.setHeader('Content-Security-Policy', `${policy}; frame-ancestors 'none'`);
  });
}

function fillIn(response: ServerResponse, headers: Record<string, string>) {
  for (const [name, value] of Object.entries(headers)) {
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
}

/**
 * Sets the headers of every page and its data: no resources of other hosts, no inline script
 * without the response's nonce, and no frame of another site around it. Headers common to all
 * responses are added when it is sent.
 */
export function secureHeaders(headers: Headers, { nonce }: { nonce?: string } = {}) {
  headers.set('Content-Security-Policy', nonce ? pagePolicy(nonce) : nothingAllowed);
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
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/**
 * The header of a log-out, which clears the browser's cache and storage. Cookies stay, because the
 * log-out message is in one.
 */
export const clearSiteDataHeader: [string, string] = ['Clear-Site-Data', '"cache", "storage"'];
