import jsqr from 'jsqr';
import sharp from 'sharp';
import { expect, type Locator, type Page } from './fixtures.ts';

/** Decodes a QR code as it is drawn on the page. */
export async function readCode(picture: Locator): Promise<URL> {
  const image = await picture.screenshot({ scale: 'css' });
  const { data, info } = await sharp(image)
    .resize(480, 480, { kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return new URL(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '');
}

/** Prints the page to PDF, and expects one sheet on which nothing of `paper` is cut. */
export async function printOneSheet(page: Page, paper: string, name: string): Promise<void> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g), name).toHaveLength(1);
  const isCut = await page
    .locator(`${paper}, ${paper} *`)
    .evaluateAll((parts) =>
      parts.some((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0),
    );
  expect(isCut, name).toBe(false);
}

/** Returns the smallest type of a paper in points: of its English beside another language, and of all else. */
export const smallestType = (paper: Locator) =>
  paper.evaluate((root) => {
    const sizes = { own: Number.POSITIVE_INFINITY, english: Number.POSITIVE_INFINITY };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!element || !walker.currentNode.textContent?.trim()) continue;
      const isBeside = element.closest('[lang="en"]') !== null && root.getAttribute('lang') !== 'en';
      const kind = isBeside ? 'english' : 'own';
      const points = Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * 7.5) / 10;
      sizes[kind] = Math.min(sizes[kind], points);
    }
    return sizes;
  });
