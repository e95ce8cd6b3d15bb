import { Buffer } from 'node:buffer';

/** Maximum number of bytes of an EXIF block that are read to find its orientation. */
export const exifBytesMax = 64 * 1024;

/** Identifier at the start of the EXIF block of a JPEG. */
export const exifMark = Buffer.from('Exif\0\0', 'latin1');

/** EXIF orientation of a picture that is displayed as stored. */
export const uprightOrientation = 1;

const orientationTag = 0x0112;

/**
 * Reads the orientation from a TIFF block.
 *
 * @returns 1 to 8; 1 if the block contains no valid orientation.
 */
export function readOrientation(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return uprightOrientation;
  const read16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const read32 = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = read32(4);
  if (read16(2) !== 42 || directory + 2 > tiff.length) return uprightOrientation;
  const count = read16(directory);
  for (let index = 0, at = directory + 2; index < count && at + 12 <= tiff.length; index += 1, at += 12) {
    if (read16(at) !== orientationTag) continue;
    const isLong = read16(at + 2) === 4;
    const value = isLong ? read32(at + 8) : read16(at + 8);
    return value >= 1 && value <= 8 ? value : uprightOrientation;
  }
  return uprightOrientation;
}

/** Builds a TIFF block that contains only an orientation. */
export function buildTiff(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(orientationTag, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}
