/** The languages that pages, e-mails and reviews are written in: ISO 639-1. */
export const languageCodes = ['en', 'hi', 'bn', 'mr', 'te', 'ta', 'gu', 'kn', 'ml', 'ur'] as const;

export type LanguageCode = (typeof languageCodes)[number];

/** Whether a text, such as a column of the database, is one of them. */
export function isLanguageCode(text: unknown): text is LanguageCode {
  return languageCodes.some((code) => code === text);
}
