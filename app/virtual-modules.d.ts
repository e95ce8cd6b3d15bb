/** Made by scripts/vite/message-bundles.ts. */
declare module 'virtual:message-bundles' {
  type MessageKey = import('./i18n/message-keys').MessageKey;
  /** The keys of the messages that the screens of each bundle use. */
  export const keysOfBundle: Record<'guests' | 'patients' | 'account' | 'staff', readonly MessageKey[]>;
}

// The limiters that are used, each by itself: the package has one for a dozen databases, which a
// start would read all.
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  export { RateLimiterMemory as default } from 'rate-limiter-flexible';
}

declare module 'rate-limiter-flexible/lib/RateLimiterPostgres.js' {
  export { RateLimiterPostgres as default } from 'rate-limiter-flexible';
}

declare module 'rate-limiter-flexible/lib/RateLimiterRes.js' {
  export { RateLimiterRes as default } from 'rate-limiter-flexible';
}

declare module 'rate-limiter-flexible/lib/RateLimiterSQLite.js' {
  export { RateLimiterSQLite as default } from 'rate-limiter-flexible';
}
