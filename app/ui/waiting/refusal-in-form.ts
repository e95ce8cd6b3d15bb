type Place = number;

/**
 * What the answer to a form says is wrong, each sentence once. Remix writes its data as one list in
 * which each text and object stands once, and an object names the places of its keys and values
 * (turbo-stream).
 *
 * @param answer the answer as text.
 * @returns empty where the answer says nothing of the kind, or is none of ours.
 */
export function sentenceInForm(answer: string): string {
  try {
    const list = JSON.parse(answer.split('\n')[0] ?? '');
    const placeOf = (key: string, object: Place): Place => list[object][`_${list.indexOf(key)}`];
    const lastResult = placeOf('lastResult', placeOf('data', 0));
    const ofFields: Place[] = Object.values(list[placeOf('error', lastResult)]);
    const places = new Set(ofFields.flatMap((field): Place[] => list[field]));
    return [...places].map((place) => list[place]).join(' ');
  } catch {
    return '';
  }
}
