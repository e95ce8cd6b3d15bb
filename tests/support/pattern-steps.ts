/**
 * Counts the steps that a backtracking engine takes with a pattern, so that a test can tell how
 * they grow with a text without asking how fast the machine is.
 */

type Matcher = (text: string, at: number, next: (at: number) => boolean, count: Count) => boolean;
type Count = () => void;

/** A part of a pattern: how it matches, and texts that it matches. */
type Part = { match: Matcher; samples: string[] };

/** An unbounded repetition, with a text that leads to it. */
type Repetition = { prefix: string; bodies: string[] };

class TooManySteps extends Error {}

const candidates = [...'aAxz019 /.-_:,;=+@"\'(){}[]<>&?%#!|\\~\n\t\r\u00e9\u0915'];
/** Suffixes that make a match fail after a long repetition. */
const suffixes = ['', '\u0000', 'x', ' ', 'x '];
const maxSamples = 12;
const manyTimes = 10;

/**
 * Parses a pattern.
 *
 * @throws for unsupported syntax, such as a back reference.
 */
export function readPattern({ source, flags }: RegExp) {
  let at = 0;
  const repetitions: Repetition[] = [];
  const literals = new Set<string>();

  const oneCharacter = (text: string, literal?: string): Part => {
    const test = new RegExp(`^${text}$`, flags.replace(/[gym]/g, ''));
    const samples = literal ? [literal] : candidates.filter((one) => test.test(one));
    for (const one of samples.slice(0, 2)) literals.add(one);
    return {
      samples: samples.slice(0, maxSamples),
      match: (whole, place, next, count) => {
        count();
        return place < whole.length && test.test(whole.charAt(place)) && next(place + 1);
      },
    };
  };
  const assertion = (holds: (text: string, place: number) => boolean): Part => ({
    samples: [''],
    match: (text, place, next, count) => {
      count();
      return holds(text, place) && next(place);
    },
  });
  const isWord = (text: string, place: number) => /\w/.test(text.charAt(place));
  const isBoundary = (text: string, place: number) => isWord(text, place - 1) !== isWord(text, place);

  function readClass(): Part {
    const from = at;
    for (at += 1; source[at] !== ']'; at += 1) if (source[at] === '\\') at += 1;
    at += 1;
    return oneCharacter(source.slice(from, at));
  }

  function readEscape(): Part {
    const [text = ''] =
      /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|.)/i.exec(source.slice(at)) ?? [];
    at += text.length;
    if (/^\\[1-9k]/.test(text)) throw new Error(`Unsupported reference to a group in ${source}`);
    if (text === '\\b') return assertion(isBoundary);
    if (text === '\\B') return assertion((whole, place) => !isBoundary(whole, place));
    return oneCharacter(text, /^\\[^\w]$/.test(text) ? text[1] : undefined);
  }

  function readGroup(prefix: string): Part {
    const [open = ''] = /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(source.slice(at)) ?? [];
    at += open.length;
    const isLook = /[=!]$/.test(open);
    const inner = readAlternatives(open.includes('<=') || open.includes('<!') ? '' : prefix);
    at += 1;
    if (!isLook) return inner;
    const isNegative = open.endsWith('!');
    const isBehind = open.includes('<');
    return {
      samples: [''],
      match: (text, place, next, count) => {
        const ends = (from: number) => inner.match(text, from, (end) => !isBehind || end === place, count);
        const starts = isBehind ? [...Array(place + 1).keys()] : [place];
        return starts.some(ends) !== isNegative && next(place);
      },
    };
  }

  function readAtom(prefix: string): Part {
    const sign = source[at];
    if (sign === '[') return readClass();
    if (sign === '\\') return readEscape();
    if (sign === '(') return readGroup(prefix);
    at += 1;
    if (sign === '^')
      return assertion((text, place) => place === 0 || (flags.includes('m') && text[place - 1] === '\n'));
    if (sign === '$')
      return assertion(
        (text, place) => place === text.length || (flags.includes('m') && text[place] === '\n'),
      );
    if (sign === '.') return oneCharacter('.');
    return oneCharacter(`\\u${sign?.charCodeAt(0).toString(16).padStart(4, '0')}`, sign);
  }

  function readTerm(prefix: string): Part {
    const atom = readAtom(prefix);
    const [text = '', plain, minDigits, comma, maxDigits] =
      /^(?:([*+?])|\{(\d+)(,)?(\d*)\})\??/.exec(source.slice(at)) ?? [];
    if (text === '') return atom;
    at += text.length;
    const min = plain ? Number(plain === '+') : Number(minDigits);
    const max = plain
      ? plain === '?'
        ? 1
        : Infinity
      : maxDigits
        ? Number(maxDigits)
        : comma
          ? Infinity
          : min;
    const isLazy = text.length > 1 && text.endsWith('?');
    if (max > manyTimes) repetitions.push({ prefix, bodies: atom.samples });
    const again =
      (rounds: number): Matcher =>
      (whole, place, next, count) => {
        count();
        const matchAnother = () =>
          rounds < max &&
          atom.match(
            whole,
            place,
            (end) => (end > place || rounds < min) && again(rounds + 1)(whole, end, next, count),
            count,
          );
        if (rounds < min) return matchAnother();
        return isLazy ? next(place) || matchAnother() : matchAnother() || next(place);
      };
    const samples = atom.samples.map((sample) => sample.repeat(Math.max(min, 1)));
    return { samples: min === 0 ? [...samples.slice(0, maxSamples - 1), ''] : samples, match: again(0) };
  }

  function readSequence(prefix: string): Part {
    const parts: Part[] = [];
    let before = prefix;
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const part = readTerm(before);
      parts.push(part);
      before += part.samples[0] ?? '';
    }
    const from =
      (index: number): Matcher =>
      (text, place, next, count) => {
        const part = parts[index];
        return part
          ? part.match(text, place, (end) => from(index + 1)(text, end, next, count), count)
          : next(place);
      };
    const widest = Math.max(1, ...parts.map(({ samples }) => samples.length));
    const sampleAt = (index: number) =>
      parts.map(({ samples }) => samples[index % samples.length] ?? '').join('');
    return {
      samples: [
        ...new Set(Array.from({ length: Math.min(widest, maxSamples) }, (_, index) => sampleAt(index))),
      ],
      match: from(0),
    };
  }

  function readAlternatives(prefix: string): Part {
    const all = [readSequence(prefix)];
    while (source[at] === '|') {
      at += 1;
      all.push(readSequence(prefix));
    }
    return {
      samples: all.flatMap(({ samples }) => samples).slice(0, 2 * maxSamples),
      match: (text, place, next, count) => all.some(({ match }) => match(text, place, next, count)),
    };
  }

  const { match } = readAlternatives('');
  return {
    match,
    repetitions,
    literals: [...literals].slice(0, 8),
    isGlobal: flags.includes('g'),
    isSticky: flags.includes('y'),
  };
}

type Pattern = ReturnType<typeof readPattern>;

/** Counts the steps of searching a text for a pattern; Infinity beyond `maxSteps`. */
export function stepsOf({ match, isGlobal, isSticky }: Pattern, text: string, maxSteps = 1_000_000): number {
  let steps = 0;
  const count = () => {
    steps += 1;
    if (steps > maxSteps) throw new TooManySteps();
  };
  let end = 0;
  const keepEnd = (place: number) => {
    end = place;
    return true;
  };
  try {
    for (let from = 0; from <= text.length; from = Math.max(from + 1, end)) {
      if ((match(text, from, keepEnd, count) && !isGlobal) || isSticky) return steps;
    }
  } catch (error) {
    if (error instanceof TooManySteps || error instanceof RangeError) return Infinity;
    throw error;
  }
  return steps;
}

/** Generates the hardest texts for a pattern: its repetitions, followed by a suffix that fails. */
export function* hardTexts({ repetitions, literals }: Pattern, times: number): Generator<string> {
  const few = literals.slice(0, 5);
  const pairs = few.flatMap((one) => few.map((other) => one + other));
  const pumps = new Set([...literals, ...pairs, ...repetitions.flatMap(({ bodies }) => bodies)]);
  const prefixes = new Set(['', ...repetitions.map(({ prefix }) => prefix)]);
  for (const pump of pumps) {
    if (pump === '') continue;
    for (const prefix of prefixes) for (const suffix of suffixes) yield prefix + pump.repeat(times) + suffix;
  }
}
