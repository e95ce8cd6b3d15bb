import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What Remix takes out of a route's module for the browser. */
const serverExports = new Set(['loader', 'action', 'headers']);

/** A text that may be a key, or the ends of one that a template puts together. */
type Text = { start: string; end?: string };
type Module = { imports: string[]; texts: Text[] };

/**
 * Finds which messages a module of the browser uses, itself or by what it imports: every key that
 * is written there, and those that a template such as `report.${status}` makes. Keys that only the
 * server's code writes out are none of a template's.
 *
 * @param app the folder app/ of the project.
 * @param keys those that there are.
 * @returns a function of a module's path from app/.
 */
export function messageUse(app: string, keys: readonly string[]): (file: string) => string[] {
  const modules = new Map<string, Module>();
  const moduleOf = (file: string) => {
    const known = modules.get(file) ?? readModule(app, file);
    modules.set(file, known);
    return known;
  };
  const byServer = writtenByServer(app);
  return (file) => {
    const reached = new Set([join(app, file)]);
    for (const path of reached) for (const next of moduleOf(path).imports) reached.add(next);
    const texts = [...reached].flatMap((path) => moduleOf(path).texts);
    const written = new Set(texts.flatMap(({ start, end }) => (end === undefined ? [start] : [])));
    const templates = texts.filter(({ end }) => end !== undefined);
    const isMade = (key: string) =>
      !byServer.has(key) &&
      templates.some(({ start, end = '' }) => key.startsWith(start) && key.endsWith(end));
    return keys.filter((key) => written.has(key) || isMade(key));
  };
}

function writtenByServer(app: string) {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^domain\/.*\.ts$|\.server\.ts$/.test(file.replaceAll('\\', '/')),
  );
  const texts = files.flatMap((file) => readFileSync(join(app, file), 'utf8').match(/'\w+\.[\w.]+'/g) ?? []);
  return new Set(texts.map((text) => text.slice(1, -1)));
}

function readModule(app: string, file: string): Module {
  const text = readFileSync(file, 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Module = { imports: [], texts: [] };
  const visit = (node: ts.Node): void => {
    const path = importedFile(app, file, node);
    if (path) found.imports.push(path);
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (isOfServer(node) || ts.isTypeNode(node) || isOtherName(node)) return;
    if (ts.isStringLiteralLike(node)) found.texts.push({ start: node.text });
    // The first part of the key has to be written: else it could be any.
    if (ts.isTemplateExpression(node) && node.head.text.includes('.'))
      found.texts.push({ start: node.head.text, end: node.templateSpans.at(-1)?.literal.text ?? '' });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The file an import leads to, if a browser loads it and it may use messages. */
function importedFile(app: string, from: string, node: ts.Node) {
  const named = specifierOf(node);
  if (!named || !ts.isStringLiteral(named)) return undefined;
  const specifier = named.text;
  if (!/^(?:~\/|\.)/.test(specifier) || /\.server$|^~\/(?:domain|i18n)\//.test(specifier)) return undefined;
  const base = specifier.startsWith('~/') ? join(app, specifier.slice(2)) : join(dirname(from), specifier);
  return [`${base}.tsx`, `${base}.ts`].find(existsSync);
}

/** What an import names, also one that is made when it is wanted; undefined for types alone. */
function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node)) return node.importClause?.isTypeOnly ? undefined : node.moduleSpecifier;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly ? undefined : node.moduleSpecifier;
  const isCalled = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCalled ? node.arguments[0] : undefined;
}

function isOfServer(node: ts.Node) {
  if (ts.isFunctionDeclaration(node)) return isExported(node) && serverExports.has(node.name?.text ?? '');
  if (!ts.isVariableStatement(node) || !isExported(node)) return false;
  return node.declarationList.declarations.every(({ name }) => serverExports.has(name.getText()));
}

const isExported = (node: ts.HasModifiers) =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** The operation that a form sends, or the ability of a screen: their names may read like keys. */
const isOtherName = (node: ts.Node) =>
  (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) &&
  /^(?:operation|for)$/.test(node.name.getText());
