// Imported first by npm start, before anything can print.
import { printJsonLines } from './json-lines.mjs';

printJsonLines({ readsEnvFile: !process.argv.includes('--demo') });
