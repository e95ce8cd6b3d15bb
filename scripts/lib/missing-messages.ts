type Texts = Record<string, Record<string, string | undefined>>;

/**
 * Lists the messages missing in a language.
 *
 * @param english the English messages, by file and key.
 * @param language the messages of the language, by file and key.
 * @returns one line for each: `file key`.
 */
export function missingMessages(english: Texts, language: Texts): string[] {
  return Object.entries(english).flatMap(([file, texts]) =>
    Object.keys(texts)
      .filter((key) => !language[file]?.[key])
      .map((key) => `${file}.json ${key}`),
  );
}
