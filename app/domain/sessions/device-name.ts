/** The first that fits stands: most browsers name others beside themselves. */
const browsers: [RegExp, string][] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UC ?Browser\//, 'UC Browser'],
  [/\bOPR\/|\bOPT\/|Opera/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/[\d.]+.* Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/KAIOS/i, 'KaiOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const programs: [RegExp, string][] = [
  [/^curl\//, 'curl'],
  [/^python-|^Python\//i, 'Python'],
  [/^node\b|^undici/i, 'Node.js'],
  [/^okhttp\//, 'OkHttp'],
  [/^PostmanRuntime\//, 'Postman'],
];

const nameIn = (names: [RegExp, string][], text: string) => names.find(([sign]) => sign.test(text))?.[1];

/**
 * What a client is, in names that people know, without versions. Takes its `User-Agent`.
 *
 * @returns such as `Chrome · Android`; undefined where it is none that is known here.
 */
export function deviceNameOf(userAgent = ''): string | undefined {
  const isBrowser = userAgent.startsWith('Mozilla/') || userAgent.startsWith('Opera/');
  if (!isBrowser) return nameIn(programs, userAgent);
  const names = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  return names.filter(Boolean).join(' · ') || undefined;
}
