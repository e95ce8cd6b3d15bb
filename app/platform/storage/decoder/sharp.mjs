/**
 * The image library, loaded as CommonJS. As ES modules, it takes half as long again to load at each
 * start of a program. Loaded by app/platform/storage/decoder/decode.mjs and its modules.
 */
import { createRequire } from 'node:module';

const sharp = createRequire(import.meta.url)('sharp');

export default sharp;
