// Line, page and paragraph breaks, which editors and programs write in many ways.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
const breaks = /\r\n?|[\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/g;

// All other control characters, except tabs and line breaks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

/**
 * Cleans a text of several lines (docs/requirements.md#texts). A character that separates two words
 * is never simply dropped: every kind of break becomes `\n`, any other control character a space.
 */
export const cleanText = (text: string): string =>
  closeDirections(text.replace(breaks, '\n').replace(controls, ' ')).trim();

/** Cleans a text of one line in the same way. Breaks and tabs become spaces. */
export const cleanLine = (text: string): string => cleanText(text).replace(/[\n\t]/g, ' ');

/** Replaces breaks and tabs in a text of one line. Other control characters stay. */
export const joinLines = (text: string): string =>
  text
    .replace(breaks, '\n')
    .trim()
    .replace(/[\n\t]/g, ' ');

const isolates = '\u2066\u2067\u2068';
const embeddings = '\u202a\u202b';
const overrides = '\u202d\u202e';
const endOfIsolate = '\u2069';
const endOfOther = '\u202c';
const directions = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * Keeps isolates and embeddings that are closed. Keyboards put them around numbers, and without
 * them "<5" reads as "5>" in Urdu. Drops overrides, which display other text than was written, and
 * every mark that is never closed.
 */
function closeDirections(text: string): string {
  if (!directions.test(text)) return text;
  const characters = text.split('');
  const keptPlaces = new Set<number>();
  let open: number[] = [];
  const isIsolate = (at: number) => isolates.includes(characters[at] ?? '');
  const close = (at: number) => {
    const opener = open.pop() ?? -1;
    if (!overrides.includes(characters[opener] ?? '')) keptPlaces.add(opener).add(at);
  };
  for (const [at, character] of characters.entries()) {
    if ((isolates + embeddings + overrides).includes(character)) open.push(at);
    else if (character === endOfIsolate && open.some(isIsolate)) {
      // The end of an isolate also ends the marks opened inside it.
      open = open.slice(0, open.map(isIsolate).lastIndexOf(true) + 1);
      close(at);
    } else if (character === endOfOther && open.length > 0 && !isIsolate(open.at(-1) ?? 0)) close(at);
  }
  return characters.filter((character, at) => !directions.test(character) || keptPlaces.has(at)).join('');
}
