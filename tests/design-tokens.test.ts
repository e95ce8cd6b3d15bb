import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = new URL('../app/', import.meta.url).pathname;

const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.(?:tsx|css)$/.test(path) && !path.includes('.test.'),
);

/** Sheets of paper have sizes in points, which their own tests measure. */
const papers = ['ui/front-desk/slip.css', 'ui/report/summary.css'];

/** Matches classes that a token replaces: docs/design.md. */
const classFaults = [
  /(?<![\w-])text-\[[^\]]*\d(?:rem|px|em|pt|%)\]/g,
  /(?<![\w-])text-(?:xs|sm|base|lg|xl|\dxl)(?![\w-])/g,
  /(?<![\w-])font-(?:thin|light|normal|medium|semibold|bold|extrabold|black|mono|serif|\[\d+\])(?![\w-])/g,
  /(?<![\w-])(?:tracking|shadow)-[\w[]\S*/g,
  /(?<![\w-])leading-(?!(?:none|tight|row|snug|text|letter|8|\[inherit\])(?![\w-]))[\w[][\w.\]]*/g,
  /(?<![\w-])rounded(?:-(?!(?:field|sheet|full|none|\[inherit\])(?![\w-]))[\w[][\w.\]]*|(?=[\s"'`]))/g,
  /(?<![\w-])(?:bg|text|border|outline|fill|stroke|decoration)-(?:\[(?:#|rgb|hsl)[^\]]*\]|(?:white|black|gr[ae]y|slate|zinc|red|orange|amber|yellow|green|teal|blue|purple|pink)(?:-\d+)?(?![\w-]))/g,
  // The colour of a browser's own bar is an attribute of the document.
  /(?<!content=)["'`](?:#[\da-f]{3,8}|(?:rgb|hsl)a?\([^"'`]*)["'`]/gi,
  /\b(?:fontSize|fontWeight|boxShadow|borderRadius):/g,
];

/** The values that a declaration of a style sheet may have. */
const allowed: [name: RegExp, value: RegExp][] = [
  [/^font-size$/, /^(?:var\(--text-(?:fine|small|body|letter|section|title)\)|inherit)$/],
  [/^font-weight$/, /^(?:var\(--font-weight-(?:text|label|strong)\)|inherit)$/],
  [/^border(?:-\w+)*-radius$/, /^(?:var\(--radius-(?:field|sheet|round)\)|inherit|0)$/],
  [/^box-shadow$/, /^(?:var\(--shadow-float\)|none)$/],
  [/./, /^(?!.*(?:#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(|\b(?:white|black|gr[ae]y|red|green)\b))/i],
];

/** Sizes of text in rem, by which a reader enlarges the whole page at once. */
const rootSizes = ['100%', '106.25%', '10.35pt'];

/** Returns the declarations of a style sheet without those that make the tokens. */
function declarationsIn(css: string) {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g)]
    .map(([, name = '', value = '']) => ({ name, value: value.trim() }))
    .filter(({ name }) => !/^--(?:color|text|font-weight|radius|shadow|leading)-/.test(name));
}

const faultsOfClasses = (source: string) =>
  classFaults.flatMap((pattern) => [...source.matchAll(pattern)].map(([text]) => text));

function faultsOfStyles(css: string, isPaper: boolean) {
  return declarationsIn(css).flatMap(({ name, value }) => {
    const isOfPaper = isPaper && name === 'font-size' && /^(?:[\d.]+(?:pt|em)|var\(--\w+\))$/.test(value);
    if (isOfPaper || (name === 'font-size' && rootSizes.includes(value))) return [];
    const isRight = allowed.every(([names, values]) => !names.test(name) || values.test(value));
    return isRight ? [] : [`${name}: ${value}`];
  });
}

test('screens use no size, weight, colour, radius or shadow outside the tokens of the style sheet', () => {
  expect(paths.length).toBeGreaterThan(150);
  const faults = paths.flatMap((path) => {
    const source = readFileSync(join(folder, path), 'utf8');
    const found = path.endsWith('.css')
      ? faultsOfStyles(source, papers.includes(path))
      : faultsOfClasses(source);
    return found.map((fault) => `app/${path}: ${fault}`);
  });
  expect(faults).toEqual([]);
});

test('only the style sheet of every page makes tokens', () => {
  const makers = paths.filter(
    (path) =>
      path.endsWith('.css') &&
      /--(?:color|text|font-weight|radius|shadow)-[\w-]+:/.test(readFileSync(join(folder, path), 'utf8')),
  );
  expect(makers).toEqual(['styles.css']);
});

test.each([
  'className="text-[13px]"',
  'className="sm:text-lg"',
  'className="font-bold"',
  'className="!shadow-none"',
  'className="rounded border"',
  'className="rounded-[2rem]"',
  'className="leading-[1.3]"',
  'className="tracking-wide"',
  'className="bg-white"',
  'className="text-[#123456]"',
  "style={{ fill: '#123456' }}",
  "style={{ fontSize: '13px' }}",
])('a class outside the tokens is found: %s', (source) => {
  expect(faultsOfClasses(source)).toHaveLength(1);
});

test.each([
  'font-size: 13px',
  'font-size: 0.9em',
  'font-weight: 700',
  'border-radius: 4px',
  'box-shadow: 0 1px 2px var(--color-ink)',
  'color: #123456',
  'background: rgb(0 0 0 / 0.5)',
  'border: 1px solid black',
])('a style outside the tokens is found: %s', (declaration) => {
  expect(faultsOfStyles(`.a { ${declaration}; }`, false)).toEqual([declaration]);
});
