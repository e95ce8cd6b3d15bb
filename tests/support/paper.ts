import sharp from 'sharp';

/** Height of small capitals on the paper, in millimetres. */
const printMm = 2;
const paperMm = 297;

/**
 * Draws a 12-megapixel photo of an A4 paper, as a phone takes it: print 2 mm high, light that falls
 * off to one side, grain, and GPS data. The photo is displayed upright; with `orientation` 6 it
 * lies on its side in the file.
 */
export async function photoOfPaper({ seed = 0, orientation = 1 } = {}): Promise<Buffer> {
  const [width, height] = [3000, 4000];
  const size = (printMm * height) / paperMm / 0.73;
  const rows = Array.from({ length: 58 }, (_, at) => {
    const words = `${at + 1 + seed}. Haemoglobin 9.${at % 10} g/dl (12.0-15.5) LOW  MCV 68 fl  Ferritin ${at} ng/ml`;
    return `<text x="330" y="${300 + at * 60}">${words}</text>`;
  });
  const svg = `<svg width="${width}" height="${height}"><defs><linearGradient id="light" x2="1" y2="1">
    <stop stop-color="#fbf8ef"/><stop offset="1" stop-color="#c9c4b6"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="#6b5540"/><rect x="120" y="120" width="2760" height="3760" fill="url(#light)"/>
    <g font-family="sans-serif" font-size="${size}" fill="#222">${rows.join('')}</g></svg>`;
  const grain = await sharp({
    create: {
      ...{ width: 500, height: 500, channels: 3, background: '#808080' },
      noise: { type: 'gaussian', mean: 128, sigma: 22 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const upright = await sharp(Buffer.from(svg))
    .flatten()
    .blur(0.8)
    .composite([{ input: grain, blend: 'soft-light', tile: true }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  const exif = { IFD0: { Make: 'CANARY-PHONE', Model: 'One' }, IFD3: { GPSLatitude: '9/1 58/1 0/1' } };
  return sharp(upright)
    .rotate(orientation === 6 ? 270 : 0)
    .jpeg({ quality: 93 })
    .withExif(exif)
    .withMetadata({ orientation, exif })
    .toBuffer();
}
