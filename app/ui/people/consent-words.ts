import type { ConsentKind } from '~/domain/report/consent-kind';

/** The sentence of each consent, as `consentSentences` records it, for the pages that show it. */
export const consentWords = {
  own: 'upload.consentLabel',
  other: 'consent.other',
  otherOfAge: 'consent.otherOfAge',
  guardian: 'consent.guardian',
} as const satisfies Record<ConsentKind, string>;
