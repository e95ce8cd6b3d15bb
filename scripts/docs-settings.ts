// npm run docs:settings
//
// Writes docs/settings.md and .env.example from the schema of the settings.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/project.mjs';
import { envExample, settingsDocument } from './lib/settings-document';

writeFileSync(join(root, 'docs/settings.md'), settingsDocument());
writeFileSync(join(root, '.env.example'), envExample());
