// Files to send, and how a program sends them.
import { request } from 'node:http';
import sharp from 'sharp';

const boundary = 'bench-boundary';

/** Builds the body of an upload once: the load itself should not be measured. */
export function uploadBody(bytes) {
  return bodyOf([pdfOf(bytes)]);
}

/**
 * Builds the body of an upload of twenty photos, 15 megapixels each and together of the given
 * megabytes.
 */
export async function photosBody(megabytes) {
  const [width, height] = [4472, 3354];
  const noise = { type: 'gaussian', mean: 128, sigma: 8 };
  const raw = await sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
    .jpeg({ quality: 40 })
    .toBuffer();
  const bytes = Math.floor((megabytes * 1024 * 1024) / 20);
  if (raw.length > bytes) throw new Error(`A photo has ${raw.length} bytes, and not ${bytes}.`);
  // Padding before its end is part of a JPEG.
  const fill = Buffer.alloc(bytes - raw.length, 0xff);
  const photo = Buffer.concat([raw.subarray(0, -2), fill, raw.subarray(-2)]);
  return bodyOf(Array(20).fill(photo));
}

/** Builds the body of an upload of three photos of papers, as large as a phone makes them. */
export async function threePhotosBody() {
  const photos = [1, 2, 3].map(async (seed) => {
    const noise = { type: 'gaussian', mean: 235, sigma: 9 + seed };
    const paper = { create: { width: 1700, height: 2300, channels: 3, background: '#fff', noise } };
    return sharp(paper).blur(0.6).jpeg({ quality: 50 }).toBuffer();
  });
  return bodyOf(await Promise.all(photos));
}

/**
 * Sends a PDF of the given bytes in pieces (tus 1.0), and then its report.
 *
 * @throws if any part is refused.
 */
export async function sendInPieces({ url, token, bytes, pieceBytes }) {
  const authorization = `Bearer ${token}`;
  const tus = async (path, init, status) => {
    const answer = await fetch(`${url}/api/v1/report/uploads${path}`, {
      ...init,
      headers: { authorization, 'Tus-Resumable': '1.0.0', ...init.headers },
    });
    if (answer.status !== status) throw new Error(`${init.method} ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    return answer.headers;
  };
  const content = pdfOf(bytes);
  const announcement = await tus('', { method: 'POST', headers: { 'Upload-Length': String(bytes) } }, 201);
  const id = announcement.get('location').split('/').at(-1);
  for (let offset = 0; offset < bytes; offset += pieceBytes) {
    const body = content.subarray(offset, offset + pieceBytes);
    const type = 'application/offset+octet-stream';
    const headers = { 'Upload-Offset': String(offset), 'Content-Type': type };
    await tus(`/${id}`, { method: 'PATCH', headers, body }, 204);
  }
  const form = new FormData();
  const fields = { reportType: 'Blood Test', phoneNumber: '9876543210', uploads: id };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const call = { method: 'POST', headers: { authorization }, body: form };
  const answer = await fetch(`${url}/api/v1/report/upload-report`, call);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

function bodyOf(files) {
  const part = (name, value) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fields = `${part('reportType', 'Blood Test')}${part('phoneNumber', '9876543210')}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="report"; filename="report"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const parts = files.flatMap((file) => [Buffer.from(head), file, Buffer.from('\r\n')]);
  return Buffer.concat([Buffer.from(fields), ...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

/**
 * Sends a body built by `uploadBody`.
 *
 * @returns the parsed answer.
 * @throws if its status is not 200.
 */
export function send({ url, token, body }) {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': body.length,
      Authorization: `Bearer ${token}`,
    };
    const call = request(url, { method: 'POST', headers }, (answer) => {
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        if (answer.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${answer.statusCode} ${text.slice(0, 200)}`));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Builds a one-page PDF of an exact size in bytes. Its padding is a stream that no page uses. */
function pdfOf(bytes) {
  const build = (filler) => {
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
      `<</Length ${filler}>>\nstream\n${'x'.repeat(filler)}\nendstream`,
    ];
    let text = '%PDF-1.4\n';
    const offsets = objects.map((object, at) => {
      const offset = text.length;
      text += `${at + 1} 0 obj\n${object}\nendobj\n`;
      return String(offset).padStart(10, '0');
    });
    const xref = text.length;
    text += `xref\n0 5\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`;
    return `${text}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
  };
  let filler = bytes - build(0).length;
  while (build(filler).length > bytes) filler -= 1;
  return Buffer.from(build(filler).padEnd(bytes, '\n'), 'latin1');
}
