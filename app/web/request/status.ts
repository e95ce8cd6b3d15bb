import type { RefusalKind } from '~/domain/kernel/refusal';

/** Refusal → HTTP status (docs/requirements.md#permissions). The one place where the two meet. */
export const statusOf: Record<RefusalKind, number> = {
  tooMany: 429,
  signedOut: 401,
  wrongPassword: 401,
  forbidden: 403,
  tooLarge: 413,
  wrongType: 415,
  invalid: 422,
  notFound: 404,
  conflict: 409,
  otherViewer: 409,
  busy: 503,
  noSpace: 507,
};
