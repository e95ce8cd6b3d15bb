import sharp from 'sharp';

const colours = { red: [255, 0, 0], lime: [0, 255, 0], blue: [0, 0, 255], yellow: [255, 255, 0] } as const;

/** The corners of phone.heic and mirrored.heif as displayed, from the upper left, line by line. */
export const uprightCorners = ['red', 'lime', 'blue', 'yellow'];

/**
 * Returns the colour of each corner of a picture as displayed: upper left, upper right, lower left,
 * lower right.
 */
export async function cornersOf(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture)
    .rotate()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const inset = Math.round(Math.min(info.width, info.height) / 20);
  return [
    [inset, inset],
    [info.width - inset, inset],
    [inset, info.height - inset],
    [info.width - inset, info.height - inset],
  ].map(([x = 0, y = 0]) => nearestColour(data.subarray((y * info.width + x) * info.channels)));
}

function nearestColour(point: Buffer): string {
  const distances = Object.entries(colours).map(([name, rgb]) => ({
    name,
    distance: Math.hypot(...rgb.map((value, channel) => value - (point[channel] ?? 0))),
  }));
  const [nearest] = distances.sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance < 120 ? nearest.name : 'none of them';
}
