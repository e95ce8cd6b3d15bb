import type { NumberToken, TokenUnit } from './number-tokens';
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

/** A number of the original at its place, paired with one of the translation. */
type Pair = { original: NumberToken; place: number; at: number };

/**
 * Compares the numbers of a translation with those of the original, each with its unit.
 *
 * A number has to keep its unit, and its place among the numbers of its kind: lab results, doses,
 * sizes, tablets and drops, or else the same unit. The order of different kinds may change, because
 * languages put "5 mg for 2 weeks" in different orders.
 */
export function compareNumbers(
  tokens: NumberToken[],
  theirs: NumberToken[],
): Record<keyof NumberDifferences, NumberToken[]> {
  const places = new Map(tokens.map((token, at) => [token, at]));
  const free = new Map<string, number[]>();
  for (const [at, token] of theirs.entries()) addTo(free, keyOf(token), at);
  const pairs: Pair[] = [];
  const take = (token: NumberToken, agrees: Agrees, key: string) => {
    const candidates = free.get(key) ?? [];
    const index = candidates.findIndex((at) => {
      const other = theirs[at];
      return other !== undefined && agrees(token, other);
    });
    const [at] = index < 0 ? [] : candidates.splice(index, 1);
    if (at === undefined) return false;
    pairs.push({ original: token, place: places.get(token) ?? 0, at });
    return true;
  };
  // Numbers with the same unit are paired first, so that a looser match takes none of them.
  const left = tokens.filter((token) => !take(token, hasSameUnit, keyOf(token)));
  const rest = [...free.values()].flat().sort((a, b) => a - b);
  free.clear();
  for (const at of rest) addTo(free, theirs[at]?.value ?? '', at);
  // No real review has so many numbers, and each is tried with each of the others.
  const isLong = left.length > maxLoosePairs || rest.length > maxLoosePairs;
  const unpaired = isLong ? left : left.filter((token) => !take(token, mayBeSameUnit, token.value));
  const unsigned = [...free.values()].flat().sort((a, b) => a - b);
  free.clear();
  for (const at of unsigned) addTo(free, withoutSign(theirs[at]), at);
  const missing = unpaired.filter((token) => !take(token, spellsSign, withoutSign(token)));
  const extra = [...free.values()].flat().sort((a, b) => a - b);
  return {
    missing,
    extra: extra.flatMap((at) => theirs[at] ?? []),
    reordered: listReordered(pairs.sort((a, b) => a.place - b.place)),
  };
}

const maxLoosePairs = 300;

type Agrees = (own: NumberToken, other: NumberToken) => boolean;

const keyOf = (token: NumberToken) => `${token.value} ${unitOf(token)?.name ?? ''}`;

function addTo<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
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
  const units = [unitOf(original), unitOf(translated)];
  // The time of "120/min" may stand apart.
  const [own, their] = units.every(isRate) ? units : units.map((unit) => (isRate(unit) ? undefined : unit));
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

/** Checks whether a number is only counted by a time, as in "120/min". */
const isRate = (unit: TokenUnit | undefined) => unit?.name.startsWith('/') ?? false;

const isLoose = ({ kind }: TokenUnit) => looseKinds.includes(kind);

const withoutSign = (token?: NumberToken) => token?.value.replace(/^[<>]/, '') ?? '';

/** Checks whether one of two numbers has a sign that words spell beside the other one. */
function spellsSign(one: NumberToken, other: NumberToken): boolean {
  const isSpelled = (signed: NumberToken, plain: NumberToken) =>
    signed.value === `${plain.findSpelledSign()}${plain.value}`;
  return (
    (isSpelled(one, other) || isSpelled(other, one)) && (hasSameUnit(one, other) || mayBeSameUnit(one, other))
  );
}

const isNear = (name: string, token: NumberToken) => token.listNearUnits().has(name);

/** Lists the numbers that left their place among those they are ordered with. */
function listReordered(pairs: Pair[]): NumberToken[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const unit = unitOf(pair.original);
    const group = unit && orderedKinds.includes(unit.kind) ? unit.kind : unit?.name;
    addTo(groups, pair.original.order ?? group ?? '', pair);
  }
  return [...groups.values()].flatMap((group) => {
    const staying = longestIncreasing(group.map(({ at }) => at));
    return group.filter(({ at }) => !staying.has(at)).map(({ original }) => original);
  });
}

/** Returns the values of a longest increasing subsequence. */
function longestIncreasing(values: number[]): Set<number> {
  // The smallest end of a run of each length, and for each value the one before it in its run.
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const value of values) {
    let length = ends.length;
    while (length > 0 && (ends[length - 1] ?? 0) > value) length -= 1;
    previous.set(value, ends[length - 1]);
    ends[length] = value;
  }
  const longest = new Set<number>();
  for (let value = ends.at(-1); value !== undefined; value = previous.get(value)) longest.add(value);
  return longest;
}
