import { listUnitsIn, type NumberToken, readNumbers, type TokenUnit } from './number-tokens';
import { looseKinds, orderedKinds } from './unit-lexicon';

/** The numbers of a translation that do not agree with the original, as a person reads them. */
export type NumberDifferences = {
  /** Numbers of the original that the translation lacks. */
  missing: string[];
  /** Numbers of the translation that the original lacks. */
  extra: string[];
  /** Numbers that both have, in another order. */
  reordered: string[];
};

/**
 * Compares the numbers of a translation with those of the original, each with its unit. Numbers
 * that are written as words are not compared.
 *
 * A number has to keep its unit, and its place among the numbers of its kind: lab results, doses,
 * sizes, tablets and drops, or else the same unit. The order of different kinds may change, because
 * languages put "5 mg for 2 weeks" in different orders.
 */
export function compareNumbers(original: string, translation: string): NumberDifferences {
  const theirs = readNumbers(translation);
  const pairs: { original: NumberToken; at: number }[] = [];
  const isTaken = new Set<number>();
  const take = (token: NumberToken, agrees: (own: NumberToken, other: NumberToken) => boolean) => {
    const at = theirs.findIndex(
      (other, index) => !isTaken.has(index) && other.value === token.value && agrees(token, other),
    );
    if (at < 0) return false;
    isTaken.add(at);
    pairs.push({ original: token, at });
    return true;
  };
  // Numbers with the same unit are paired first, so that a looser match takes none of them.
  const tokens = readNumbers(original);
  const left = tokens.filter((token) => !take(token, hasSameUnit));
  const missing = left.filter((token) => !take(token, mayBeSameUnit));
  const inOrder = pairs.sort((a, b) => tokens.indexOf(a.original) - tokens.indexOf(b.original));
  return {
    missing: missing.map(({ text }) => text),
    extra: theirs.filter((_, index) => !isTaken.has(index)).map(({ text }) => text),
    reordered: listReordered(inOrder),
  };
}

/** Checks whether a translation has numbers that do not agree with the original. */
export function haveNumbersChanged(original: string, translation: string): boolean {
  return Object.values(compareNumbers(original, translation)).some((list) => list.length > 0);
}

const unitOf = (token: NumberToken): TokenUnit | undefined => token.unit ?? token.rangeUnit;

function hasSameUnit(one: NumberToken, other: NumberToken): boolean {
  const [own, their] = [unitOf(one), unitOf(other)];
  if (own?.name !== their?.name) return false;
  return !own?.perTime || !their?.perTime || own.perTime === their.perTime;
}

/**
 * Checks whether two units may be the same although they are written differently: apart from their
 * number, once for both numbers of a range, or added to a number that goes without saying.
 */
function mayBeSameUnit(original: NumberToken, translated: NumberToken): boolean {
  const [own, their] = [unitOf(original), unitOf(translated)];
  if (!own) return !their || !translated.unit || isLoose(their);
  if (!their) return !original.unit || (isLoose(own) && isNear(own.name, translated));
  if (own.name === their.name) return false;
  // "100 mg per decilitre" may put the decilitre first.
  const [ownFirst, ...ownPer] = own.name.split('/');
  const [theirFirst, ...theirPer] = their.name.split('/');
  if (ownFirst !== theirFirst) return false;
  if (theirPer.length === 0) return ownPer.every((unit) => isNear(unit, translated));
  return ownPer.length === 0 && theirPer.every((unit) => isNear(unit, original));
}

const isLoose = ({ kind }: TokenUnit) => looseKinds.includes(kind);

const isNear = (name: string, { before, after }: NumberToken) =>
  listUnitsIn(`${before} | ${after}`).has(name);

/** Lists the numbers that left their place among those they are ordered with. */
function listReordered(pairs: { original: NumberToken; at: number }[]): string[] {
  const groups = new Map<string, { original: NumberToken; at: number }[]>();
  for (const pair of pairs) {
    const unit = unitOf(pair.original);
    const group = unit && orderedKinds.includes(unit.kind) ? unit.kind : (unit?.name ?? '');
    groups.set(group, [...(groups.get(group) ?? []), pair]);
  }
  return [...groups.values()].flatMap((group) => {
    const staying = longestIncreasing(group.map(({ at }) => at));
    return group.filter(({ at }) => !staying.has(at)).map(({ original }) => original.text);
  });
}

/** Returns the values of a longest increasing subsequence. */
function longestIncreasing(values: number[]): Set<number> {
  const runs: number[][] = [];
  for (const value of values) {
    const longest = runs
      .filter((run) => (run.at(-1) ?? -1) < value)
      .reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...longest, value]);
  }
  return new Set(runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []));
}
