import { isImaging } from '~/domain/report/page-notes';
import type { PictureNote } from '~/platform/enums';
import { notesOf } from '~/platform/storage/decoder/picture-notes.mjs';
import { isVeryLong, readingSizeOf, shownPartOf } from '~/platform/storage/decoder/picture-shape.mjs';

/** A photo as it is sent. */
type PreparedPage = {
  file: File;
  isShrunk: boolean;
  /** True for a screenshot of many screens and the like. */
  isLong: boolean;
  notes: PictureNote[];
  /** Address of the thumbnail; undefined if the browser cannot show the picture. */
  thumbnail?: string;
};

// The bytes a phone uploads within ten seconds at 400 kbit/s.
const paperBytesMax = 450 * 1024;
const paper = { side: 2000, qualities: [0.8, 0.7, 0.6], bytesMax: paperBytesMax };
const picture = { side: 3000, qualities: [0.9], bytesMax: Number.POSITIVE_INFINITY };
const lookSide = 512;
const thumbnailSide = 360;
const headBytes = 64 * 1024;

type Wanted = { reportType: string; isFullSize: boolean };

/**
 * Shrinks a photo to the size at which its report is still legible: 2,000 pixels a side for a
 * paper, 3,000 for a picture, and a paper's width for a long one. Small files stay unchanged, byte
 * for byte. So do machine-made images, such as an X-ray that is no photo of a phone, and files that
 * this browser cannot read or shrink. Adds notes on what may make the photo hard to read.
 */
export async function preparePage(original: File, options: Wanted): Promise<PreparedPage> {
  const unchanged = { file: original, isShrunk: false, isLong: false, notes: [] };
  if (!original.type.startsWith('image/')) return unchanged;
  try {
    const { width, height } = await sizeOf(original);
    const smallerFile = (await mayShrink(original, { width, height, ...options }))
      ? await shrinkPhoto(original, { width, height, ...options })
      : undefined;
    const file = smallerFile && smallerFile.size < original.size ? smallerFile : original;
    const copy = await beginningOf(file, { width, height });
    return {
      file,
      isShrunk: file !== original,
      isLong: isVeryLong({ width, height }),
      notes: notesOf(greyOf(copy), Math.min(width, height)),
      thumbnail: await thumbnailOf(copy),
    };
  } catch {
    return unchanged;
  }
}

type Size = { width: number; height: number };

/** Reads a picture's size as displayed, without decoding all of it. */
async function sizeOf(file: File): Promise<Size> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = address;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(address);
  }
}

const rulesOf = (reportType: string) => (isImaging(reportType) || reportType === 'ECG' ? picture : paper);

async function mayShrink(file: File, { width, height, reportType, isFullSize }: Size & Wanted) {
  const { side, bytesMax } = rulesOf(reportType);
  const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
  if (isFullSize || deviceMemory < 1) return false;
  const isLarge = fitSize({ width, height }, side).width < width;
  if (!isLarge && file.size <= Math.min(bytesMax, paperBytesMax)) return false;
  return !isImaging(reportType) || (isLarge && (await isPhotograph(file)));
}

/**
 * Returns true if a camera took the picture. Cameras say so in EXIF; machines of hospitals do not.
 */
async function isPhotograph(file: File) {
  const head = new TextDecoder('latin1').decode(await file.slice(0, headBytes).arrayBuffer());
  return file.type !== 'image/png' && /Exif\0|ftyphei/.test(head);
}

/** Fits a picture's size into a square of that side, unless the picture is long. */
function fitSize(size: Size, side: number): Size {
  const fitted = readingSizeOf(size, side);
  return fitted.width < size.width ? fitted : size;
}

async function shrinkPhoto(file: File, { width, height, reportType }: Size & Wanted): Promise<File> {
  const { side, qualities, bytesMax } = rulesOf(reportType);
  const size = fitSize({ width, height }, side);
  const canvas = await draw(file, size);
  // A long picture may have the bytes of as many papers as it is long.
  const papers = Math.max(1, (size.width * size.height) / (side * side));
  let jpeg: Blob | undefined;
  for (const quality of qualities) {
    jpeg = await encodeCanvas(canvas, 'image/jpeg', quality);
    if (jpeg.size <= papers * bytesMax) break;
  }
  if (!jpeg) throw new Error('nothing was packed');
  return new File([jpeg], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}

/** Makes a thumbnail of a picture, or of the beginning of a very long one. */
async function beginningOf(file: Blob, whole: Size): Promise<HTMLCanvasElement> {
  const copy = await draw(file, fitSize(whole, lookSide));
  const { left, top, ...size } = shownPartOf(copy);
  return size.width === copy.width && size.height === copy.height
    ? copy
    : drawCanvas(await createImageBitmap(copy, left, top, size.width, size.height), size);
}

/** Draws a picture at a size, upright, on white. */
async function draw(file: Blob, { width, height }: Size): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
    imageOrientation: 'from-image',
  });
  try {
    return drawCanvas(bitmap, { width, height });
  } finally {
    bitmap.close();
  }
}

function drawCanvas(source: CanvasImageSource, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = contextOf(canvas);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return context;
}

const encodeCanvas = (canvas: HTMLCanvasElement, type: string, quality?: number) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no blob'))), type, quality),
  );

function greyOf(canvas: HTMLCanvasElement) {
  const { width, height } = canvas;
  const { data } = contextOf(canvas).getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3);
    grey[at] = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return { grey, width, height };
}

async function thumbnailOf(copy: HTMLCanvasElement): Promise<string> {
  const small = drawCanvas(copy, fitSize({ width: copy.width, height: copy.height }, thumbnailSide));
  return URL.createObjectURL(await encodeCanvas(small, 'image/jpeg', 0.8));
}

/** Turns a picture that is not a JPEG by quarter turns, without loss. */
export async function redrawRotated(file: File, quarters: number): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  const isLying = quarters % 2 === 1;
  canvas.width = isLying ? bitmap.height : bitmap.width;
  canvas.height = isLying ? bitmap.width : bitmap.height;
  const context = contextOf(canvas);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  bitmap.close();
  const png = await encodeCanvas(canvas, 'image/png');
  return new File([png], `${file.name.replace(/\.\w+$/, '')}.png`, { type: 'image/png' });
}
