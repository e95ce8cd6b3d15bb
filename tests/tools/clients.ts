// npm run suite -- clients: generates clients from the API's document, packs the one in
// clients/typescript, compiles them in strict mode without a cast, and walks from the sign-up to the
// deletion of a report. With --types, as npm test runs it, only compiles, which needs no build and no
// server.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import {
  command,
  filesUnder,
  fingerprint,
  readIfThere,
  root,
  Stop,
  say,
  tools,
} from '../../scripts/lib/project.mjs';
import { admin, startServer } from '../e2e/support/server.ts';

const from = join(root, 'tests/clients');
// Outside the sources, so that no tool that reads them reads the generators.
const place = join(root, '.cache/clients');
const ownClient = join(root, 'clients/typescript');
// One generator declares Node 22, but also runs on Node 20.
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
const journeys = ['openapi-typescript', 'hey-api', 'orval', 'secondlook-client'];

const isForTypesAlone = parseArgs({ options: { types: { type: 'boolean' } } }).values.types;

command(async () => {
  if (!isForTypesAlone) await ensureBuilt();
  const files = readdirSync(from);
  mkdirSync(place, { recursive: true });
  for (const file of files) cpSync(join(from, file), join(place, file));
  cpSync(join(ownClient, 'generate-types.mjs'), join(place, 'generate-types.mjs'));
  refuseCasts(from);
  refuseCasts(join(ownClient, 'src'));
  install();
  if (isForTypesAlone) {
    // The document describes the calls that the loaded route modules have registered.
    await import('../support/calls');
    const { openApiText } = await import('~/web/api/openapi/document.server');
    compile(openApiText(), 'https://clinic.example/api/v1');
    return;
  }
  const server = await startServer({ WEBHOOKS_ALLOW_PRIVATE: 'yes' });
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
  requireSameVersion();
  packOwnClient();
  run('The compiler', ['node_modules/typescript/bin/tsc', '-p', '.']);
}

function requireSameVersion() {
  const [product, client] = [root, ownClient].map((folder) =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  if (product.version !== client.version)
    throw new Stop(`clients/typescript has the version ${client.version}, not ${product.version}.`);
}

/** Packs clients/typescript in a copy, as its README says, and installs the archive. */
function packOwnClient() {
  const copy = join(place, 'packing');
  rmSync(copy, { recursive: true, force: true });
  for (const name of ['package.json', 'tsconfig.json', 'README.md', 'LICENSE', 'src'])
    cpSync(join(ownClient, name), join(copy, name), { recursive: true });
  cpSync(join(place, 'generated/openapi-typescript.ts'), join(copy, 'src/schema.ts'));
  // The compiler and openapi-fetch are those of the folder above.
  npm('The packing', ['pack', '--ignore-scripts=false', '--loglevel=error'], copy);
  // npm would keep an installed one of the same version.
  rmSync(join(place, 'node_modules/secondlook-client'), { recursive: true, force: true });
  const archive = readdirSync(copy).find((name) => name.endsWith('.tgz'));
  npm('The installation of the client', [
    'install',
    '--no-save',
    '--offline',
    ...quiet,
    join(copy, String(archive)),
  ]);
  const modules = ['index', 'schema', 'verify-webhook'].flatMap((name) => [`${name}.d.ts`, `${name}.js`]);
  const expected = ['LICENSE', 'README.md', ...modules.map((name) => `dist/${name}`), 'package.json'];
  const packed = filesUnder(join(place, 'node_modules/secondlook-client')).sort();
  if (packed.join() !== expected.join()) throw new Stop(`The archive of the client has ${packed}.`);
}

function npm(action: string, args: string[], cwd = place) {
  const { status } = spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Stop(`${action} failed (npm says why above).`);
}

/** Installs the locked packages if they are missing. */
function install() {
  const stamp = fingerprint(['tests/clients/package-lock.json']);
  const stampFile = join(place, 'node_modules/.installed');
  if (readIfThere(stampFile) === stamp) return;
  say('Installing the generators…');
  npm('The installation of the generators', ['ci', ...quiet]);
  writeFileSync(stampFile, stamp);
}

/** Refuses casts: the types must be right by themselves. `as const` is allowed. */
function refuseCasts(folder: string) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const allCasts = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
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
