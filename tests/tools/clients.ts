// npm run suite -- clients: generates clients from the API's document, compiles them in strict mode
// without a cast, and walks from the sign-up to the deletion of a report. With --types, as npm test
// runs it, only compiles, which needs no build and no server.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { command, fingerprint, readIfThere, root, Stop, say, tools } from '../../scripts/lib/project.mjs';
import { admin, startServer } from '../e2e/support/server.ts';

const from = join(root, 'tests/clients');
// Outside the sources, so that no tool that reads them reads the generators.
const place = join(root, '.cache/clients');
const journeys = ['openapi-typescript', 'hey-api', 'orval'];

const { types: isForTypesAlone } = parseArgs({ options: { types: { type: 'boolean' } } }).values;

command(async () => {
  if (!isForTypesAlone) await ensureBuilt();
  const files = readdirSync(from);
  mkdirSync(place, { recursive: true });
  for (const file of files) cpSync(join(from, file), join(place, file));
  refuseCasts(files.filter((file) => file.endsWith('.ts')));
  install();
  if (isForTypesAlone) {
    // The document describes the calls that the loaded route modules have registered.
    await import('../support/calls');
    const { openApiText } = await import('~/web/api/openapi/document.server');
    compile(openApiText(), 'https://clinic.example/api/v1');
    return;
  }
  const server = await startServer();
  try {
    const base = `${server.url}/api/v1`;
    compile(await (await fetch(`${base}/openapi.json`)).text(), base);
    const settings = {
      API_BASE: base,
      API_MAIL_DIR: server.mailDir,
      API_ADMIN_EMAIL: admin.email,
      API_ADMIN_PASSWORD: admin.password,
    };
    for (const journey of journeys) run(journey, [join(root, tools.tsx), `${journey}.ts`], settings);
  } finally {
    await server.stop();
  }
});

/** Generates the clients of a document and compiles them with the journeys. */
function compile(document: string, base: string) {
  rmSync(join(place, 'generated'), { recursive: true, force: true });
  mkdirSync(join(place, 'generated'));
  writeFileSync(join(place, 'document.json'), document);
  run('The generators', ['generate.mjs', base]);
  run('The compiler', ['node_modules/typescript/bin/tsc', '-p', '.']);
}

/** Installs the locked packages if they are missing. */
function install() {
  const stamp = fingerprint(['tests/clients/package-lock.json']);
  const stampFile = join(place, 'node_modules/.installed');
  if (readIfThere(stampFile) === stamp) return;
  say('Installing the generators…');
  // One generator declares Node 22, but also runs on Node 20.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
  const npm = ['ci', '--ignore-scripts', ...quiet];
  const { status } = spawnSync('npm', npm, {
    cwd: place,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Stop('The generators could not be installed (npm says why above).');
  writeFileSync(stampFile, stamp);
}

/** Refuses casts: the types must be right by themselves. `as const` is allowed. */
function refuseCasts(files: string[]) {
  const allCasts = files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(place, file), 'utf8'), ts.ScriptTarget.Latest);
    const casts: string[] = /@ts-(?:ignore|expect-error|nocheck)/.test(source.text) ? [`${file}: @ts-…`] : [];
    const visit = (node: ts.Node) => {
      const isAssertion = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
      const isCast = isAssertion && !ts.isConstTypeReference(node.type);
      if (isCast || ts.isNonNullExpression(node) || node.kind === ts.SyntaxKind.AnyKeyword)
        casts.push(`${file}: ${node.getText(source)}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return casts;
  });
  if (allCasts.length > 0) throw new Stop(`There are casts:\n${allCasts.join('\n')}`);
}

function run(what: string, args: string[], env: Record<string, string> = {}) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: place,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Stop(`${what} failed; the lines above say how.`);
}
