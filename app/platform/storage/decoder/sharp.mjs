/**
 * The library for pictures, as CommonJS: as modules it takes half as long again to load, at each
 * start of a program. Loaded by app/platform/storage/decoder/decode.mjs and what that loads.
 */
import { createRequire } from 'node:module';

const sharp = createRequire(import.meta.url)('sharp');

export default sharp;
