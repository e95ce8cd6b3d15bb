import { Buffer } from 'node:buffer';
import { type Duplex, PassThrough } from 'node:stream';
import { answerIn, type DecoderAnswer } from './protocol.server.ts';

// A long page has 2.5 MB.
const answerBytesMax = 2600 * 1024;

/** The answers of one program, in order. */
export type Answers = {
  /** Resolves with the next answer, or with undefined once the program is gone. */
  next(): Promise<DecoderAnswer | undefined>;
  /** Records that the program has ended. */
  end(): void;
  isEnded(): boolean;
  ended: Promise<void>;
};

type Reading = {
  output: Duplex;
  kill(): void;
  received: Buffer;
  /** Answers that have not been requested yet. */
  ready: DecoderAnswer[];
  waiting?: (answer: DecoderAnswer | undefined) => void;
  /** The converted picture being received. `convertedRest` is the number of bytes still to come. */
  converted?: PassThrough;
  convertedRest: number;
  onData(piece: Buffer): void;
};

/**
 * Reads the output of a program.
 *
 * @param output the output of the program.
 * @param kill ends the program. Called if an answer exceeds its maximum size, or if the reader of a
 *   converted picture stops early.
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
      reading.converted?.destroy(new Error('the decoding program ended before the whole picture was sent'));
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
    const { answer, consumedBytes: answerBytes } = parsed;
    reading.received = reading.received.subarray(answerBytes);
    if (answer.convertedBytes) {
      answer.converted = convertedOf(reading, answer.convertedBytes);
      reading.received = passOn(reading, reading.received);
    }
    deliver(reading, answer);
  }
}

function deliver(reading: Reading, answer: DecoderAnswer | undefined): void {
  if (reading.waiting) {
    reading.waiting(answer);
    reading.waiting = undefined;
  } else if (answer) {
    reading.ready.push(answer);
  }
}

/**
 * Forwards the bytes of the converted picture, no faster than they are read.
 *
 * @returns the bytes after it.
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
    // The reader stopped early. Drain further output so that the end of the program is noticed.
    reading.kill();
    reading.output.off('data', reading.onData);
    reading.output.resume();
  });
  reading.converted = stream;
  reading.convertedRest = bytes;
  return stream;
}
