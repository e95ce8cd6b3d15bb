import { ask, Refused } from './ask';
import type { WaitingFile } from './sealed-report';

const slots = '/uploads';
const firstPieceBytes = 32 * 1024;
// A browser sends a piece again of its own accord where its connection is cut. The server takes few
// pieces smaller than this.
const minPieceBytes = 16 * 1024;
// The server takes 120 pieces a minute: with these a quick line stays below that.
const maxPieceBytes = 2 * 1024 * 1024;
const quickMs = 2000;
const slowMs = 4000;
/** What the line took well last. */
let pieceBytes = firstPieceBytes;
/** The largest piece that the way to the server takes. */
let maxBytesHere = maxPieceBytes;
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
    const piece = await file.read(waiting.sent, Math.min(file.size, waiting.sent + pieceBytes));
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
    } else if (status === 413 && piece.size > minPieceBytes) {
      // A proxy on the way takes only smaller requests.
      maxBytesHere = Math.max(minPieceBytes, Math.floor(piece.size / 2));
      pieceBytes = maxBytesHere;
      onSent(before);
      continue;
    } else throw asError(answer);
    const took = Date.now() - since;
    if (took < quickMs) pieceBytes = Math.min(maxBytesHere, pieceBytes * 2);
    else if (took > slowMs) pieceBytes = Math.max(minPieceBytes, pieceBytes / 2);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const goOn = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const timer = setTimeout(goOn, ms);
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
export function dropFile({ slot }: Pick<WaitingFile, 'slot'>, owner: string): void {
  if (slot) ask(slot, { owner, method: 'DELETE' }).catch(() => undefined);
}

/** Statuses of something on the way that will never pass the method or the protocol on. */
const never = new Set([501, 505]);

/**
 * Makes an error of an answer. A server that has to rest passes like a line that is broken; what is
 * refused for good ends the sending in pieces.
 */
const asError = (answer: XMLHttpRequest) =>
  (answer.status >= 500 && !never.has(answer.status)) || answer.status === 0
    ? new TypeError(`answered with ${answer.status}`)
    : new Refused(answer);

const base64Of = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
