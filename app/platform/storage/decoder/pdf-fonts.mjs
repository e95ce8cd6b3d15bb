/**
 * Gives PDFium fonts in place of those that a file lacks. They have the widths of Arial, Times New
 * Roman and Courier New. Loaded by app/platform/storage/decoder/pdfium.mjs.
 */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';

const styles = ['Regular', 'Bold', 'Italic', 'BoldItalic'];
// FXFONT_FF_FIXEDPITCH and FXFONT_FF_ROMAN
const fixedPitch = 0x01;
const romanPitch = 0x10;
const boldFrom = 600;
// FX_Charset of the scripts that the fonts have: Western, default, Greek, Turkish, Vietnamese,
// Baltic, Cyrillic and Eastern European.
const charsets = new Set([0, 1, 161, 162, 163, 186, 204, 238]);
const wholeFile = 0;

const families = [
  ['Mono', /courier|mono|consol|typewriter|lettergothic|fixed/],
  ['Sans', /arial|helvetica|sans|verdana|tahoma|calibri|segoe|trebuchet/],
  ['Serif', /times|serif|roman|georgia|cambria|garamond|bookman|palatino|century|minion/],
];

const loadedFonts = new Map();

/** Returns a font file by its name, such as `Sans-Bold`. Files are read at their first use. */
export function readFont(name) {
  const font = loadedFonts.get(name) ?? readFileSync(new URL(`fonts/Liberation${name}.ttf`, import.meta.url));
  loadedFonts.set(name, font);
  return font;
}

/** Finds the font that PDFium was given by its size, which differs for each. */
export const findGivenFont = (bytes) => [...loadedFonts.values()].find((font) => font.length === bytes);

/** Chooses a font for one that is missing. */
function chooseFont(face, { weight, isItalic, pitch }) {
  const name = face.toLowerCase().replace(/[^a-z]/g, '');
  const [named] = families.find(([, pattern]) => pattern.test(name)) ?? [];
  const family = named ?? (pitch & fixedPitch ? 'Mono' : pitch & romanPitch ? 'Serif' : 'Sans');
  const isBold = weight >= boldFrom || /bold|black|heavy/.test(name);
  const style = Number(isBold) + 2 * Number(isItalic || /italic|oblique/.test(name));
  return `${family}-${styles[style]}`;
}

/** Makes PDFium ask here for each font that is not in a file (FPDF_SYSFONTINFO). */
export function giveFonts(pdfium) {
  // PDFium knows a font by its place in this list, from 1.
  const given = [];
  const give = (name) => {
    if (!given.includes(name)) given.push(name);
    return given.indexOf(name) + 1;
  };
  const write = (bytes, at, room) => {
    if (at && room >= bytes.length) pdfium.HEAPU8.set(bytes, at);
    return bytes.length;
  };
  const nothing = () => 0;
  const calls = [
    [() => undefined, 'vi'], // Release
    [() => undefined, 'vii'], // EnumFonts
    [
      // MapFont. PDFium has its own fonts for symbols, and no others for further scripts.
      (_self, weight, isItalic, charset, pitch, face) =>
        charsets.has(charset) ? give(chooseFont(pdfium.UTF8ToString(face), { weight, isItalic, pitch })) : 0,
      'iiiiiiii',
    ],
    [nothing, 'iii'], // GetFont
    [
      // GetFontData
      (_self, font, table, at, room) => {
        const bytes =
          table === wholeFile ? readFont(given[font - 1]) : findTable(readFont(given[font - 1]), table);
        return bytes ? write(bytes, at, room) : 0;
      },
      'iiiiii',
    ],
    [(_self, font, at, room) => write(Buffer.from(`Liberation ${given[font - 1]}\0`), at, room), 'iiiii'], // GetFaceName
    [nothing, 'iii'], // GetFontCharset
    [() => undefined, 'vii'], // DeleteFont
  ];
  const version = 1;
  const at = pdfium.wasmExports.malloc(4 * (1 + calls.length));
  const fields = [version, ...calls.map(([call, signature]) => pdfium.addFunction(call, signature))];
  pdfium.HEAP32.set(fields, at >> 2);
  pdfium._FPDF_SetSystemFontInfo(at);
}

/** Finds a table of a font file by its tag. */
function findTable(font, tag) {
  const count = font.readUInt16BE(4);
  for (let entry = 12; entry < 12 + 16 * count; entry += 16) {
    if (font.readUInt32BE(entry) !== tag) continue;
    const start = font.readUInt32BE(entry + 8);
    return font.subarray(start, start + font.readUInt32BE(entry + 12));
  }
  return undefined;
}
