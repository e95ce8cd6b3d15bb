/** A request that the server refused for good, with its sentence. */
export class RefusedRequest extends Error {
  constructor({ status, responseText }: Pick<XMLHttpRequest, 'status' | 'responseText'>) {
    super(sentenceIn(responseText));
    this.status = status;
  }
  readonly status: number;
}

/**
 * Thrown for a network that answers pieces in place of the server. The whole form may pass all the
 * same.
 */
export class BlockedPieces extends RefusedRequest {
  constructor() {
    super({ status: 0, responseText: '' });
  }
}

/** Returns true if an answer comes from the server, and not from a network in between. */
export const isFromServer = (answer: XMLHttpRequest): boolean =>
  answer.getResponseHeader('Tus-Resumable') !== null;

/** Returns the sentence of an answer; empty if the answer is not from this server. */
function sentenceIn(answer: string): string {
  try {
    return String(JSON.parse(answer).message ?? '');
  } catch {
    return '';
  }
}

/** Milliseconds without any progress after which a connection counts as dead. */
const silentMs = 30_000;

type Question = {
  owner: string;
  method: string;
  headers?: Record<string, string>;
  piece?: Blob;
  signal?: AbortSignal;
  /** Called with the bytes of the piece sent so far, which `fetch` cannot report. */
  onSent?(bytes: number): void;
};

/** Sends a request and gives up if nothing moves. */
export function sendRequest(address: string, { owner, method, headers, piece, signal, onSent }: Question) {
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

const always = (owner: string) => ({ 'Tus-Resumable': '1.0.0', 'X-Account': owner });
