import { posix } from 'node:path';
import ts from 'typescript';

/** A source file: its path from the project's folder, with forward slashes, and what it says. */
export interface SourceFile {
  path: string;
  text: string;
}

const layers = ['routes', 'ops', 'web', 'domain', 'platform', 'ui', 'i18n'] as const;
type Layer = (typeof layers)[number];
/** Files directly in app/ are what Remix starts from, and may import anything. */
type Place = Layer | 'top' | 'unknown';

/** Which layers each layer's arrows reach. */
const reaches: Record<Layer, readonly Layer[]> = {
  routes: ['routes', 'web', 'domain', 'ui', 'i18n'],
  ops: ['ops', 'web', 'domain', 'platform', 'i18n'],
  web: ['web', 'domain', 'platform', 'i18n'],
  domain: ['domain', 'platform'],
  platform: ['platform'],
  ui: ['ui', 'i18n'],
  i18n: ['i18n'],
};

/** Constants without a layer's knowledge. Both are read by layers that reach no further there. */
const languageCodes = 'app/i18n/language-codes';
const screensTables = ['app/screens', 'app/resources'];
/** What a browser loads of the tables of screens and resources, and all that it finds there. */
const screensReaders = ['app/web/menu.ts', 'app/web/paths.ts'];
const columnEnums = 'app/platform/enums';
/** Modules that decoders and the upload page share: a decoder loads its own folder alone. */
const fileFindings = [
  'app/platform/storage/decoder/picture-notes',
  'app/platform/storage/decoder/picture-shape',
  'app/platform/storage/decoder/pdf/pdf-head',
  'app/platform/storage/decoder/pdf/placeholder',
];
const settingsReader = 'app/platform/env.server.ts';
const formWriter = 'app/ui/forms/post-form.tsx';
const sqlPlaces = /^app\/(?:domain\/|platform\/db\/|platform\/limits\/limit-stores\.server\.ts$)/;
const serverFile = /\.server(?:\.tsx?)?$/;
/** Layers of which a browser may load what has no `.server` in its name. */
const sharedLayers: readonly Place[] = ['domain', 'ui', 'i18n'];
const hostPlaces = /^app\/(?:i18n|platform\/mail)\//;
const sqlPackage = /^(?:drizzle-orm|better-sqlite3|pg)(?:\/|$)/;
const reactPackage = /(?:^|\/)react(?:-dom)?(?:\/|$)/;
const remixPackage = /^@remix-run\//;
const literalHost = /\b(?:https?|wss?):\/\/[a-z0-9[][^\s"'`<>)]*/gi;
/** XML names, this machine itself, and names that are reserved for never existing (RFC 2606). */
const harmlessHost =
  /^(?:http:\/\/www\.w3\.org\/|(?:https?|wss?):\/\/(?:localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.(?:invalid|example))(?:[:/]|$))/i;

/** What the files under app/ do against architecture.md, each as `file:line what is wrong`. */
export function violations(files: readonly SourceFile[]): string[] {
  return files.filter((file) => file.path.startsWith('app/')).flatMap(violationsIn);
}

function violationsIn(file: SourceFile): string[] {
  const isTest = /\.test\.[a-z]+$/.test(file.path);
  const place = placeOf(file.path);
  if (isTest) return place === 'routes' ? [`${file.path}:1 tests do not stand under app/routes`] : [];
  if (!/\.[cm]?[jt]sx?$/.test(file.path)) return foreignHostsInText(file);
  if (place === 'unknown') return [`${file.path}:1 is in no layer of the house`];

  const found: string[] = [];
  const source = ts.createSourceFile(
    file.path,
    file.text,
    ts.ScriptTarget.Latest,
    true,
    scriptKind(file.path),
  );
  const report = (node: ts.Node, what: string) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push(`${file.path}:${line} ${what}`);
  };
  const visit = (node: ts.Node) => {
    const reference = importOf(node);
    if (reference) {
      const wrong = wrongImport(file.path, place, reference);
      if (wrong) report(node, wrong);
    }
    if (readsSettings(node) && file.path !== settingsReader) {
      report(node, `reads process.env; only ${settingsReader} does`);
    }
    if (place === 'domain' && isHttp(node))
      report(node, 'answers HTTP; the domain knows no Response or redirect');
    const compared = comparedName(node);
    if (place === 'domain' && compared === 'recordedAs')
      report(node, 'asks which channel called; what differs is a rule of its own in kernel/channels.ts');
    if (compared === 'messageKey')
      report(node, 'compares the key of a sentence; a refusal has a code for that');
    if (isServerSide(place) && isJsx(node)) report(node, `writes JSX; ${place} knows no React`);
    if (isPostingForm(node) && file.path !== formWriter)
      report(node, `writes a form that posts; only ${formWriter} does, and says for whom it was drawn`);
    for (const host of foreignHosts(file.path, node)) report(node, `mentions another host: ${host}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The name of the value that a comparison asks for: `a.name === …`, `name !== …`. */
function comparedName(node: ts.Node): string | null {
  if (!ts.isBinaryExpression(node)) return null;
  const { EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken } = ts.SyntaxKind;
  if (![EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken].includes(node.operatorToken.kind)) return null;
  const { left } = node;
  if (ts.isPropertyAccessExpression(left)) return left.name.text;
  return ts.isIdentifier(left) ? left.text : null;
}

function scriptKind(path: string): ts.ScriptKind {
  return /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

function placeOf(path: string): Place {
  const [, first = '', ...rest] = path.split('/');
  if (rest.length === 0) return 'top';
  return layers.find((layer) => layer === first) ?? 'unknown';
}

function isServerSide(place: Place): boolean {
  return place === 'domain' || place === 'platform' || place === 'web';
}

// Imports

interface Reference {
  specifier: string;
  typeOnly: boolean;
}

/** Static import, export from, import(), require(), and import('…') in a type. */
function importOf(node: ts.Node): Reference | null {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const specifier = textOf(node.moduleSpecifier);
    return specifier === null ? null : { specifier, typeOnly: isTypeOnly(node) };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    const specifier = textOf(node.argument.literal);
    return specifier === null ? null : { specifier, typeOnly: true };
  }
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const loads =
      expression.kind === ts.SyntaxKind.ImportKeyword ||
      (ts.isIdentifier(expression) && expression.text === 'require');
    const specifier = loads ? textOf(node.arguments[0]) : null;
    return specifier === null ? null : { specifier, typeOnly: false };
  }
  return null;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) {
    const names = node.exportClause;
    if (node.isTypeOnly) return true;
    return names !== undefined && ts.isNamedExports(names) && names.elements.every((name) => name.isTypeOnly);
  }
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const names = clause.namedBindings;
  if (clause.name || !names || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every((name) => name.isTypeOnly);
}

function wrongImport(path: string, place: Place, { specifier, typeOnly }: Reference): string | null {
  const target = resolved(path, specifier);
  if (target === null) return wrongPackage(path, place, specifier, typeOnly);
  if (/^(?:tests|bench|scripts)\//.test(target) || /\.test$/.test(target)) {
    return `imports ${specifier}; the product does not lean on its tests or scripts`;
  }
  if (!target.startsWith('app/') || place === 'top' || place === 'unknown') return null;
  const there = placeOf(target);
  const isShared = sharedLayers.includes(place) && !serverFile.test(path);
  if (isShared && !typeOnly && serverFile.test(target)) {
    return `imports ${specifier}; a browser may load this file, and never that one`;
  }
  if (screensTables.includes(target) && place === 'web') {
    if (typeOnly || serverFile.test(path) || screensReaders.includes(path)) return null;
    return `imports ${specifier}; a browser has only its links and menu (${screensReaders.join(', ')})`;
  }
  if (place === 'ui' && there === 'domain') return null;
  if (place === 'ui' && fileFindings.includes(target.replace(/\.mjs$/, ''))) return null;
  if (target === languageCodes || (target === columnEnums && place !== 'i18n')) return null;
  // The English catalogue is the type of every key the domain names; its sentences stay out.
  if (place === 'domain' && there === 'i18n' && typeOnly) return null;
  if (there !== 'top' && there !== 'unknown' && reaches[place].includes(there)) return null;
  return `imports ${specifier}; no arrow leads from ${place} to ${there === 'top' ? 'the top of app/' : there}`;
}

function wrongPackage(path: string, place: Place, specifier: string, typeOnly: boolean): string | null {
  if (sqlPackage.test(specifier) && !sqlPlaces.test(path)) {
    return `imports ${specifier}; SQL lives only in app/domain and app/platform/db`;
  }
  if (place === 'domain' && remixPackage.test(specifier))
    return `imports ${specifier}; the domain knows no Remix`;
  if (isServerSide(place) && reactPackage.test(specifier)) {
    return `imports ${specifier}; ${place} knows no React`;
  }
  const onlyOnServer = specifier.startsWith('node:') || sqlPackage.test(specifier);
  if (sharedLayers.includes(place) && !serverFile.test(path) && onlyOnServer && !typeOnly) {
    return `imports ${specifier}; a browser may load this file, and has no such module`;
  }
  return null;
}

/**
 * Where a specifier leads, from the project's folder and without its ending; null for a package.
 */
function resolved(from: string, specifier: string): string | null {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('~/')) return withoutEnding(posix.normalize(`app/${plain.slice(2)}`));
  if (/^\.\.?(?:\/|$)/.test(plain)) return withoutEnding(posix.join(posix.dirname(from), plain));
  return null;
}

function withoutEnding(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '');
}

function textOf(node: ts.Node | undefined): string | null {
  return node && ts.isStringLiteralLike(node) ? node.text : null;
}

// Words

/** process.env, process['env'], { env } = process, import { env } from 'node:process'. */
function readsSettings(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(node.expression);
  if (ts.isElementAccessExpression(node)) {
    return textOf(node.argumentExpression) === 'env' && isProcess(node.expression);
  }
  if (ts.isVariableDeclaration(node) && node.initializer && ts.isObjectBindingPattern(node.name)) {
    return isProcess(node.initializer) && node.name.elements.some((part) => nameIn(part) === 'env');
  }
  if (ts.isImportSpecifier(node)) {
    const from = textOf(node.parent.parent.parent.moduleSpecifier);
    return nameIn(node) === 'env' && (from === 'process' || from === 'node:process');
  }
  return false;
}

function nameIn(part: ts.BindingElement | ts.ImportSpecifier): string {
  return (part.propertyName ?? part.name).getText();
}

function isProcess(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'process';
  return ts.isPropertyAccessExpression(node) && node.name.text === 'process';
}

/** new Response(…), Response.json(…) and its like, redirect(…). */
function isHttp(node: ts.Node): boolean {
  const isResponse = (part: ts.Node) => ts.isIdentifier(part) && part.text === 'Response';
  if (ts.isNewExpression(node)) return isResponse(node.expression);
  if (ts.isPropertyAccessExpression(node)) return isResponse(node.expression);
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'redirect';
}

function isJsx(node: ts.Node): boolean {
  return ts.isJsxOpeningLikeElement(node) || ts.isJsxFragment(node);
}

/** <form method="post">, <Form method={…}>, <fetcher.Form method="POST">. */
function isPostingForm(node: ts.Node): boolean {
  if (!ts.isJsxOpeningLikeElement(node) || !/(?:^|\.)form$/i.test(node.tagName.getText())) return false;
  return node.attributes.properties.some(
    (attribute) =>
      ts.isJsxAttribute(attribute) &&
      attribute.name.getText() === 'method' &&
      !/^(['"])get\1$/i.test(attribute.initializer?.getText() ?? ''),
  );
}

function foreignHosts(path: string, node: ts.Node): string[] {
  const isText =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node) ||
    ts.isJsxText(node) ||
    ts.isRegularExpressionLiteral(node);
  return isText && !hostPlaces.test(path) ? hostsIn(node.text) : [];
}

function foreignHostsInText({ path, text }: SourceFile): string[] {
  if (hostPlaces.test(path)) return [];
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return withoutComments
    .split('\n')
    .flatMap((line, index) =>
      hostsIn(line).map((host) => `${path}:${index + 1} mentions another host: ${host}`),
    );
}

function hostsIn(text: string): string[] {
  return (text.match(literalHost) ?? []).filter((host) => !harmlessHost.test(host));
}
