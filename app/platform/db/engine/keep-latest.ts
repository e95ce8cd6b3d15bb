/** Keeps a value by its name; of more than so many the one kept longest goes. */
export function keepLatest<Value>(kept: Map<string, Value>, name: string, value: Value, most: number) {
  kept.set(name, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
