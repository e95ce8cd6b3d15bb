// EXIF orientation after a clockwise quarter turn, by the one before.
const clockwise: Record<number, number> = { 1: 6, 2: 7, 3: 8, 4: 5, 5: 2, 6: 3, 7: 4, 8: 1 };
const headBytes = 128 * 1024;
const orientationTag = 0x0112;

/**
 * Turns a JPEG clockwise by quarter turns. Only the orientation in its first EXIF block changes;
 * the pixels stay as they are.
 */
export async function rotateJpeg(jpeg: File, quarters: number): Promise<File> {
  const head = new DataView(await jpeg.slice(0, headBytes).arrayBuffer());
  let orientation = orientationOf(head);
  for (let turn = 0; turn < quarters; turn += 1) orientation = clockwise[orientation] ?? 1;
  return new File([jpeg.slice(0, 2), exifOf(orientation), jpeg.slice(2)], jpeg.name, { type: jpeg.type });
}

/** Reads the orientation in a JPEG's first EXIF block; 1 if there is none. */
function orientationOf(jpeg: DataView): number {
  for (
    let at = 2;
    at + 10 <= jpeg.byteLength && jpeg.getUint8(at) === 0xff;
    at += 2 + jpeg.getUint16(at + 2)
  ) {
    // 'Exif' in the first segment of its kind; the picture starts at the scan.
    if (jpeg.getUint8(at + 1) === 0xda) break;
    if (jpeg.getUint8(at + 1) === 0xe1 && jpeg.getUint32(at + 4) === 0x45786966) return tagIn(jpeg, at + 10);
  }
  return 1;
}

function tagIn(jpeg: DataView, start: number): number {
  try {
    const isLittle = jpeg.getUint16(start) === 0x4949;
    const directory = start + jpeg.getUint32(start + 4, isLittle);
    for (let entry = 0; entry < jpeg.getUint16(directory, isLittle); entry += 1) {
      const at = directory + 2 + 12 * entry;
      if (jpeg.getUint16(at, isLittle) !== orientationTag) continue;
      const value = jpeg.getUint16(at + 8, isLittle);
      return value in clockwise ? value : 1;
    }
  } catch {
    // The file ends early.
  }
  return 1;
}

/** Builds a JPEG segment with nothing but an orientation. */
function exifOf(orientation: number): Uint8Array<ArrayBuffer> {
  const segment = new Uint8Array(36);
  segment.set([0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]);
  segment.set([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0], 20);
  return segment;
}
