import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Route exports that Remix removes for the browser. */
const serverExports = new Set(['loader', 'action', 'headers']);

/** A text that may be a key, or the two ends of a key built by a template. */
type Text = { start: string; end?: string };
type Module = { imports: string[]; texts: Text[] };

/**
 * Finds the messages that a browser module uses, directly or through its imports: literal keys, and
 * those that a template such as `report.${status}` can build. Keys that server code has as literals
 * are not attributed to templates.
 *
 * @param app the folder app/ of the project.
 * @param keys all existing keys.
 * @returns a function that lists the keys of a module, by its path relative to app/.
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
    const reachedFiles = new Set([join(app, file)]);
    for (const path of reachedFiles) for (const next of moduleOf(path).imports) reachedFiles.add(next);
    const texts = [...reachedFiles].flatMap((path) => moduleOf(path).texts);
    const literalKeys = new Set(texts.flatMap(({ start, end }) => (end === undefined ? [start] : [])));
    const templates = texts.filter(({ end }) => end !== undefined);
    const isMade = (key: string) =>
      !byServer.has(key) &&
      templates.some(({ start, end = '' }) => key.startsWith(start) && key.endsWith(end));
    return keys.filter((key) => literalKeys.has(key) || isMade(key));
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
  const module: Module = { imports: [], texts: [] };
  const visit = (node: ts.Node): void => {
    const path = importedFile(app, file, node);
    if (path) module.imports.push(path);
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (isOfServer(node) || ts.isTypeNode(node) || isOtherName(node)) return;
    if (ts.isStringLiteralLike(node)) module.texts.push({ start: node.text });
    // The first part of the key has to be literal: otherwise it could be any key.
    if (ts.isTemplateExpression(node) && node.head.text.includes('.'))
      module.texts.push({ start: node.head.text, end: node.templateSpans.at(-1)?.literal.text ?? '' });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return module;
}

/** Returns the file that an import leads to, if a browser loads it and it may use messages. */
function importedFile(app: string, from: string, node: ts.Node) {
  const specifierNode = specifierOf(node);
  if (!specifierNode || !ts.isStringLiteral(specifierNode)) return undefined;
  const specifier = specifierNode.text;
  if (!/^(?:~\/|\.)/.test(specifier) || /\.server$|^~\/(?:domain|i18n)\//.test(specifier)) return undefined;
  const base = specifier.startsWith('~/') ? join(app, specifier.slice(2)) : join(dirname(from), specifier);
  return [`${base}.tsx`, `${base}.ts`].find(existsSync);
}

/** Returns what an import or a dynamic import names; undefined for types only. */
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

/**
 * Returns true for the name of a form's operation or a screen's ability: these may look like keys.
 */
const isOtherName = (node: ts.Node) =>
  (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) &&
  /^(?:operation|for)$/.test(node.name.getText());
