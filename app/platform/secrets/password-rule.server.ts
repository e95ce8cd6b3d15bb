/** The reasons to refuse a new password, each with a sentence of its own. */
export type PasswordWeakness = 'blank' | 'repeated' | 'named' | 'common' | 'example';

/** Passwords that stand in the manual, in lower case. */
const examplePasswords = ['choose-a-long-one'];

const productName = 'SecondLook';
/** Digits and signs beside a word, such as a year, that make it no harder to guess. */
const maxDecoration = 8;
/** Letters beside a name from which a password is one of its own. */
const minOwnLetters = 4;
const minNameLetters = 3;

let commonPasswords: Set<string> | undefined;

/** Reads the list of @zxcvbn-ts/language-common, in lower case. */
async function listCommonPasswords(): Promise<Set<string>> {
  if (!commonPasswords) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    commonPasswords = new Set((dictionary as Record<string, string[]>)['passwords-common']);
  }
  return commonPasswords;
}

const signsForLetters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}]/gu, '');
const readSigns = (text: string) => text.replace(/[@4310!$57]/g, (sign) => signsForLetters[sign] ?? sign);
const trimEnd = (text: string) => text.replace(/[^\p{L}\p{M}@$]+$/gu, '');
const trimDecoration = (text: string) => text.replace(/^[^\p{L}\p{M}@$]+|[^\p{L}\p{M}@$]+$/gu, '');

/**
 * Finds why a new password is refused. Passwords that are in use already are never checked.
 *
 * @param password as typed.
 * @param names of the person, the clinic and their addresses. The product's name counts always.
 * @returns undefined if it may be used.
 */
export async function findPasswordWeakness(
  password: string,
  names: (string | null | undefined)[],
): Promise<PasswordWeakness | undefined> {
  if (/^[\s\p{Cf}\u2800\u3164]*$/u.test(password)) return 'blank';
  const text = fold(password);
  if (new Set(text).size === 1) return 'repeated';
  if (examplePasswords.includes(text)) return 'example';
  const common = await listCommonPasswords();
  const words = [
    lettersOf(text),
    lettersOf(readSigns(trimDecoration(text))),
    lettersOf(readSigns(trimEnd(text))),
  ];
  const isDecorated = [...text].length - [...lettersOf(text)].length <= maxDecoration;
  const knownNames = toNames([productName, ...names]);
  if (isDecorated && words.some((word) => isMadeOfNames(word, knownNames, common))) return 'named';
  if (common.has(text) || (isDecorated && words.some((word) => common.has(word)))) return 'common';
  return undefined;
}

/** Returns the words of names, the longest first, each as letters alone. */
function toNames(names: (string | null | undefined)[]): string[] {
  const whole = names.map((name) => fold(name ?? ''));
  const parts = whole.flatMap((name) => name.split(/[^\p{L}\p{M}]+/u));
  const letters = [...whole.map(lettersOf), ...parts].filter((word) => [...word].length >= minNameLetters);
  return [...new Set(letters)].sort((a, b) => b.length - a.length);
}

function isMadeOfNames(word: string, names: string[], common: Set<string>): boolean {
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), word);
  return rest !== word && ([...rest].length < minOwnLetters || common.has(rest));
}
