import { BlockedPieces, isFromServer, RefusedRequest, sendRequest } from './ask';
import type { WaitingFile } from './sealed-report';

const slots = '/uploads';
const firstPieceBytes = 32 * 1024;
// A browser sends a piece again by itself if its connection is cut. The server accepts few pieces
// smaller than this.
const minPieceBytes = 16 * 1024;
// The server accepts 120 pieces a minute. With this size a fast line stays below that.
const maxPieceBytes = 2 * 1024 * 1024;
const quickMs = 2000;
const slowMs = 4000;
/** Size of the last piece that went through well. */
let pieceBytes = firstPieceBytes;
/** The largest piece that the way to the server accepts. */
let maxBytesHere = maxPieceBytes;
/** The longest rate limit that is waited for. */
const longestWaitSeconds = 60;
/** Statuses of a proxy that never passes on the method or the protocol. */
const neverPassed = new Set([403, 405, 501, 505]);
/** Equal answers of the network in a row, while the server answers other requests, that mean the same. */
const maxForeignAnswers = 3;
let foreignAnswers = { status: 0, count: 0 };

type Options = {
  /**
   * ID of the account that the file belongs to. The server accepts nothing in another account's
   * name.
   */
  owner: string;
  signal: AbortSignal;
  /** Called with the bytes of the file sent so far. */
  onSent(bytes: number): void;
  /** Called for a new slot and for each piece that has arrived. */
  onKept(): Promise<void>;
};

/**
 * Sends a file in pieces (tus 1.0.0) from where it stopped. Pieces grow while the line is fast and
 * shrink while it is slow. On a rate limit it waits as long as the server says.
 *
 * @throws RefusedRequest if the server refuses the file; BlockedPieces if the network never passes
 * pieces on; TypeError if nothing gets through; the signal's reason if it is aborted.
 */
export async function sendFile(waiting: WaitingFile, options: Options): Promise<void> {
  const { file } = waiting;
  const { owner, signal, onSent, onKept } = options;
  await findSlot(waiting, options);
  while (waiting.sent < file.size) {
    const since = Date.now();
    const piece = await file.read(waiting.sent, Math.min(file.size, waiting.sent + pieceBytes));
    const sentBefore = waiting.sent;
    const answer = await sendRequest(String(waiting.slot), {
      owner,
      method: 'PATCH',
      headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(sentBefore) },
      piece,
      signal,
      onSent: (bytes) => onSent(sentBefore + bytes),
    });
    const { status } = answer;
    // A proxy on the way may accept only smaller requests.
    if (status !== 413) requireFromServer(answer);
    const waitSeconds = status === 429 ? Number(answer.getResponseHeader('Retry-After')) : 0;
    if (waitSeconds > 0 && waitSeconds <= longestWaitSeconds) {
      await pause(waitSeconds * 1000, signal);
      continue;
    }
    if (status === 204 || status === 409) {
      waiting.sent = Number(answer.getResponseHeader('Upload-Offset') ?? sentBefore);
      onSent(waiting.sent);
      await onKept();
    } else if (status === 404) {
      waiting.slot = undefined;
      await findSlot(waiting, options);
    } else if (status === 413 && piece.size > minPieceBytes) {
      maxBytesHere = Math.max(minPieceBytes, Math.floor(piece.size / 2));
      pieceBytes = maxBytesHere;
      onSent(sentBefore);
      continue;
    } else throw status === 413 && !isFromServer(answer) ? new BlockedPieces() : asError(answer);
    const tookMs = Date.now() - since;
    if (tookMs < quickMs) pieceBytes = Math.min(maxBytesHere, pieceBytes * 2);
    else if (tookMs > slowMs) pieceBytes = Math.max(minPieceBytes, pieceBytes / 2);
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

/** Finds out how much of a file has arrived, or announces the file. */
async function findSlot(waiting: WaitingFile, { owner, signal, onSent, onKept }: Options): Promise<void> {
  const { file } = waiting;
  if (waiting.slot) {
    const answer = await sendRequest(waiting.slot, { owner, method: 'HEAD', signal });
    if (!isFromServer(answer)) {
      foreignAnswers = { status: 0, count: 0 };
      throw new TypeError(`answered with ${answer.status} by the network`);
    }
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
  const answer = await sendRequest(slots, { owner, method: 'POST', headers, signal });
  requireFromServer(answer);
  const place = answer.getResponseHeader('Location');
  if (answer.status !== 201 || !place) throw asError(answer);
  Object.assign(waiting, { slot: place, sent: 0 });
  await onKept();
}

/** Deletes a file on the server. It does not matter if that fails, since the file expires. */
export function dropFile({ slot }: Pick<WaitingFile, 'slot'>, owner: string): void {
  if (slot) sendRequest(slot, { owner, method: 'DELETE' }).catch(() => undefined);
}

/**
 * Rejects an answer of the network in between, whatever its status. The sending continues as after a
 * lost connection, until the same answer has come several times while the server was there.
 *
 * @throws BlockedPieces, TypeError.
 */
function requireFromServer(answer: XMLHttpRequest): void {
  const { status } = answer;
  if (isFromServer(answer)) {
    foreignAnswers = { status: 0, count: 0 };
    return;
  }
  foreignAnswers = { status, count: foreignAnswers.status === status ? foreignAnswers.count + 1 : 1 };
  if (neverPassed.has(status) || foreignAnswers.count >= maxForeignAnswers) throw new BlockedPieces();
  throw new TypeError(`answered with ${status} by the network`);
}

/**
 * Builds the error for an answer. An overloaded server counts as a lost connection. A final refusal
 * ends the sending in pieces.
 */
const asError = (answer: XMLHttpRequest) =>
  answer.status >= 500 || answer.status === 0
    ? new TypeError(`answered with ${answer.status}`)
    : new RefusedRequest(answer);

const base64Of = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
