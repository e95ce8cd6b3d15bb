/**
 * Lists values that changed or disappeared. Fields that a later version adds are not differences.
 *
 * @returns One line for each.
 */
export function differencesIn(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  const removedNames = [...before.keys()].filter((name) => !after.has(name)).map((name) => `${name} is gone`);
  const addedNames = [...after.keys()].filter((name) => !before.has(name)).map((name) => `${name} is new`);
  const changedNames = [...before].flatMap(([name, value]) =>
    after.has(name) ? compare(value, after.get(name), name) : [],
  );
  return [...removedNames, ...addedNames, ...changedNames];
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
