import { writeSync } from 'node:fs';
import { whole } from '../support/short-form.ts';
import { roles } from './support/demo.ts';
import { expect, type Page, demoTest as test } from './support/fixtures.ts';
import { enterAs, screensOf } from './support/screens.ts';

// All tests share one clinic.
test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Maximum number of values of each kind over the table of screens, as docs/design.md promises. */
const limits = { sizes: 7, weights: 3, colours: 16, radii: 3, shadows: 1 };
/** The largest share of characters at weight 600 or more. */
const mostStrong = 0.15;

/**
 * Counts the characters of visible text by size, weight and colour, and collects what boxes are drawn
 * with. Leaves out sheets of paper, whose sizes are in points. Runs in the page.
 */
function styleValues() {
  const found = { sizes: [''], weights: [''], colours: [''], radii: [''], shadows: [''] };
  for (const list of Object.values(found)) list.length = 0;
  const characters = { all: 0, strong: 0 };
  const isClear = (colour: string) => colour === 'transparent' || /,\s*0\)$/.test(colour);
  const elements = document.querySelectorAll('body, body *:not(svg *, script, style, noscript, option)');
  for (const element of elements) {
    if (element.closest('.slip, .summary')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const style = getComputedStyle(element);
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent?.replace(/\s+/g, '') ?? '')
      .join('');
    if (text) {
      characters.all += text.length;
      if (Number(style.fontWeight) >= 600) characters.strong += text.length;
      found.sizes.push(style.fontSize);
      found.weights.push(style.fontWeight);
      found.colours.push(style.color);
    }
    if (!isClear(style.backgroundColor)) found.colours.push(style.backgroundColor);
    for (const side of ['Top', 'Right', 'Bottom', 'Left'] as const) {
      const colour = style[`border${side}Color`];
      if (Number.parseFloat(style[`border${side}Width`]) > 0 && !isClear(colour)) found.colours.push(colour);
    }
    const radius = Number.parseFloat(style.borderTopLeftRadius);
    if (radius > 0)
      found.radii.push(
        radius > 100 || style.borderTopLeftRadius === '50%' ? 'round' : style.borderTopLeftRadius,
      );
    if (style.boxShadow !== 'none') found.shadows.push(style.boxShadow);
  }
  return { found, characters };
}

type Values = ReturnType<typeof styleValues>['found'];

const widths = [360, 1280];

// In npm test, tests/design-tokens.test.ts proves that classes and style sheets have no other values.
test(
  'all screens are drawn with few sizes, weights, colours, radii and one shadow',
  whole,
  async ({ anotherPage, demo, tolerate }) => {
    test.setTimeout(1_200_000);
    tolerate(/status of 4/);
    const seen = {} as Record<keyof Values, Map<string, string>>;
    const sum = { all: 0, strong: 0 };
    const collect = async (page: Page, where: string) => {
      const { found, characters } = await page.evaluate(styleValues);
      sum.all += characters.all;
      sum.strong += characters.strong;
      for (const [kind, values] of Object.entries(found)) {
        seen[kind as keyof Values] ??= new Map();
        for (const value of values)
          if (!seen[kind as keyof Values].has(value)) seen[kind as keyof Values].set(value, where);
      }
    };
    for (const role of roles) {
      const page = await anotherPage();
      await enterAs(page, role, demo);
      for (const { name, open } of screensOf(role, 360)) {
        for (const width of widths) {
          await page.setViewportSize({ width, height: width < 500 ? 740 : 800 });
          await open(page, demo);
          await collect(page, `${role} ${name} ${width}`);
        }
      }
      await page.context().close();
    }
    const share = sum.strong / sum.all;
    const figures = Object.entries(seen).map(
      ([kind, values]) =>
        `${kind}: ${values.size}\n    ${[...values].map(([value, where]) => `${value} (${where})`).join('\n    ')}`,
    );
    writeSync(1, `Text at weight 600 or more: ${(share * 100).toFixed(1)} %\n  ${figures.join('\n  ')}\n`);
    for (const [kind, limit] of Object.entries(limits))
      expect.soft([...seen[kind as keyof Values].keys()].length, kind).toBeLessThanOrEqual(limit);
    expect.soft(share, 'share of characters at weight 600 or more').toBeLessThanOrEqual(mostStrong);
  },
);
