import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alikeLetters, alikeSigns, alikeSpellings, nasalPatterns, noisePatterns } from './fold-rules';

type Pairs = [from: string, to: string][];

const tableOf = (pairs: Pairs) =>
  new Map(pairs.flatMap(([from, to]) => [...from].map((character) => [character, to] as const)));
const signs = tableOf(alikeSigns);
const letters = tableOf(alikeLetters);

const compiled = (patterns: Pairs) =>
  patterns.map(([pattern, to]) => [new RegExp(pattern, 'g'), to] as const);
const noise = compiled(noisePatterns);
const nasals = compiled(nasalPatterns);

const translated = (text: string, table: ReadonlyMap<string, string>) =>
  Array.from(text, (character) => table.get(character) ?? character).join('');
const replaced = (text: string, patterns: ReturnType<typeof compiled>) =>
  patterns.reduce((left, [pattern, to]) => left.replace(pattern, to), text);

/**
 * Brings a text to the spelling that searches compare by: in lower case, without accents and
 * joiners, and with one spelling of what people type in two ways, of every script.
 */
export function fold(text: string): string {
  // Of plain names, which most are, only this much can differ.
  if (!/[^ -_a-~]/.test(text)) return text.toLowerCase().replace(/ +/g, ' ');
  const lower = translated(text, signs).normalize('NFKD').toLowerCase();
  const plain = replaced(translated(lower, letters), noise);
  const spelled = alikeSpellings.reduce((folded, [from, to]) => folded.replaceAll(from, to), plain);
  return replaced(spelled, nasals);
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const translateSql = (text: string, table: ReadonlyMap<string, string>) =>
  `translate(${text}, ${quoted([...table.keys()].join(''))}, ${quoted([...table.values()].join(''))})`;
const replaceSql = (text: string, [from, to]: Pairs[number]) =>
  `replace(${text}, ${quoted(from)}, ${quoted(to)})`;
const replacePatternSql = (text: string, [pattern, to]: Pairs[number]) =>
  `regexp_replace(${text}, ${quoted(pattern)}, ${quoted(to)}, 'g')`;

/** `fold` in the words of PostgreSQL. Takes an expression for the text. */
function foldSql(text: string): string {
  const lower = `(lower(normalize(${translateSql(text, signs)}, NFKD) collate "und-x-icu") collate "C")`;
  const plain = noisePatterns.reduce(replacePatternSql, translateSql(lower, letters));
  return nasalPatterns.reduce(replacePatternSql, alikeSpellings.reduce(replaceSql, plain));
}

/** Folds ASCII, which most names are, for a fraction of the time. */
const foldAsciiSql = (text: string) =>
  `lower(${replacePatternSql(replaceSql(text, ['`', "'"]), ['[\\u0009-\\u000d\\u001c-\\u0020]+', ' '])})`;

// No rule has this character.
const place = '\0';
const isAscii = `octet_length(${place}) = char_length(${place})`;
const whole = `(case when ${isAscii} then ${foldAsciiSql(place)} else ${foldSql(place)} end)`;
const parts = whole.split(place).map((part) => sql.raw(part));

/** The expression of PostgreSQL that does what `fold` does. */
export const foldInPostgres = (text: SQLWrapper): SQL => sql.join(parts, sql`${text}`);
