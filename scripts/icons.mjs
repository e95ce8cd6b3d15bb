// npm run icons
//
// Draws the icons of public/ that a phone's home screen shows from public/favicon.svg.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './lib/project.mjs';

const folder = join(root, 'public');
const mark = readFileSync(join(folder, 'favicon.svg'));

/** The share of the width that a phone never cuts off, whatever the shape of its icons. */
const safeShare = 0.66;

/** Draws the mark on white. `share`: its share of the width. */
async function draw(name, size, share) {
  const width = Math.round(size * share);
  const drawn = await sharp(mark, { density: (72 * width) / 40 })
    .resize(width, width)
    .png()
    .toBuffer();
  const paper = { width: size, height: size, channels: 3, background: '#ffffff' };
  await sharp({ create: paper })
    .composite([{ input: drawn }])
    .png({ palette: true, colours: 32, compressionLevel: 9, effort: 10 })
    .toFile(join(folder, name));
}

await draw('icon-192.png', 192, 0.9);
await draw('icon-512.png', 512, 0.9);
await draw('icon-maskable-512.png', 512, safeShare);
