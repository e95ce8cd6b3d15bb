/**
 * Keeps a value by its name. Of more than so many those go that were kept longest: the oldest one,
 * or a hundredth of many at once, for a Map looks for its first among all that went before.
 */
export function keepLatest<Value>(kept: Map<string, Value>, name: string, value: Value, most: number) {
  // What is kept anew stands last.
  kept.delete(name);
  kept.set(name, value);
  if (kept.size <= most) return;
  const left = most - Math.floor(most / 100);
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    if (kept.size <= left) break;
  }
}
