const catalogueOf = /\bcatalogueOf ?= ?\(?(\w+)\)? ?=> ?\1 ?=== ?"en" ?\? ?([\w$]+) ?: ?/g;

/**
 * Replaces the ASCII letters of every message by full-width ones, except in placeholders and URLs.
 * Runs inside the server.
 */
function pseudo(catalogue) {
  const wide = (text) =>
    text.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  const untouched = /(\{publicUrl\}[\w/?=&{}-]*|\{\w+, plural,|\b(?:one|other) (?=\{)|\{\w+\})/;
  const widen = (text) =>
    text
      .split(untouched)
      .map((part, at) => (at % 2 ? part : wide(part)))
      .join('');
  const each = (from, change) =>
    Object.fromEntries(Object.entries(from).map(([key, one]) => [key, change(one)]));
  return each(catalogue, (part) => each(part, widen));
}

/** The `load` hook of node:module. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!/\/build\/server\/index\.js(?:\?|$)/.test(url)) return loaded;
  const source = String(loaded.source);
  let matchCount = 0;
  const modified = source.replace(catalogueOf, (whole, language, english) => {
    matchCount += 1;
    return `${whole}${language} === 'hi' ? (${pseudo})(${english}) : `;
  });
  if (matchCount !== 1)
    throw new Error(`The build reads a catalogue in ${matchCount} places instead of one.`);
  return { ...loaded, source: modified };
}
