type Sign = [pattern: RegExp, name: string, alsoNeeds?: RegExp];

/** The first that fits stands: most browsers name others beside themselves. */
const browsers: Sign[] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UC ?Browser\//, 'UC Browser'],
  [/\bOPR\/|\bOPT\/|Opera/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/\d/, 'Safari', / Safari\//],
];

const systems: Sign[] = [
  [/KAIOS/i, 'KaiOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const programs: Sign[] = [
  [/^curl\//, 'curl'],
  [/^python-|^Python\//i, 'Python'],
  [/^node\b|^undici/i, 'Node.js'],
  [/^okhttp\//, 'OkHttp'],
  [/^PostmanRuntime\//, 'Postman'],
];

const nameIn = (signs: Sign[], text: string) =>
  signs.find(([pattern, , alsoNeeds]) => pattern.test(text) && (alsoNeeds?.test(text) ?? true))?.[1];

/** The longest `User-Agent` that is looked at; browsers send less. */
const maxLength = 256;

/**
 * What a client is, in names that people know, without versions. Takes its `User-Agent`.
 *
 * @returns such as `Chrome · Android`; undefined where it is none that is known here.
 */
export function deviceNameOf(header = ''): string | undefined {
  const userAgent = header.slice(0, maxLength);
  const isBrowser = userAgent.startsWith('Mozilla/') || userAgent.startsWith('Opera/');
  if (!isBrowser) return nameIn(programs, userAgent);
  const names = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  return names.filter(Boolean).join(' · ') || undefined;
}
