import { posix } from 'node:path';
import ts from 'typescript';

/**
 * Identifiers that have a better name in this codebase, matched whole, and what to write instead.
 * The words in use are in the glossary of docs/architecture.md.
 */
const retired = new Map(
  [
    ['door doors Door Doors', 'channel'],
    ['pageDoor', 'pageAction'],
    ['apiDoor', 'apiContext'],
    ['attempt', 'runOperation, or tryCount for one of several'],
    ['Attempt', 'OperationResult'],
    ['went', 'result'],
    ['mistaken', "status: 'invalid'"],
    ['Mistake Mistakes', 'FieldError'],
    ['alwaysDone alwaysFailed', 'policy.refusalsSay'],
    ['refuses', 'refusals'],
    ['must', 'requireChange'],
    ['changed', 'execute, or modified for values'],
    ['changedInPassing', 'execute with { durable: false }'],
    ['atomicallyInPassing', 'atomically with { durable: false }'],
    ['changedIfPossible', 'executeBestEffort'],
    ['patiently', 'retryWhileLocked'],
    ['readTogether', 'readTransaction'],
    ['inPassing', 'isDurable'],
    ['noted', 'recorded'],
    ['noteListed', 'auditListAccess'],
    ['openings Opening Openings', 'accessLog'],
    ['standing Standing', 'status, or ExpertStatus'],
    ['standsAs', 'whereStatus'],
    ['judge judgeExpert', 'changeExpertStatus'],
    ['takeTry', 'consumeTry'],
    ['spendFactor', 'verifyAndConsumeFactor'],
    ['beforeFactor', 'policy.secondFactor'],
    ['mustEnroll', 'needs2faSetup'],
    ['onceByKey', 'policy.idempotencyKey'],
    ['findDone', 'findIdempotentResult'],
    ['rememberDone', 'rememberResult'],
    ['giveBack', 'refund'],
    ['waitFor', 'retryAfterSeconds'],
    ['Arrival', 'ReceivedFile'],
    ['verdict', 'inspection'],
    ['tell', 'enqueueEmail, or onProgress for a callback'],
    ['postman', 'emailWorker'],
    ['startPostman', 'startEmailWorker'],
    ['nudgePostman', 'wakeEmailWorker'],
    ['facts', 'params'],
    ['uploadFacts', 'uploadRules'],
    ['formFacts', 'formRules'],
    ['spokenOn', 'localeOf'],
    ['SpokenContext', 'LocaleContext'],
    ['Spoken', 'Locale'],
    ['openHouse', 'startServer'],
    ['openPrivateThings', 'openStores'],
    ['Landing', 'SuccessRedirect'],
    ['awayFrom', 'redirectForRefusal'],
    ['alsoSays', 'toastDetail'],
    ['shownAction partAction', 'renderAction or actionByIntent'],
    ['rightOf', 'validQuery'],
    ['rankOf', 'effectiveRole'],
    ['Rank', 'EffectiveRole'],
    ['reachOf', 'scopeOf'],
    ['Reach', 'Scope'],
    ['asked', 'query'],
    ['Asked', 'Query'],
    ['anId', 'idSchema'],
    ['yesOrNo', 'booleanField'],
    ['nothingMore', 'emptyOutput'],
    ['lately', 'recent, as in recentSince'],
    ['flowing', 'streamOf'],
    ['begun', 'started'],
    ['house', 'clinic'],
  ].flatMap(([words, better]) => words.split(' ').map((word) => [word, better])),
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

/** Where a rule is explained. */
const style = (rule) => `(CONTRIBUTING.md, Style ${rule})`;
const glossary = '(docs/architecture.md, Glossary)';

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
    faults.push(`${path}:1 is not named in kebab-case, as in report-card.tsx ${style(8)}`);
  if (!isCode(path)) return faults;
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const at = (position) => `${path}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
  const visit = (node) => {
    if (ts.isIdentifier(node) && retired.has(node.text) && !exceptions.get(node.text)?.test(path))
      faults.push(`${at(node.getStart())} says ${node.text}; write ${retired.get(node.text)} ${glossary}`);
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
        faults.push(
          `${at(start)} has a comment of ${line.length} columns; break it before ${commentWidth} ${style(9)}`,
        );
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
      return [`has a sentence without its end: ${part.slice(-40)} ${style(9)}`];
    return index > 0 && /^[a-z]/.test(part)
      ? [`has a paragraph without its beginning: ${part.slice(0, 40)} ${style(9)}`]
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
    .map(
      (tag) =>
        `${at(tag.getStart())} describes the parameter ${tag.name.getText()}, which the function does not take ${style(9)}`,
    );
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
    .map(
      (node) =>
        `${at(node.getStart())} exports a function without a sentence on it: say what it does in a /** comment */ ${style(9)}`,
    );
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
    .map(
      ([folder, count]) =>
        `${folder}:1 holds ${count} files; move those of one subject into a folder of their own ${style(11)}`,
    );
}

/** Files and functions of app/ that are too long to be read at once. */
function sizesOf(files) {
  const faults = [];
  const lengths = [];
  for (const { path, text } of files) {
    if (!path.startsWith('app/') || !isCode(path) || isTest(path) || isLongList(path)) continue;
    const lines = text.trimEnd().split('\n').length;
    if (lines > maxFileLines)
      faults.push(`${path}:1 has ${lines} lines; cut it by subject to ${maxFileLines} at most ${style(11)}`);
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const { at, name, length } of functionsIn(source)) {
      lengths.push(length);
      const isComponent = path.endsWith('x') && /^[A-Z]/.test(name);
      if (length > maxFunctionLines && !isComponent)
        faults.push(
          `${path}:${at} ${name} has ${length} lines; cut it into functions of ${maxFunctionLines} at most ${style(11)}`,
        );
    }
  }
  lengths.sort((a, b) => b - a);
  const longest = lengths[Math.floor(lengths.length / 100)] ?? 0;
  if (longest > maxFunctionLinesInHundred)
    faults.push(
      `app/:1 one function in a hundred has ${longest} lines or more; cut the longest to ${maxFunctionLinesInHundred} ${style(11)}`,
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
      faults.push(
        `${path}:1 imports itself by way of ${trail.slice(trail.indexOf(path) + 1).join(', ')}; move what both need into a file of its own (docs/architecture.md, Layers)`,
      );
      return;
    }
    state.set(path, 'open');
    for (const next of imports.get(path) ?? []) follow(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of imports.keys()) follow(path, []);
  return faults;
}
