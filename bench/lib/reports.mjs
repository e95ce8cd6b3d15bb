// Files to send, and how a program sends them.
import { request } from 'node:http';

const boundary = 'bench-boundary';

/** The body of an upload, made once: the load should not be what is measured. */
export function uploadBody(bytes) {
  const part = (name, value) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${part('reportType', 'Blood Test')}${part('phoneNumber', '9876543210')}--${boundary}\r\nContent-Disposition: form-data; name="report"; filename="report.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), pdfOf(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/**
 * Sends a body that `uploadBody` made.
 *
 * @returns the answer, parsed.
 * @throws where it is not a 200.
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

/** A one-page PDF of exactly so many bytes; what fills it up is a stream that no page uses. */
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
