type Texts = Record<string, Record<string, string | undefined>>;

/**
 * Lists what a language does not say yet. Takes what English says and what the language does, by
 * file and key.
 *
 * @returns one line for each: `file key`.
 */
export function missingMessages(english: Texts, language: Texts): string[] {
  return Object.entries(english).flatMap(([file, texts]) =>
    Object.keys(texts)
      .filter((key) => !language[file]?.[key])
      .map((key) => `${file}.json ${key}`),
  );
}
