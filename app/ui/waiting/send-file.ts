import type { WaitingFile } from './waiting-store';

/** What the server said no to, once and for all, with its sentence for that. */
export class Refused extends Error {
  constructor({ status, responseText }: XMLHttpRequest) {
    super(sentenceIn(responseText));
    this.status = status;
  }
  readonly status: number;
}

/** What an answer says to a reader; empty where it is none of ours. */
function sentenceIn(answer: string): string {
  try {
    return String(JSON.parse(answer).message ?? '');
  } catch {
    return '';
  }
}

const slots = '/uploads';
const first = 32 * 1024;
// A browser sends a piece again of its own accord where its connection is cut. The server takes few
// pieces smaller than this.
const least = 16 * 1024;
// The server takes 120 pieces a minute: with these a quick line stays below that.
const most = 2 * 1024 * 1024;
const quickMs = 2000;
const slowMs = 4000;
/** What the line took well last. */
let pieceBytes = first;
/** So long nothing moves on a line that is dead, whatever it says. */
const silentMs = 30_000;
/** A limit that lets the next piece in no later than this is waited for. */
const longestWaitSeconds = 60;

type Options = {
  /** The account that the file belongs to: in another's name nothing is taken. */
  owner: string;
  signal: AbortSignal;
  /** Is told how many bytes of the file are sent. */
  onSent(bytes: number): void;
  /** Is told of a new slot, and of each piece that has arrived. */
  onKept(): Promise<void>;
};

/**
 * Sends a file in pieces as tus 1.0.0 says, from where it stopped; the pieces grow while the line
 * is quick, and shrink while it is slow. Where pieces come too fast for the server, it waits as
 * long as the server says.
 *
 * @throws Refused where the server says no; TypeError where nothing gets through; whatever the
 *   signal says.
 */
export async function sendFile(waiting: WaitingFile, options: Options): Promise<void> {
  const { file } = waiting;
  const { owner, signal, onSent, onKept } = options;
  await findSlot(waiting, options);
  while (waiting.sent < file.size) {
    const since = Date.now();
    const piece = file.slice(waiting.sent, waiting.sent + pieceBytes);
    const before = waiting.sent;
    const answer = await ask(String(waiting.slot), {
      owner,
      method: 'PATCH',
      headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(before) },
      piece,
      signal,
      onSent: (bytes) => onSent(before + bytes),
    });
    const { status } = answer;
    const waitSeconds = status === 429 ? Number(answer.getResponseHeader('Retry-After')) : 0;
    if (waitSeconds > 0 && waitSeconds <= longestWaitSeconds) {
      await pause(waitSeconds * 1000, signal);
      continue;
    }
    if (status === 204 || status === 409) {
      waiting.sent = Number(answer.getResponseHeader('Upload-Offset') ?? before);
      onSent(waiting.sent);
      await onKept();
    } else if (status === 404) {
      waiting.slot = undefined;
      await findSlot(waiting, options);
    } else throw asError(answer);
    const took = Date.now() - since;
    if (took < quickMs) pieceBytes = Math.min(most, pieceBytes * 2);
    else if (took > slowMs) pieceBytes = Math.max(least, pieceBytes / 2);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
  });
}

/** Finds out how much of a file has arrived, or announces it. */
async function findSlot(waiting: WaitingFile, { owner, signal, onSent, onKept }: Options): Promise<void> {
  const { file } = waiting;
  if (waiting.slot) {
    const answer = await ask(waiting.slot, { owner, method: 'HEAD', signal });
    if (answer.status === 200) {
      waiting.sent = Number(answer.getResponseHeader('Upload-Offset'));
      onSent(waiting.sent);
      return;
    }
    if (answer.status !== 404) throw asError(answer);
  }
  const headers = {
    'Upload-Length': String(file.size),
    'Upload-Metadata': `filename ${base64Of(file.name)}`,
  };
  const answer = await ask(slots, { owner, method: 'POST', headers, signal });
  const place = answer.getResponseHeader('Location');
  if (answer.status !== 201 || !place) throw asError(answer);
  Object.assign(waiting, { slot: place, sent: 0 });
  await onKept();
}

/** Gives a file up; whether that gets through is of no matter, since it goes by itself. */
export function dropFile({ slot }: WaitingFile, owner: string): void {
  if (slot) ask(slot, { owner, method: 'DELETE' }).catch(() => undefined);
}

const always = (owner: string) => ({ 'Tus-Resumable': '1.0.0', 'X-Account': owner });

/** Too much at once, or a server that has to rest: that passes like a line that is broken. */
const asError = (answer: XMLHttpRequest) =>
  answer.status >= 500 || answer.status === 0
    ? new TypeError(`answered with ${answer.status}`)
    : new Refused(answer);

const base64Of = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

type Question = {
  owner: string;
  method: string;
  headers?: Record<string, string>;
  piece?: Blob;
  signal?: AbortSignal;
  /** Is told how many bytes of the piece are sent: that `fetch` cannot. */
  onSent?(bytes: number): void;
};

/** Asks for something, and gives up where nothing moves. */
function ask(address: string, { owner, method, headers, piece, signal, onSent }: Question) {
  return new Promise<XMLHttpRequest>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    let timer = setTimeout(giveUp, silentMs);
    request.open(method, address);
    for (const [name, value] of Object.entries({ ...always(owner), ...headers }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, silentMs);
      onSent?.(loaded);
    };
    request.onload = () => resolve(request);
    request.onerror = () => reject(new TypeError('no answer'));
    request.onabort = () => reject(signal?.aborted ? signal.reason : new TypeError('silent'));
    request.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    signal?.addEventListener('abort', giveUp);
    request.send(piece);
  });
}
