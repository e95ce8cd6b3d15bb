import { Buffer } from 'node:buffer';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

// biome-ignore lint/suspicious/noExplicitAny: bodies are what these tests look into
type Json = any;

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  json: Json;
  /** Milliseconds from the first byte that was sent to the last that came. */
  ms: number;
};

type CallOptions = {
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: Buffer[] | object;
};

// What takes longer hangs: the call fails, so that the test says which one it was.
const answeredWithinMs = 240_000;
// No connection is used twice: one that a killed server left behind says nothing about the next.
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/**
 * Asks once.
 *
 * @throws where the connection breaks before the whole answer is there.
 */
export function ask(
  url: string,
  { method = 'GET', token, headers = {}, body }: CallOptions = {},
): Promise<Answer> {
  const isForm = Array.isArray(body);
  const pieces = body === undefined ? [] : isForm ? body : [Buffer.from(JSON.stringify(body))];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent,
        signal: AbortSignal.timeout(answeredWithinMs),
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Length': String(length) }),
          ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        const came: Buffer[] = [];
        response.on('data', (piece: Buffer) => came.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(came);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            json: parsed(bytes),
            ms: performance.now() - startedAt,
          });
        });
      },
    );
    sent.on('error', reject);
    for (const piece of pieces) sent.write(piece);
    sent.end();
  });
}

const boundary = 'between-two-parts-of-a-report';

/** A report's form, ready to be sent: its headers and its bytes. Several files are its pages. */
export function reportForm(name: string, content: Buffer | Buffer[], fields: Record<string, string> = {}) {
  const said = { reportType: 'Blood Test', phoneNumber: '9876543210', ...fields };
  const parts = Object.entries(said).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const files = [content]
    .flat()
    .flatMap((file) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="report"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n'),
    ]);
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: [Buffer.from(parts.join('')), ...files, Buffer.from(`--${boundary}--\r\n`)],
  };
}

type Upload = {
  token: string;
  name?: string;
  content: Buffer | Buffer[];
  description?: string;
  key?: string;
};

/** Uploads a report once. */
export function upload(url: string, { token, name = 'report.pdf', content, description, key }: Upload) {
  const { headers, body } = reportForm(name, content, description ? { description } : {});
  return ask(`${url}/api/v1/report/upload-report`, {
    method: 'POST',
    token,
    headers: { ...headers, ...(key && { 'Idempotency-Key': key }) },
    body,
  });
}

type Review = { token: string; reportId: string; text: string; key?: string };

/** Sends a review once. */
export function review(url: string, { token, reportId, text, key }: Review) {
  return ask(`${url}/api/v1/report/add-review/${reportId}`, {
    method: 'POST',
    token,
    headers: key ? { 'Idempotency-Key': key } : {},
    body: { review: text },
  });
}

type Listed = { _id: string; description: string; status: string; review: string | null };

/** Every report of a patient, as the clinic gives them. */
export async function reportsOf(
  url: string,
  { id, token }: { id: string; token: string },
): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let page = 1; ; page += 1) {
    const { status, json } = await ask(
      `${url}/api/v1/report/get-report-by-patientId/${id}?page=${page}&limit=100`,
      { token },
    );
    if (status !== 200) throw new Error(`The list answered ${status}`);
    found.push(...json.data);
    if (json.data.length < 100) return found;
  }
}

/**
 * How many pages the PDF of a report has, counted in the bytes of its file. They are not drawn: a
 * file of which a busy machine could not draw two pages in time stays closed for minutes.
 */
export async function pagesOf(url: string, { id, token }: { id: string; token: string }) {
  const { status, bytes } = await ask(`${url}/files/raw/${id}`, { token });
  if (status !== 200) throw new Error(`The file of a report answered ${status}`);
  return bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

function parsed(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
