/**
 * Finds what says something else afterwards, or is gone. Fields that a later version adds are no
 * difference.
 *
 * @returns one line for each.
 */
export function differencesIn(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  const gone = [...before.keys()].filter((name) => !after.has(name)).map((name) => `${name} is gone`);
  const more = [...after.keys()].filter((name) => !before.has(name)).map((name) => `${name} is new`);
  const other = [...before].flatMap(([name, value]) =>
    after.has(name) ? compare(value, after.get(name), name) : [],
  );
  return [...gone, ...more, ...other];
}

function compare(before: unknown, after: unknown, path: string): string[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value, at) => compare(value, after[at], `${path}[${at}]`));
  if (isRecord(before) && isRecord(after))
    return Object.entries(before).flatMap(([name, value]) => compare(value, after[name], `${path}.${name}`));
  if (before === after) return [];
  return [`${path}: ${JSON.stringify(before)} is now ${JSON.stringify(after)}`];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
