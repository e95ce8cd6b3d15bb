import { posix } from 'node:path';
import ts from 'typescript';

/**
 * Identifiers that have a better name in this codebase, matched whole. See docs/architecture.md for
 * the words in use.
 */
const retired = new RegExp(
  `^(?:${[
    '[dD]oors?|pageDoor|apiDoor|attempt|Attempt|went|mistaken|Mistakes?|alwaysDone|alwaysFailed|refuses|must',
    'changed|changedInPassing|atomicallyInPassing|changedIfPossible|patiently|readTogether|standOf|readOnce|inPassing',
    'noted|noteListed|openings|Openings?|standing|Standing|standsAs|judge|judgeExpert|takeTry|spendFactor',
    'beforeFactor|mustEnroll|onceByKey|findDone|rememberDone|giveBack|waitFor|Arrival|verdict|tell|postman',
    'startPostman|nudgePostman|facts|uploadFacts|formFacts|spokenOn|SpokenContext|Spoken|openHouse',
    'openPrivateThings|Landing|awayFrom|alsoSays|shownAction|partAction|rightOf|rankOf|Rank|reachOf|Reach',
    'asked|Asked|anId|yesOrNo|nothingMore|lately|flowing|begun|house',
  ].join('|')})$`,
);

/**
 * What the outside or the disk knows keeps its name: columns, JSON of the API, cookies, a method of
 * Playwright. Name → the files that may say it.
 */
const exceptions = new Map([
  ['door', /./],
  ['facts', /notices|db\/tables|emails|personal-data|delete-account|email/],
  ['standing', /./],
  ['openings', /./],
  ['mistaken', /session\/cookies/],
  ['noted', /scripts\/audit-verify/],
  ['waitFor', /^tests\/|^bench\/|\.test\.ts$/],
]);

// Sizes in app/, tests aside, in lines. Catalogues and the schema of the database are lists.
const maxFileLines = 300;
const isLongList = (path) => /^app\/(?:i18n\/messages\/|platform\/db\/tables\.server)/.test(path);
const maxFunctionLines = 80;
const maxFunctionLinesInHundred = 55;

const commentWidth = 100;
const filesPerFolder = { default: 14, 'app/routes/dashboard': 24, 'app/ui': 24 };
// A leading underscore is Remix's.
const kebabCase = /^_?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/;
const documented = /^app\/(?:domain|platform|web)\//;
const isCode = (path) => /\.(?:[cm]?[jt]sx?)$/.test(path);
const isTest = (path) => /\.(?:test|spec)\.[a-z]+$/.test(path);

/**
 * Finds what the sources do against the rules of names, comments, folders and sizes.
 *
 * @param files each with its path from the project's folder, with forward slashes, and its text.
 * @returns one line for each: `file:line what is wrong`.
 */
export function sourceFaults(files) {
  return [...files.flatMap(faultsIn), ...foldersOf(files), ...circlesIn(files), ...sizesOf(files)];
}

function faultsIn({ path, text }) {
  const faults = [];
  const name = posix.basename(path);
  if ((isCode(path) || path.startsWith('app/')) && !kebabCase.test(name))
    faults.push(`${path}:1 is not named in kebab-case`);
  if (!isCode(path)) return faults;
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const at = (position) => `${path}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
  const visit = (node) => {
    if (ts.isIdentifier(node) && retired.test(node.text) && !exceptions.get(node.text)?.test(path))
      faults.push(`${at(node.getStart())} says ${node.text}, which has another name here`);
    faults.push(...wrongParams(node, at));
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (documented.test(path) && !isTest(path)) faults.push(...withoutSentence(source, at));
  for (const { pos, end } of commentsIn(source)) {
    if (text.startsWith('/**', pos))
      faults.push(...tornSentences(text.slice(pos, end)).map((what) => `${at(pos)} ${what}`));
    const first = text.lastIndexOf('\n', pos) + 1;
    let start = first;
    for (const line of text.slice(first, end).split('\n')) {
      // Where code stands before it, the line is the formatter's.
      const isOwn = start !== first || /^\s*$/.test(text.slice(first, pos));
      if (isOwn && line.length > commentWidth && !/https?:|biome-ignore/.test(line))
        faults.push(`${at(start)} has a comment of ${line.length} columns; ${commentWidth} are the most`);
      start += line.length + 1;
    }
  }
  return faults;
}

/** Sentences of a documentation comment without their beginning or their end. */
function tornSentences(comment) {
  const lines = comment
    .slice(3, -2)
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
  const parts = [];
  for (const line of lines) {
    if (line === '' || line.startsWith('@') || parts.length === 0) parts.push(line);
    else parts[parts.length - 1] = `${parts.at(-1)} ${line.trim()}`.trim();
  }
  return parts.flatMap((part, index) => {
    if (/^@(?:param|returns|throws)\b/.test(part) && !/[.:`!)?]$/.test(part))
      return [`has a sentence without its end: ${part.slice(-40)}`];
    return index > 0 && /^[a-z]/.test(part)
      ? [`has a paragraph without its beginning: ${part.slice(0, 40)}`]
      : [];
  });
}

/** Names after `@param` that the function does not take. */
function wrongParams(node, at) {
  if (!ts.isFunctionLike(node)) return [];
  const taken = new Set();
  for (const { name } of node.parameters) {
    if (ts.isIdentifier(name)) taken.add(name.text);
    else
      for (const part of name.elements) if (part.name) taken.add((part.propertyName ?? part.name).getText());
  }
  return ts
    .getJSDocTags(node)
    .filter(ts.isJSDocParameterTag)
    .filter(
      ({ name }) => !taken.has(name.getText().split('.')[0]) && !taken.has(name.getText().split('.').at(-1)),
    )
    .map((tag) => `${at(tag.getStart())} describes the parameter ${tag.name.getText()}, which there is not`);
}

/** Exported functions, and constants that hold one, without a comment. */
function withoutSentence(source, at) {
  const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const isFunction = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
  return source.statements
    .filter(isExported)
    .filter(
      (node) =>
        (ts.isFunctionDeclaration(node) && node.body) ||
        (ts.isVariableStatement(node) &&
          node.declarationList.declarations.some(({ initializer }) => isFunction(initializer))),
    )
    .filter(
      (node) =>
        !(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []).some(({ pos }) =>
          source.text.startsWith('/**', pos),
        ),
    )
    .map((node) => `${at(node.getStart())} exports a function without a sentence on it`);
}

function commentsIn(source) {
  const found = new Map();
  const texts = [];
  const visit = (node) => {
    if (ts.isJsxText(node) || ts.isTemplateLiteralToken(node)) texts.push([node.getStart(), node.getEnd()]);
    for (const range of ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [])
      found.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? [])
      found.set(range.pos, range);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()].filter(({ pos }) => !texts.some(([start, end]) => pos >= start && pos < end));
}

function foldersOf(files) {
  const counts = new Map();
  for (const { path } of files) {
    if (!path.startsWith('app/')) continue;
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > (filesPerFolder[folder] ?? filesPerFolder.default))
    .map(([folder, count]) => `${folder}:1 holds ${count} files; cut it by subject`);
}

/** Files and functions of app/ that are too long to be read at once. */
function sizesOf(files) {
  const faults = [];
  const lengths = [];
  for (const { path, text } of files) {
    if (!path.startsWith('app/') || !isCode(path) || isTest(path) || isLongList(path)) continue;
    const lines = text.trimEnd().split('\n').length;
    if (lines > maxFileLines) faults.push(`${path}:1 has ${lines} lines; ${maxFileLines} are the most`);
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const { at, name, length } of functionsIn(source)) {
      lengths.push(length);
      const isComponent = path.endsWith('x') && /^[A-Z]/.test(name);
      if (length > maxFunctionLines && !isComponent)
        faults.push(`${path}:${at} ${name} has ${length} lines; ${maxFunctionLines} are the most`);
    }
  }
  lengths.sort((a, b) => b - a);
  const longest = lengths[Math.floor(lengths.length / 100)] ?? 0;
  if (longest > maxFunctionLinesInHundred)
    faults.push(
      `app/:1 one function in a hundred has ${longest} lines or more; ${maxFunctionLinesInHundred} are the most`,
    );
  return faults;
}

function functionsIn(source) {
  const found = [];
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const at = lineOf(node.getStart());
      const name = (node.name ?? node.parent.name)?.getText() ?? 'a function';
      found.push({ at, name, length: lineOf(node.end) - at + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Groups of files of app/ that import each other in a circle, types too. */
function circlesIn(files) {
  const paths = new Set(
    files.map(({ path }) => path).filter((path) => path.startsWith('app/') && !isTest(path)),
  );
  const resolve = (from, specifier) => {
    const base = specifier.startsWith('~/')
      ? `app/${specifier.slice(2)}`
      : posix.join(posix.dirname(from), specifier);
    return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((path) => paths.has(path));
  };
  const imports = new Map();
  for (const { path, text } of files) {
    if (!paths.has(path) || !isCode(path)) continue;
    const found = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
    const own = found.filter((specifier) => /^(?:~\/|\.)/.test(specifier));
    imports.set(path, own.map((specifier) => resolve(path, specifier)).filter(Boolean));
  }
  const faults = [];
  const state = new Map();
  const follow = (path, trail) => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      faults.push(`${path}:1 imports itself by way of ${trail.slice(trail.indexOf(path) + 1).join(', ')}`);
      return;
    }
    state.set(path, 'open');
    for (const next of imports.get(path) ?? []) follow(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of imports.keys()) follow(path, []);
  return faults;
}
