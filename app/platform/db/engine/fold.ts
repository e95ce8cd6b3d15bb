/**
 * What texts are compared by when somebody searches: one spelling for letters in upper and lower
 * case, of every script, and for signs that can be written in two ways. Each engine has it as the
 * SQL function `fold`.
 */
export const fold = (text: string) => text.normalize('NFC').toLowerCase();
