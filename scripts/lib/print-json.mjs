// Imported first by npm start, before anything can print.
import { fileURLToPath } from 'node:url';
import { printJsonLines } from './json-lines.mjs';

const folder = fileURLToPath(new URL('../..', import.meta.url));
printJsonLines({ folder, readsEnvFile: !process.argv.includes('--demo') });
