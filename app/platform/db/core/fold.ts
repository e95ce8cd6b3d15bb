import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alikeLetters, alikeSigns, alikeSpellings, nasalPatterns, noisePatterns } from './fold-rules';

type Pairs = [from: string, to: string][];

const tableOf = (pairs: Pairs) =>
  new Map(pairs.flatMap(([from, to]) => [...from].map((character) => [character, to] as const)));
const signs = tableOf(alikeSigns);
const letters = tableOf(alikeLetters);

const compilePatterns = (patterns: Pairs) =>
  patterns.map(([pattern, to]) => [new RegExp(pattern, 'g'), to] as const);
const noise = compilePatterns(noisePatterns);
const nasals = compilePatterns(nasalPatterns);

const translateCharacters = (text: string, table: ReadonlyMap<string, string>) =>
  Array.from(text, (character) => table.get(character) ?? character).join('');
const replacePatterns = (text: string, patterns: ReturnType<typeof compilePatterns>) =>
  patterns.reduce((left, [pattern, to]) => left.replace(pattern, to), text);

/**
 * Normalizes a text for searches: lower case, no accents or joiners, and one spelling for what
 * people type in two ways, in every script.
 */
export function fold(text: string): string {
  // Most names are plain ASCII, where only this much can differ.
  if (!/[^ -_a-~]/.test(text)) return text.toLowerCase().replace(/ +/g, ' ');
  const lower = translateCharacters(text, signs).normalize('NFKD').toLowerCase();
  const plain = replacePatterns(translateCharacters(lower, letters), noise);
  const spelled = alikeSpellings.reduce((folded, [from, to]) => folded.replaceAll(from, to), plain);
  return replacePatterns(spelled, nasals);
}

const quoteSql = (text: string) => `'${text.replaceAll("'", "''")}'`;

const translateSql = (text: string, table: ReadonlyMap<string, string>) =>
  `translate(${text}, ${quoteSql([...table.keys()].join(''))}, ${quoteSql([...table.values()].join(''))})`;
const replaceSql = (text: string, [from, to]: Pairs[number]) =>
  `replace(${text}, ${quoteSql(from)}, ${quoteSql(to)})`;
const replacePatternSql = (text: string, [pattern, to]: Pairs[number]) =>
  `regexp_replace(${text}, ${quoteSql(pattern)}, ${quoteSql(to)}, 'g')`;

/** Builds the SQL of `fold` for PostgreSQL from an expression for the text. */
function foldSql(text: string): string {
  const lower = `(lower(normalize(${translateSql(text, signs)}, NFKD) collate "und-x-icu") collate "C")`;
  const plain = noisePatterns.reduce(replacePatternSql, translateSql(lower, letters));
  return nasalPatterns.reduce(replacePatternSql, alikeSpellings.reduce(replaceSql, plain));
}

/** Folds ASCII, which most names are, in a fraction of the time. */
const foldAsciiSql = (text: string) =>
  `lower(${replacePatternSql(replaceSql(text, ['`', "'"]), ['[\\u0009-\\u000d\\u001c-\\u0020]+', ' '])})`;

// No rule contains this character.
const place = '\0';
const isAscii = `octet_length(${place}) = char_length(${place})`;
const whole = `(case when ${isAscii} then ${foldAsciiSql(place)} else ${foldSql(place)} end)`;
const parts = whole.split(place).map((part) => sql.raw(part));

/** Builds the PostgreSQL expression for `fold`. */
export const foldInPostgres = (text: SQLWrapper): SQL => sql.join(parts, sql`${text}`);
