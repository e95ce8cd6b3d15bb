/** The languages that pages, e-mails and reviews are written in: ISO 639-1. */
export const languageCodes = ['en', 'hi', 'bn', 'mr', 'te', 'ta', 'gu', 'kn', 'ml', 'ur'] as const;

export type LanguageCode = (typeof languageCodes)[number];
