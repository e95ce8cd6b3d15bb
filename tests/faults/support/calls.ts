import { Buffer } from 'node:buffer';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

// biome-ignore lint/suspicious/noExplicitAny: bodies are what these tests look into
type Json = any;

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  json: Json;
  /** Milliseconds from the first byte sent to the last byte received. */
  ms: number;
};

type CallOptions = {
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: Buffer[] | object;
};

// A call that takes longer hangs. It fails, so that the test names it.
const answeredWithinMs = 240_000;
// No connection is reused: one that a killed server left behind says nothing about the next.
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/**
 * Sends a request once.
 *
 * @throws If the connection breaks before the whole answer has arrived.
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
    const outgoing = request(
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
        const receivedChunks: Buffer[] = [];
        response.on('data', (piece: Buffer) => receivedChunks.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(receivedChunks);
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
    outgoing.on('error', reject);
    for (const piece of pieces) outgoing.write(piece);
    outgoing.end();
  });
}

const boundary = 'between-two-parts-of-a-report';

/** Builds the headers and bytes of a report's form. Several files become its pages. */
export function reportForm(name: string, content: Buffer | Buffer[], fields: Record<string, string> = {}) {
  const formFields = { reportType: 'Blood Test', phoneNumber: '9876543210', ...fields };
  const parts = Object.entries(formFields).map(
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

export type Listed = { _id: string; description: string; status: string; review: string | null };

/** Lists every report of a patient through the API. */
export async function reportsOf(
  url: string,
  { id, token }: { id: string; token: string },
): Promise<Listed[]> {
  const allReports: Listed[] = [];
  for (let page = 1; ; page += 1) {
    const { status, json } = await ask(
      `${url}/api/v1/report/get-report-by-patientId/${id}?page=${page}&limit=100`,
      { token },
    );
    if (status !== 200) throw new Error(`The list answered ${status}`);
    allReports.push(...json.data);
    if (json.data.length < 100) return allReports;
  }
}

/**
 * Counts the pages of a report's PDF in the bytes of its file. Does not draw them: if a busy
 * machine cannot draw two pages in time, the file stays closed for minutes.
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
