import sharp, { type Sharp } from 'sharp';

/** A drawn page: darkness from 0 (white) to 255, row by row. */
export type Page = { darkness: Uint8Array; width: number; height: number };

const darknessOf = (grey: Uint8Array) => grey.map((point) => 255 - point);

/** Reads a picture as a page, with the weights of colours that the other programs use. */
export async function toPage(picture: Buffer): Promise<Page> {
  const colours = sharp(picture).flatten({ background: '#ffffff' }).toColourspace('srgb').raw();
  const { data, info } = await colours.toBuffer({ resolveWithObject: true });
  const darkness = new Uint8Array(info.width * info.height);
  for (let at = 0; at < darkness.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * at, 3 * at + 3);
    darkness[at] = 255 - Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return { darkness, width: info.width, height: info.height };
}

/** Reads a page from a portable grey map with a byte for each point. */
export function fromPgm(content: Buffer): Page | undefined {
  const head = /^P5\s(?:#[^\n]*\n)?\s*(\d+)\s+(\d+)\s+255\s/.exec(content.toString('latin1', 0, 200));
  if (!head) return undefined;
  const [width, height] = [Number(head[1]), Number(head[2])];
  const grey = content.subarray(head[0].length, head[0].length + width * height);
  return grey.length === width * height ? { darkness: darknessOf(grey), width, height } : undefined;
}

export const toPicture = ({ darkness, width, height }: Page): Sharp =>
  sharp(darknessOf(darkness), { raw: { width, height, channels: 1 } });

/** Reduces a page to the size of another one. */
export async function shrink(page: Page, { width, height }: Page): Promise<Page> {
  const small = toPicture(page).resize(width, height, { fit: 'fill' }).toColourspace('b-w').raw();
  return { darkness: darknessOf(await small.toBuffer()), width, height };
}
