import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { canary, planted } from '../../../../tests/support/canaries.ts';
import type { MediaType } from '../../media-types.ts';
import { projectRoot } from '../../project-root.server.ts';
import { UnreadablePicture } from './parser.server.ts';
import { withoutMetadata } from './picture-metadata.server.ts';

const mediaTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' } as const;
const pictureTypes = Object.values(mediaTypes);

/** Removes the metadata of a file that is split at the given offsets. */
async function stripped(file: Buffer, mediaType: MediaType, cuts: number[] = []): Promise<Buffer> {
  async function* pieces() {
    let from = 0;
    for (const cut of [...cuts, file.length]) {
      yield file.subarray(from, cut);
      from = cut;
    }
  }
  const output: Uint8Array[] = [];
  for await (const piece of withoutMetadata(pieces(), mediaType)) output.push(piece);
  return Buffer.concat(output);
}

/** Reads the visible content of a picture: every frame, turned as displayed, in its own colours. */
async function seen(file: Buffer) {
  const picture = sharp(file, { animated: true, failOn: 'none' });
  const { width, height, pages, delay, loop, orientation, density, hasAlpha } = await picture.metadata();
  const isAnimated = (pages ?? 1) > 1;
  const points = await (isAnimated ? picture : picture.rotate()).raw().toBuffer();
  return {
    details: { width, height, pages, delay, loop, orientation: orientation ?? 1, density, hasAlpha },
    points,
  };
}

async function expectSameSeen(after: Buffer, before: Buffer) {
  const [now, then] = [await seen(after), await seen(before)];
  expect(now.details).toEqual(then.details);
  expect(now.points.equals(then.points), 'pixels are unchanged').toBe(true);
}

const fixture = (name: string) => readFile(join(projectRoot(), 'tests', 'fixtures', name));

describe('removing metadata from a picture', () => {
  test.each(planted)('$kind: $place', async ({ kind, file }) => {
    expect(file.includes(canary), 'the canary is in the input').toBe(true);
    const after = await stripped(file, mediaTypes[kind]);
    expect(after.includes(canary)).toBe(false);
    await expectSameSeen(after, file);
    expect((await stripped(after, mediaTypes[kind])).equals(after), 'a second run changes nothing').toBe(
      true,
    );
  });
});

test.each([
  ['an unknown marker', [0xff, 0x7b, 0, 9, 1]],
  ['a marker without a length', [0xff, 0xe1, 0, 1, 7]],
  ['the start of another frame', [0xff, 0xc0, 0, 11, 8]],
])("a JPEG without an end mark ends where a phone's own data begin: %s", async (_what, tail) => {
  const jpeg = await fixture('xray.jpg');
  const scan = jpeg.subarray(0, jpeg.lastIndexOf(Buffer.from([0xff, 0xd9])));
  const after = await stripped(Buffer.concat([scan, Buffer.from(tail), Buffer.alloc(500, 7)]), 'image/jpeg');
  expect(after.subarray(-3).equals(Buffer.from([0xff, 0xff, 0xd9])), 'the end mark is added').toBe(true);
  expect(after.equals(await stripped(scan, 'image/jpeg'))).toBe(true);
});

describe('keeping picture data', () => {
  test.each(['xray.jpg', 'rash.png', 'scan.webp', 'ecg.gif'])('%s', async (name) => {
    const before = await fixture(name);
    const after = await stripped(before, mediaTypes[name.split('.')[1] as keyof typeof mediaTypes]);
    await expectSameSeen(after, before);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'keeps orientation %i in each format that stores one',
    async (orientation) => {
      const picture = sharp(await fixture('rash.png'));
      for (const kind of ['jpeg', 'png', 'webp'] as const) {
        const before = await picture.clone().withMetadata({ orientation })[kind]().toBuffer();
        const after = await stripped(before, `image/${kind}`);
        expect((await sharp(after).metadata()).orientation ?? 1).toBe(orientation);
        await expectSameSeen(after, before);
      }
    },
  );

  type Variant = [what: string, mediaType: MediaType, of: (picture: Sharp) => Sharp];
  const variants: Variant[] = [
    ['a colour profile', 'image/jpeg', (picture) => picture.withIccProfile('p3').jpeg()],
    ['progressive scans', 'image/jpeg', (picture) => picture.jpeg({ progressive: true })],
    ['CMYK', 'image/jpeg', (picture) => picture.toColourspace('cmyk').withIccProfile('cmyk').jpeg()],
    [
      'optimised tables and full chroma',
      'image/jpeg',
      (picture) => picture.jpeg({ mozjpeg: true, chromaSubsampling: '4:4:4' }),
    ],
    ['a colour profile', 'image/png', (picture) => picture.withIccProfile('p3').png()],
    ['transparency', 'image/png', (picture) => picture.ensureAlpha(0.5).png()],
    ['a palette, interlaced', 'image/png', (picture) => picture.png({ palette: true, progressive: true })],
    ['sixteen bits', 'image/png', (picture) => picture.toColourspace('rgb16').png()],
    [
      'a colour profile and transparency',
      'image/webp',
      (picture) => picture.ensureAlpha(0.5).withIccProfile('p3').webp({ effort: 0 }),
    ],
    ['lossless compression', 'image/webp', (picture) => picture.webp({ lossless: true, effort: 0 })],
  ];
  test.each(variants)('keeps %s in %s', async (_what, mediaType, of) => {
    const before = await of(sharp(await fixture('rash.png'))).toBuffer();
    const after = await stripped(before, mediaType);
    await expectSameSeen(after, before);
    const [now, then] = [await sharp(after).metadata(), await sharp(before).metadata()];
    expect(now.icc?.toString('latin1')).toBe(then.icc?.toString('latin1'));
  });

  test('keeps an animation in image/webp', async () => {
    const before = await sharp(await fixture('ecg.gif'), { animated: true })
      .webp({ effort: 0 })
      .toBuffer();
    const after = await stripped(before, 'image/webp');
    await expectSameSeen(after, before);
    expect((await seen(after)).details.pages).toBe(2);
  });

  test('keeps the chunks of an animated PNG', async () => {
    const chunks = ['acTL', 'fcTL', 'fdAT'].map((type, index) => {
      const chunk = Buffer.alloc(12 + ([8, 26, 100][index] ?? 0));
      chunk.writeUInt32BE(chunk.length - 12);
      chunk.write(type, 4);
      return chunk;
    });
    const picture = await fixture('rash.png');
    const before = Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)]);
    expect(await stripped(before, 'image/png')).toEqual(before);
  });

  test('keeps a PDF byte for byte', async () => {
    const before = await fixture('two-pages.pdf');
    expect(await stripped(before, 'application/pdf')).toEqual(before);
  });
});

/** A file and the offsets at which it is split. */
const anyPlanted = fc.nat(planted.length - 1).map((index) => planted[index] as (typeof planted)[number]);
const cutUp = anyPlanted.chain((picture) =>
  fc
    .array(fc.nat(picture.file.length), { maxLength: 40 })
    .map((cuts) => ({ ...picture, cuts: cuts.sort((one, other) => one - other) })),
);

const addedEnd = Buffer.from([0xff, 0xff, 0xd9]);

describe('parsing any input', () => {
  test.each([0x02, 0xc8, 0xd8, 0xde, 0xf0])('rejects a JPEG with the marker %i', async (marker) => {
    const picture = await fixture('xray.jpg');
    const foreign = Buffer.from([0xff, marker, 0, 4, 0, 0]);
    const file = Buffer.concat([picture.subarray(0, 2), foreign, picture.subarray(2)]);
    await expect(stripped(file, 'image/jpeg')).rejects.toThrow(UnreadablePicture);
  });

  test.each([
    ['jpg', Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xfe, 0, 2])],
    ['png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('\0\0\0\0IDAT\0\0\0\0', 'latin1')],
    ['webp', Buffer.from('RIFF\0\0\0\x01WEBP', 'latin1'), Buffer.from('abcd\0\0\0\0', 'latin1')],
    ['gif', Buffer.alloc(13), Buffer.from([0x21, 0xfe, 0])],
  ] as const)('rejects a %s with an absurd number of parts', async (kind, head, part) => {
    const file = Buffer.concat([head, ...Array<Buffer>(100_001).fill(part)]);
    await expect(stripped(file, mediaTypes[kind])).rejects.toThrow(UnreadablePicture);
  });

  test('gives the same result however the input is split', async () => {
    await fc.assert(
      fc.asyncProperty(cutUp, async ({ kind, file, cuts }) => {
        const mediaType = mediaTypes[kind];
        expect((await stripped(file, mediaType, cuts)).equals(await stripped(file, mediaType))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test.each(planted.filter((_, index) => index % 7 === 0))(
    'reads one byte at a time: $kind, $place',
    async ({ kind, file }) => {
      const cuts = Array.from(file, (_, index) => index);
      const whole = await stripped(file, mediaTypes[kind]);
      expect((await stripped(file, mediaTypes[kind], cuts)).equals(whole)).toBe(true);
    },
  );

  /** Returns the output; undefined if the picture is rejected. Any other error fails the test. */
  async function outcomeOf(file: Buffer, mediaType: MediaType) {
    try {
      return await stripped(file, mediaType);
    } catch (error) {
      if (error instanceof UnreadablePicture) return undefined;
      throw error;
    }
  }

  test('returns or rejects arbitrary bytes, and adds at most a new header', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pictureTypes),
        fc.uint8Array({ maxLength: 3000 }),
        async (mediaType, bytes) => {
          const outcome = await outcomeOf(Buffer.from(bytes), mediaType);
          expect(outcome?.length ?? 0).toBeLessThanOrEqual(bytes.length + 64);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('returns or rejects a corrupted picture, and does not change its own output', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPlanted,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async ({ kind, file }, changes) => {
          const modified = Buffer.from(file);
          for (const [at, value] of changes) modified[at % modified.length] = value;
          const once = await outcomeOf(modified, mediaTypes[kind]);
          if (once) expect((await outcomeOf(once, mediaTypes[kind]))?.equals(once)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each(planted.filter((_, index) => index % 9 === 0))(
    'returns the beginning of a picture cut off anywhere: $kind, $place',
    async ({ kind, file }) => {
      const whole = await stripped(file, mediaTypes[kind]);
      for (let end = 0; end < file.length; end += 97) {
        const part = await stripped(file.subarray(0, end), mediaTypes[kind]);
        // A JPEG that ends within its coded data gets an end mark.
        const originalPart = part.subarray(-3).equals(addedEnd) ? part.subarray(0, -3) : part;
        expect(whole.subarray(0, originalPart.length).equals(originalPart)).toBe(true);
      }
    },
  );
});
