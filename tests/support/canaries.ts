import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/**
 * The text planted in files that must not be found afterwards. It is as long as the content of a
 * PNG's tIME chunk.
 */
export const canary = 'CANARY7';

/** A picture with a canary in one place. */
export type Planted = { kind: 'jpg' | 'png' | 'webp' | 'gif'; place: string; file: Buffer };

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const latin = (text: string) => Buffer.from(text, 'latin1');
const text = latin(`${canary} of 12 Long Street, Asha Verma, Phone 15`);
const movie = Buffer.concat([latin('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), text]);

// ---- EXIF ----

type Entry = [tag: number, type: 2 | 3 | 4 | 7, content: Buffer | number];

/**
 * Builds an EXIF directory, followed by the values its entries point at and by a next directory.
 *
 * @param at the offset of the directory in the file.
 */
function directoryOf(entries: Entry[], at: number, next = 0): Buffer {
  const head = Buffer.alloc(2 + 12 * entries.length + 4);
  head.writeUInt16LE(entries.length, 0);
  const contents: Buffer[] = [];
  let end = at + head.length;
  entries.forEach(([tag, type, content], index) => {
    const entry = 2 + 12 * index;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(typeof content === 'number' ? 1 : content.length, entry + 4);
    if (typeof content === 'number') {
      head.writeUInt32LE(content, entry + 8);
    } else {
      head.writeUInt32LE(end, entry + 8);
      contents.push(content);
      end += content.length;
    }
  });
  head.writeUInt32LE(next, head.length - 4);
  return Buffer.concat([head, ...contents]);
}

/** Builds a rotated TIFF block with optional further entries, a subdirectory and a thumbnail. */
function tiffOf({
  entries = [],
  own: ownDirectory,
  small,
  orientation = 6,
}: {
  entries?: Entry[];
  own?: [pointer: number, entries: Entry[]];
  small?: Buffer;
  orientation?: number;
}): Buffer {
  const header = latin('II*\0\x08\0\0\0');
  const first = (pointer: number, next: number) =>
    directoryOf(
      [
        [0x0112, 3, orientation],
        ...entries,
        ...(ownDirectory ? [[ownDirectory[0], 4, pointer] as Entry] : []),
      ],
      header.length,
      next,
    );
  const after = header.length + first(0, 0).length;
  if (ownDirectory) return Buffer.concat([header, first(after, 0), directoryOf(ownDirectory[1], after)]);
  if (!small) return Buffer.concat([header, first(0, 0)]);
  const thumbnail = (at: number) =>
    directoryOf(
      [
        [0x0201, 4, at],
        [0x0202, 4, small.length],
      ],
      after,
    );
  return Buffer.concat([header, first(0, after), thumbnail(after + thumbnail(0).length), small]);
}

const exifPlaces: [place: string, tiff: Buffer][] = [
  ['description', tiffOf({ entries: [[0x010e, 2, text]] })],
  ['maker', tiffOf({ entries: [[0x010f, 2, text]] })],
  ['model', tiffOf({ entries: [[0x0110, 2, text]] })],
  ['artist', tiffOf({ entries: [[0x013b, 2, text]] })],
  ['maker note', tiffOf({ own: [0x8769, [[0x927c, 7, text]]] })],
  ['user comment', tiffOf({ own: [0x8769, [[0x9286, 7, text]]] })],
  ['place (GPS)', tiffOf({ own: [0x8825, [[0x001b, 7, text]]] })],
  ['small picture', tiffOf({ small: text })],
  ['name, of a picture that stands upright', tiffOf({ entries: [[0x013b, 2, text]], orientation: 1 })],
];

// ---- JPEG ----

function segment(marker: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The fixture without its own EXIF. */
const plainJpeg = (() => {
  const whole = fixture('xray.jpg');
  const at = whole.indexOf(latin('Exif\0\0')) - 4;
  return Buffer.concat([whole.subarray(0, at), whole.subarray(at + 2 + whole.readUInt16BE(at + 2))]);
})();
const jpegStart = plainJpeg.subarray(0, 2);
const jpegRest = plainJpeg.subarray(2);
const inJpeg = (...parts: Buffer[]) => Buffer.concat([jpegStart, ...parts, jpegRest]);
const exifSegment = (tiff: Buffer) => segment(0xe1, latin('Exif\0\0'), tiff);
const beforeScan = plainJpeg.indexOf(Buffer.from([0xff, 0xda]));
const profileOf = (content: Buffer) => segment(0xe2, latin('ICC_PROFILE\0\x01\x01'), content);

const jpegs: [place: string, file: Buffer][] = [
  [
    'APP0, the small picture of JFIF',
    Buffer.concat([
      jpegStart,
      segment(0xe0, latin('JFIF\0\x01\x01\0\0\x01\0\x01'), Buffer.from([15, 1]), text.subarray(0, 45)),
      jpegRest.subarray(jpegRest.readUInt16BE(2) + 2),
    ]),
  ],
  ['APP0, the extension of JFIF', inJpeg(segment(0xe0, latin('JFXX\0\x10'), text))],
  ['APP0, something else', inJpeg(segment(0xe0, latin('AVI1'), text))],
  ...exifPlaces.map(([place, tiff]): [string, Buffer] => [`APP1, EXIF: ${place}`, inJpeg(exifSegment(tiff))]),
  [
    'APP1, a second EXIF',
    inJpeg(exifSegment(tiffOf({})), exifSegment(tiffOf({ entries: [[0x013b, 2, text]] }))),
  ],
  ['APP1, EXIF that is none', inJpeg(exifSegment(text))],
  ['APP1, XMP', inJpeg(segment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0'), text))],
  ['APP1, extended XMP', inJpeg(segment(0xe1, latin('http://ns.adobe.com/xmp/extension/\0'), text))],
  ['APP2, further pictures (MPF)', inJpeg(segment(0xe2, latin('MPF\0'), text))],
  ['APP2, FlashPix', inJpeg(segment(0xe2, latin('FPXR\0'), text))],
  ['APP2, after a colour profile', inJpeg(profileOf(Buffer.alloc(200)), segment(0xe2, text))],
  ...Array.from({ length: 11 }, (_, index): [string, Buffer] => [
    `APP${index + 3}`,
    inJpeg(
      segment(
        0xe3 + index,
        index === 10 ? latin('Photoshop 3.0\x008BIM\x04\x04\0\0') : Buffer.alloc(0),
        text,
      ),
    ),
  ]),
  ['APP14, of somebody else', inJpeg(segment(0xee, text))],
  ['APP14, behind the flags of Adobe', inJpeg(segment(0xee, latin('Adobe\0d\0\0\0\0\x01'), text))],
  ['APP15', inJpeg(segment(0xef, text))],
  ['a comment', inJpeg(segment(0xfe, text))],
  [
    'a comment before the scan',
    Buffer.concat([plainJpeg.subarray(0, beforeScan), segment(0xfe, text), plainJpeg.subarray(beforeScan)]),
  ],
  [
    'bytes between two segments',
    Buffer.concat([plainJpeg.subarray(0, beforeScan), text, plainJpeg.subarray(beforeScan)]),
  ],
  ['behind the end, a motion photo', Buffer.concat([plainJpeg, movie])],
  ['behind the end, a second picture', Buffer.concat([plainJpeg, inJpeg(segment(0xfe, text))])],
];

// ---- PNG ----

function chunk(type: string, content: Buffer): Buffer {
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)];
  head.writeUInt32BE(content.length);
  const body = Buffer.concat([latin(type), content]);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

const png = fixture('rash.png');
const pngEnd = png.length - 12;
const pngHeaderEnd = 8 + 25;
const inPng = (...parts: Buffer[]) =>
  Buffer.concat([png.subarray(0, pngHeaderEnd), ...parts, png.subarray(pngHeaderEnd)]);
const stored = deflateSync(text, { level: 0 });

const pngs: [place: string, file: Buffer][] = [
  ['tEXt', inPng(chunk('tEXt', Buffer.concat([latin('Author\0'), text])))],
  ['zTXt', inPng(chunk('zTXt', Buffer.concat([latin('Comment\0\0'), stored])))],
  ['iTXt, XMP', inPng(chunk('iTXt', Buffer.concat([latin('XML:com.adobe.xmp\0\0\0\0\0'), text])))],
  ['tIME', inPng(chunk('tIME', latin(canary)))],
  ...exifPlaces.map(([place, tiff]): [string, Buffer] => [`eXIf: ${place}`, inPng(chunk('eXIf', tiff))]),
  [
    'eXIf behind the picture',
    Buffer.concat([
      png.subarray(0, pngEnd),
      chunk('eXIf', tiffOf({ entries: [[0x013b, 2, text]] })),
      png.subarray(pngEnd),
    ]),
  ],
  ['a private chunk', inPng(chunk('prVt', text))],
  ['a suggested palette', inPng(chunk('sPLT', Buffer.concat([text, latin('\0\x08')])))],
  ['gAMA that is too long', inPng(chunk('gAMA', Buffer.concat([latin('\0\0\xb1\x8f'), text])))],
  [
    'the name of the colour profile',
    inPng(
      chunk('iCCP', Buffer.concat([text.subarray(0, 30), latin('\0\0'), deflateSync(Buffer.alloc(200))])),
    ),
  ],
  ['behind the end', Buffer.concat([png, text])],
  ['behind the end, a chunk', Buffer.concat([png, chunk('tEXt', text)])],
];

// ---- WebP ----

function webpChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

const webpImage = fixture('scan.webp').subarray(12);

function webpOf(...parts: Buffer[]): Buffer {
  const content = Buffer.concat([latin('WEBP'), ...parts]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** Builds the header of an extended file of 512 × 512: its flags, and more bytes after it. */
const webpHeader = (flags: number, more = Buffer.alloc(0)) =>
  webpChunk('VP8X', Buffer.concat([Buffer.from([flags, 0, 0, 0, 0xff, 1, 0, 0xff, 1, 0]), more]));
const frame = (...parts: Buffer[]) =>
  webpChunk(
    'ANMF',
    Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 1, 0, 0xff, 1, 0, 100, 0, 0, 2]), ...parts]),
  );
const animation = (more = Buffer.alloc(0)) => webpChunk('ANIM', Buffer.concat([Buffer.alloc(6), more]));

const webps: [place: string, file: Buffer][] = [
  ...exifPlaces.map(([place, tiff]): [string, Buffer] => [
    `EXIF: ${place}`,
    webpOf(webpHeader(0b1000), webpImage, webpChunk('EXIF', tiff)),
  ]),
  [
    'EXIF, marked as in a JPEG',
    webpOf(
      webpHeader(0b1000),
      webpImage,
      webpChunk('EXIF', Buffer.concat([latin('Exif\0\0'), tiffOf({ entries: [[0x013b, 2, text]] })])),
    ),
  ],
  ['EXIF that is none', webpOf(webpHeader(0b1000), webpImage, webpChunk('EXIF', text.subarray(0, 20)))],
  ['XMP', webpOf(webpHeader(0b0100), webpImage, webpChunk('XMP ', text))],
  ['a chunk that nobody knows', webpOf(webpHeader(0), webpImage, webpChunk('abcd', text))],
  ['a chunk behind a simple picture', webpOf(webpImage, webpChunk('abcd', text))],
  ['behind the header', webpOf(webpHeader(0, text), webpImage)],
  ['behind the settings of an animation', webpOf(webpHeader(0b10), animation(text), frame(webpImage))],
  ['a chunk in a frame', webpOf(webpHeader(0b10), animation(), frame(webpImage, webpChunk('abcd', text)))],
  ['behind the end', Buffer.concat([webpOf(webpHeader(0), webpImage), text])],
];

// ---- GIF ----

const gif = fixture('ecg.gif');
const gifHeaderEnd = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
const inGif = (...parts: Buffer[]) =>
  Buffer.concat([gif.subarray(0, gifHeaderEnd), ...parts, gif.subarray(gifHeaderEnd)]);
const block = (content: Buffer) => Buffer.concat([Buffer.from([content.length]), content]);
const extension = (label: number, ...blocks: Buffer[]) =>
  Buffer.concat([Buffer.from([0x21, label]), ...blocks.map(block), Buffer.from([0])]);

const gifs: [place: string, file: Buffer][] = [
  ['a comment', inGif(extension(0xfe, text))],
  ['a long comment', inGif(extension(0xfe, Buffer.alloc(255), text, text))],
  ['XMP of an application', inGif(extension(0xff, latin('XMP DataXMP'), text))],
  ['an application', inGif(extension(0xff, latin('ABCDEFGH1.0'), text))],
  ['behind the loop', inGif(extension(0xff, latin('NETSCAPE2.0'), Buffer.from([1, 0, 0]), text))],
  ['a loop that is none', inGif(extension(0xff, latin('NETSCAPE2.0'), text))],
  ['plain text', inGif(extension(0x01, Buffer.alloc(12), text))],
  ['behind the timing of a frame', inGif(extension(0xf9, Buffer.from([0, 1, 0, 0]), text))],
  ['an extension that nobody knows', inGif(extension(0x42, text))],
  ['behind the end', Buffer.concat([gif, text])],
];

/** One picture for every place that can carry data that does not draw, each with a canary in it. */
export const planted: Planted[] = Object.entries({ jpg: jpegs, png: pngs, webp: webps, gif: gifs }).flatMap(
  ([kind, files]) => files.map(([place, file]) => ({ kind: kind as Planted['kind'], place, file })),
);
