const values = new Map<string, unknown>();

/**
 * Returns the value of a name, and makes it the first time: the formatters of `Intl`, each of which
 * takes longer to make than a whole list of days takes to format. There are as many names as
 * languages, zones and kinds of text.
 */
export function memo<Value>(name: string, make: () => Value): Value {
  const value = values.has(name) ? (values.get(name) as Value) : make();
  values.set(name, value);
  return value;
}
