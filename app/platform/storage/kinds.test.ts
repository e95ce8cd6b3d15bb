import { expect, test } from 'vitest';
import { extensionOf, isMediaType, mediaTypes, resourceTypeOf } from './kinds.ts';

test('the kinds taken are PDF, JPEG, PNG, WebP and GIF, and nothing else', () => {
  expect(mediaTypes.map(extensionOf)).toEqual(['pdf', 'jpg', 'png', 'webp', 'gif']);
  expect(mediaTypes.every(isMediaType)).toBe(true);
  const others = [
    'image/svg+xml',
    'image/tiff',
    'application/dicom',
    'text/html',
    'application/zip',
    'image/PNG',
    '',
    undefined,
  ];
  expect(others.filter(isMediaType)).toEqual([]);
});

test('a PDF is shown in its own viewer and a picture as a picture', () => {
  expect(mediaTypes.map(resourceTypeOf)).toEqual(['raw', 'image', 'image', 'image', 'image']);
});
