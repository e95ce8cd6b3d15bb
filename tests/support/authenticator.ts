import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Encodes the head of a CBOR item (RFC 8949): its major type, and a length or number. */
function head(major: number, number: number): Buffer {
  if (number < 24) return Buffer.from([(major << 5) | number]);
  if (number < 0x100) return Buffer.from([(major << 5) | 24, number]);
  return Buffer.from([(major << 5) | 25, number >> 8, number & 0xff]);
}

const cborNumber = (number: number) => (number < 0 ? head(1, -1 - number) : head(0, number));
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [key: Buffer, value: Buffer][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** User present and user verified; with `0x40` the data has a new credential. */
const presentAndVerified = 0x05;

/** The parts of an answer that a test falsifies. */
type Falsified = {
  origin?: string;
  rpId?: string;
  counter?: number;
  flags?: number;
  userHandle?: string;
  /** Signs with another key. */
  isForged?: boolean;
};

type Options = { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } };

/**
 * A phone that makes one passkey, with a real ES256 key, and signs with it.
 *
 * @param origin the site that its browser shows.
 */
export function makeAuthenticator(origin = 'http://clinic.test') {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let userHandle = '';
  const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' });
  const publicKey = cborMap([
    [cborNumber(1), cborNumber(2)],
    [cborNumber(3), cborNumber(-7)],
    [cborNumber(-1), cborNumber(1)],
    [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);

  function authenticatorData(rpId: string, flags: number, counter: number, credential = Buffer.alloc(0)) {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, credential]);
  }

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  const toAnswer = (response: Record<string, string | string[]>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });

  return {
    /** Makes the passkey, and returns its answer as JSON text. */
    create({ challenge, rp, user }: Options, falsified: Falsified = {}): string {
      userHandle = user?.id ?? '';
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, publicKey]);
      const data = authenticatorData(
        falsified.rpId ?? rp?.id ?? '',
        (falsified.flags ?? presentAndVerified) | 0x40,
        falsified.counter ?? 0,
        credential,
      );
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ]);
      return toAnswer({
        clientDataJSON: clientData('webauthn.create', challenge, falsified.origin ?? origin).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    /** Signs a challenge, and returns its answer as JSON text. */
    sign({ challenge, rpId = '' }: Options, falsified: Falsified = {}): string {
      const data = authenticatorData(
        falsified.rpId ?? rpId,
        falsified.flags ?? presentAndVerified,
        falsified.counter ?? 0,
      );
      const client = clientData('webauthn.get', challenge, falsified.origin ?? origin);
      const { privateKey } = falsified.isForged ? otherKeys : keys;
      return toAnswer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle: falsified.userHandle ?? userHandle,
      });
    },
  };
}

export type TestAuthenticator = ReturnType<typeof makeAuthenticator>;
