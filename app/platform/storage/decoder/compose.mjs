/**
 * Joins pictures into one PDF, one page each, without loss: the data of a JPEG is copied as it is,
 * and other pictures are compressed losslessly. A rotated picture is turned by its page's matrix.
 * Loaded by app/platform/storage/decoder/decode.mjs.
 */
import { Buffer } from 'node:buffer';
import { correctGamma } from './png-gamma.mjs';
import sharp from './sharp.mjs';

const pointsPerPixel = 72 / 150;
// The maximum side of a page (PDF 1.7, annex C).
const sidePointsMax = 14_400;
// The program that draws pages holds a PDF twice, so it could not read a larger one.
const bytesMax = 80 * 1024 * 1024;

/** Transformation matrix of a picture on a page of w × h, by its EXIF orientation. */
const places = {
  1: (w, h) => [w, 0, 0, h, 0, 0],
  2: (w, h) => [-w, 0, 0, h, w, 0],
  3: (w, h) => [-w, 0, 0, -h, w, h],
  4: (w, h) => [w, 0, 0, -h, 0, h],
  5: (w, h) => [0, -h, -w, 0, w, h],
  6: (w, h) => [0, -h, w, 0, 0, h],
  7: (w, h) => [0, h, w, 0, 0, 0],
  8: (w, h) => [0, h, -w, 0, w, 0],
};

/** Opens a PDF that is written object by object. */
function openPdf() {
  const pieces = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets = [];
  let bytes = pieces[0].length;
  const push = (piece) => {
    pieces.push(piece);
    bytes += piece.length;
  };
  return {
    bytes: () => bytes,
    /** Reserves a number for an object that is written later. */
    reserve: () => offsets.push(0),
    write(number, dictionary, stream) {
      offsets[number - 1] = bytes;
      const length = stream ? ` /Length ${stream.length}` : '';
      push(Buffer.from(`${number} 0 obj\n<< ${dictionary}${length} >>\n`));
      if (stream) {
        push(Buffer.from('stream\n'));
        push(stream);
        push(Buffer.from('\nendstream\n'));
      }
      push(Buffer.from('endobj\n'));
    },
    end(root) {
      const start = bytes;
      const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
      push(Buffer.from(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${lines.join('')}`));
      push(Buffer.from(`trailer\n<< /Size ${offsets.length + 1} /Root ${root} 0 R >>\n`));
      push(Buffer.from(`startxref\n${start}\n%%EOF\n`));
      return Buffer.concat(pieces, bytes);
    },
  };
}

/** Extracts the compressed rows of a PNG from its chunks. */
function rowsOf(png) {
  const rows = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') rows.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(rows);
}

const colours = { 1: '/DeviceGray', 3: '/DeviceRGB' };
// The colour space named in a colour profile, by the number of channels.
const profileSpaces = { 1: 'GRAY', 3: 'RGB ' };

// Colour spaces that a PDF stores directly, also with more than 8 bits a channel.
const storableSpaces = new Set(['b-w', 'grey16', 'srgb', 'rgb16']);

/** Converts a picture to a PDF stream: its filter, colours and data. */
async function streamOf(content, { mediaType, channels, space, hasAlpha, icc }) {
  if (mediaType === 'image/jpeg' && channels in colours) {
    const isMatchingProfile = icc?.toString('latin1', 16, 20) === profileSpaces[channels];
    return {
      filter: '/DCTDecode',
      bits: 8,
      channels,
      icc: isMatchingProfile ? icc : undefined,
      data: content,
    };
  }
  // Transparent areas become white, as in a browser.
  const picture = correctGamma(sharp(content, { pages: 1 }), content);
  const data = await (hasAlpha ? picture.flatten({ background: '#ffffff' }) : picture)
    .toColourspace(storableSpaces.has(space) ? space : 'srgb')
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
  const [bits, kind, columns] = [data[24], data[25], data.readUInt32BE(16)];
  const colourCount = kind === 0 ? 1 : 3;
  const rows = `/Predictor 15 /Colors ${colourCount} /BitsPerComponent ${bits} /Columns ${columns}`;
  return {
    filter: `/FlateDecode /DecodeParms << ${rows} >>`,
    bits,
    channels: colourCount,
    data: rowsOf(data),
  };
}

/**
 * Joins pictures into one PDF.
 *
 * @param pictures the type of each picture, and a function that reads its content, in order. The
 *   content was checked before.
 * @returns the PDF; undefined if it is too large to be read.
 */
export async function pdfOf(pictures) {
  const pdf = openPdf();
  const [root, tree] = [pdf.reserve(), pdf.reserve()];
  const pages = [];
  for (const { mediaType, read } of pictures) {
    const content = await read();
    if (pdf.bytes() > bytesMax) continue;
    const { width, height, orientation = 1, ...metadata } = await sharp(content).metadata();
    const stream = await streamOf(content, { mediaType, ...metadata });
    const isTurned = orientation >= 5;
    const [across, down] = isTurned ? [height, width] : [width, height];
    const scale = Math.min(pointsPerPixel, sidePointsMax / Math.max(across, down));
    const [w, h] = [across * scale, down * scale].map((side) => Math.max(1, Number(side.toFixed(2))));
    const [page, drawing, image] = [pdf.reserve(), pdf.reserve(), pdf.reserve()];
    let space = colours[stream.channels];
    if (stream.icc) {
      const profile = pdf.reserve();
      pdf.write(profile, `/N ${stream.channels}`, stream.icc);
      space = `[/ICCBased ${profile} 0 R]`;
    }
    const size = `/Width ${width} /Height ${height} /BitsPerComponent ${stream.bits}`;
    pdf.write(
      image,
      `/Type /XObject /Subtype /Image ${size} /ColorSpace ${space} /Filter ${stream.filter}`,
      stream.data,
    );
    const place = places[orientation](w, h).join(' ');
    pdf.write(drawing, '', Buffer.from(`q ${place} cm /Picture Do Q`));
    const resources = `/Resources << /XObject << /Picture ${image} 0 R >> >>`;
    pdf.write(
      page,
      `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${w} ${h}] /Contents ${drawing} 0 R ${resources}`,
    );
    pages.push(page);
  }
  if (pdf.bytes() > bytesMax) return undefined;
  const kids = pages.map((page) => `${page} 0 R`).join(' ');
  pdf.write(tree, `/Type /Pages /Kids [${kids}] /Count ${pages.length}`);
  pdf.write(root, `/Type /Catalog /Pages ${tree} 0 R`);
  return pdf.end(root);
}
