/**
 * Detects what may make a photo hard to read. Pure: loaded by
 * app/platform/storage/decoder/decode.mjs and by the page that sends photos, so that both give the
 * same notes.
 */

const darkBelow = 60;
const blurredBelow = 60;
const smallBelow = 800;

/**
 * Checks a picture for darkness, blur and low resolution. A dark picture has few edges anyway, so
 * it is not called blurred too.
 *
 * @param image a small copy as grey values (0 to 255, row by row, about 500 a side).
 * @param shortSide the shorter side of the picture itself in pixels.
 * @returns {('dark' | 'blurred' | 'small')[]} the notes.
 */
export function notesOf({ grey, width, height }, shortSide) {
  const notes = [];
  if (meanOf(grey) < darkBelow) notes.push('dark');
  else if (edgesOf(grey, width, height) < blurredBelow) notes.push('blurred');
  if (shortSide < smallBelow) notes.push('small');
  return notes;
}

function meanOf(grey) {
  let sum = 0;
  for (const point of grey) sum += point;
  return sum / Math.max(1, grey.length);
}

/** Returns the variance of the Laplacian, a measure of sharp edges. */
function edgesOf(grey, width, height) {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y + 1 < height; y += 1) {
    for (let x = 1; x + 1 < width; x += 1) {
      const at = y * width + x;
      const edge = grey[at - 1] + grey[at + 1] + grey[at - width] + grey[at + width] - 4 * grey[at];
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  if (count === 0) return 0;
  return squares / count - (sum / count) ** 2;
}
