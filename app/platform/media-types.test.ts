import { describe, expect, test } from 'vitest';
import {
  extensionOf,
  isHeic,
  isMediaType,
  type MediaType,
  mediaTypes,
  nameAsKind,
  resourceTypeOf,
} from './media-types.ts';

test('stores PDF, JPEG, PNG, WebP and GIF and nothing else', () => {
  expect(mediaTypes.map(extensionOf)).toEqual(['pdf', 'jpg', 'png', 'webp', 'gif']);
  expect(mediaTypes.every(isMediaType)).toBe(true);
  const otherTypes = [
    'image/svg+xml',
    'image/heic',
    'image/tiff',
    'application/dicom',
    'text/html',
    'application/zip',
    'image/PNG',
    '',
    undefined,
  ];
  expect(otherTypes.filter(isMediaType)).toEqual([]);
});

test('shows a PDF in its own viewer and a picture as a picture', () => {
  expect(mediaTypes.map(resourceTypeOf)).toEqual(['raw', 'image', 'image', 'image', 'image']);
});

test.each([
  ['heic mif1 heic', true],
  ['heix mif1 heix miaf', true],
  ['heim', true],
  ['heis', true],
  ['hevc msf1 hevc', true],
  ['hevx', true],
  ['hevm', true],
  ['hevs', true],
  ['mif1 mif1 heic', true],
  ['mif1', true],
  ['msf1 hevc', true],
  ['mif1 avif miaf', false],
  ['msf1 avis', false],
  ['avif mif1 miaf', false],
  ['mp42 isom', false],
  ['jp2  jp2 ', false],
])('takes a file with the brands %s for a HEIC: %s', (brands, expected) => {
  const [major = '', ...compatibleBrands] = brands.match(/.{4}(?= |$)/g) ?? [];
  const box = Buffer.alloc(16 + 4 * compatibleBrands.length);
  box.writeUInt32BE(box.length, 0);
  box.write(`ftyp${major}`, 4, 'latin1');
  box.write(compatibleBrands.join(''), 16, 'latin1');
  expect(isHeic(Buffer.concat([box, Buffer.from('    avif')]))).toBe(expected);
  expect(isHeic(box.subarray(0, 15))).toBe(false);
  expect(isHeic(box.subarray(4))).toBe(false);
});

describe('the name a file is saved under', () => {
  test.each<[string, MediaType, string]>([
    ['report.pdf', 'application/pdf', 'report.pdf'],
    ['REPORT.PDF', 'application/pdf', 'REPORT.PDF'],
    ['plain-as.jpg', 'application/pdf', 'plain-as.pdf'],
    ['DOC-20250102-WA0003', 'application/pdf', 'DOC-20250102-WA0003.pdf'],
    ['report.pdf.exe', 'application/pdf', 'report.pdf'],
    ['report.hta', 'application/pdf', 'report.pdf'],
    ['report.exe. ', 'application/pdf', 'report.exe. .pdf'],
    ['Dr. Rao 12.5.2024', 'application/pdf', 'Dr. Rao 12.5.2024.pdf'],
    ['.exe', 'application/pdf', '.exe.pdf'],
    ['रिपोर्ट.jpg', 'application/pdf', 'रिपोर्ट.pdf'],
    ['image.heic', 'image/jpeg', 'image.jpg'],
    ['image.JPEG', 'image/jpeg', 'image.JPEG'],
    ['scan.png.scr', 'image/png', 'scan.png'],
    ['photo.jpg', 'image/webp', 'photo.webp'],
  ])('%s as %s is %s', (name, mediaType, expected) => {
    expect(nameAsKind(name, mediaType)).toBe(expected);
  });
});
