/**
 * Corrects the brightness of PNGs that state a gamma, as browsers do. Loaded by
 * app/platform/storage/decoder/decode.mjs.
 */

// Gamma is stored × 100,000. This one is that of screens, and needs no correction.
const screenGamma = 45_455;
const tolerance = 1000;
// The image library corrects a third to three times.
const factorMax = 3;
// Chunks that state the colours more precisely.
const preciseChunks = ['iCCP', 'sRGB', 'cICP'];

/**
 * Makes a picture as bright as browsers show it.
 *
 * @param {import('sharp').Sharp} picture the picture to be decoded.
 * @param {import('node:buffer').Buffer} content its file, of any format.
 */
export function correctGamma(picture, content) {
  const gamma = readGamma(content);
  if (gamma === undefined || Math.abs(gamma - screenGamma) < tolerance) return picture;
  const factor = Math.min(factorMax, Math.max(1 / factorMax, gamma / screenGamma));
  return factor > 1 ? picture.gamma(1, factor) : picture.gamma(1 / factor, 1);
}

/** Reads the gamma of a PNG; undefined if it has none, or states its colours more precisely. */
function readGamma(content) {
  if (content.toString('latin1', 1, 4) !== 'PNG') return undefined;
  let gamma;
  for (let at = 8; at + 12 <= content.length; at += 12 + content.readUInt32BE(at)) {
    const type = content.toString('latin1', at + 4, at + 8);
    if (preciseChunks.includes(type)) return undefined;
    if (type === 'gAMA') gamma = content.readUInt32BE(at + 8);
    if (type === 'IDAT') return gamma || undefined;
  }
  return undefined;
}
