import { Buffer } from 'node:buffer';
import { type Duplex, PassThrough } from 'node:stream';
import { type Answer, answerIn } from './protocol.server.ts';

// A long page has 2.5 MB.
const answerBytesMax = 2600 * 1024;

/** The answers of one program, in order. */
export type Answers = {
  /** Resolves with the next answer, or with undefined once the program is gone. */
  next(): Promise<Answer | undefined>;
  /** Says that the program is gone. */
  end(): void;
  isEnded(): boolean;
  ended: Promise<void>;
};

type Reading = {
  output: Duplex;
  kill(): void;
  received: Buffer;
  /** Answers that nobody has asked for yet, and who waits for the next one. */
  ready: Answer[];
  waiting?: (answer: Answer | undefined) => void;
  /** The converted picture that is on its way, and how much of it is still to come. */
  converted?: PassThrough;
  convertedRest: number;
  onData(piece: Buffer): void;
};

/**
 * Reads what a program writes. Takes its output, and what kills it: done where it writes more than
 * an answer may have, or where nobody wants the rest of a converted picture.
 */
export function readAnswers(output: Duplex, kill: () => void): Answers {
  const onData = (piece: Buffer) => take(reading, piece);
  const reading: Reading = { output, kill, received: Buffer.alloc(0), ready: [], convertedRest: 0, onData };
  let isEnded = false;
  let markEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    markEnded = resolve;
  });
  output.on('data', onData);
  return {
    next() {
      const ready = reading.ready.shift();
      if (ready || isEnded) return Promise.resolve(ready);
      return new Promise((resolve) => {
        reading.waiting = resolve;
      });
    },
    end() {
      isEnded = true;
      reading.converted?.destroy(new Error('the decoding program ended before all of the picture had come'));
      markEnded();
      deliver(reading, undefined);
    },
    isEnded: () => isEnded,
    ended,
  };
}

function take(reading: Reading, piece: Buffer): void {
  reading.received = Buffer.concat([reading.received, passOn(reading, piece)]);
  if (reading.received.length > answerBytesMax) {
    reading.kill();
    return;
  }
  for (let parsed = answerIn(reading.received); parsed; parsed = answerIn(reading.received)) {
    const { answer, taken } = parsed;
    reading.received = reading.received.subarray(taken);
    if (answer.convertedBytes) {
      answer.converted = convertedOf(reading, answer.convertedBytes);
      reading.received = passOn(reading, reading.received);
    }
    deliver(reading, answer);
  }
}

function deliver(reading: Reading, answer: Answer | undefined): void {
  if (reading.waiting) {
    reading.waiting(answer);
    reading.waiting = undefined;
  } else if (answer) {
    reading.ready.push(answer);
  }
}

/**
 * Passes on what belongs to the converted picture, no faster than it is read; gives the bytes after
 * it.
 */
function passOn(reading: Reading, piece: Buffer): Buffer {
  const { converted, output } = reading;
  if (!converted) return piece;
  const part = piece.subarray(0, reading.convertedRest);
  reading.convertedRest -= part.length;
  const isFull = !converted.write(part);
  if (reading.convertedRest === 0) {
    converted.end();
    reading.converted = undefined;
  } else if (isFull) {
    output.pause();
    converted.once('drain', () => output.resume());
  }
  return piece.subarray(part.length);
}

function convertedOf(reading: Reading, bytes: number): PassThrough {
  const stream = new PassThrough();
  stream.on('error', () => undefined);
  stream.once('close', () => {
    if (stream !== reading.converted) return;
    // Nobody wants the rest. What comes of it flows by, so that the end of the program is seen.
    reading.kill();
    reading.output.off('data', reading.onData);
    reading.output.resume();
  });
  reading.converted = stream;
  reading.convertedRest = bytes;
  return stream;
}
