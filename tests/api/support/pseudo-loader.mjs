const catalogueOf = /\bcatalogueOf ?= ?\(?(\w+)\)? ?=> ?\1 ?=== ?"en" ?\? ?(\w+) ?: ?/g;

/**
 * Runs inside the server: every part of a catalogue, e-mail by e-mail; placeholders and addresses
 * stay.
 */
function pseudo(catalogue) {
  const wide = (text) =>
    text.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  const kept = /(\{publicUrl\}[\w/?=&{}-]*|\{\w+, plural,|\b(?:one|other) (?=\{)|\{\w+\})/;
  const say = (text) =>
    text
      .split(kept)
      .map((part, at) => (at % 2 ? part : wide(part)))
      .join('');
  const each = (from, change) =>
    Object.fromEntries(Object.entries(from).map(([key, one]) => [key, change(one)]));
  return each(catalogue, (part) => each(part, say));
}

/** A hook of node:module. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!/\/build\/server\/index\.js(?:\?|$)/.test(url)) return loaded;
  const source = String(loaded.source);
  let found = 0;
  const modified = source.replace(catalogueOf, (whole, language, english) => {
    found += 1;
    return `${whole}${language} === 'hi' ? (${pseudo})(${english}) : `;
  });
  if (found !== 1) throw new Error(`The build has ${found} places where a catalogue is read, not one.`);
  return { ...loaded, source: modified };
}
