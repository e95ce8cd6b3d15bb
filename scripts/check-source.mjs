// Part of npm run check: names, comments, folders and sizes (scripts/lib/source-rules.mjs). Ends
// with 1 if anything is against them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/project.mjs';
import { sourceFaults } from './lib/source-rules.mjs';

const places = ['app', 'tests', 'scripts', 'bench'];
const text = /\.(?:[cm]?[jt]sx?|css|md|json|svg)$/;

const files = places.flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: file.slice(root.length).replaceAll('\\', '/').replace(/^\//, ''),
      text: readFileSync(file, 'utf8'),
    }))
    .filter(({ path }) => !path.startsWith('tests/fixtures/') && !/\/(?:node_modules|build)\//.test(path)),
);
const faults = sourceFaults(files);
for (const fault of faults) console.error(fault);
console.log(
  `${files.length} files read, ${faults.length} against the rules of names, comments, folders and sizes`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
