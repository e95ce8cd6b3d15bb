// Part of npm run check: lists comment sentences that begin with a question word in place of a verb
// or a noun (CONTRIBUTING.md, Style). Ends with 1 if there is any.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const banned = /^(?:What|Who|Whom|Whose|Whoever|Whatever|Whichever|Where|Whether|How|Of|The same)\b/;
const isSource = (path) => /\.(?:tsx?|mjs)$/.test(path);

const tracked = execFileSync('git', ['ls-files', 'app', 'clients', 'tests', 'scripts', 'bench'], {
  encoding: 'utf8',
});
const sources = tracked.split('\n').filter((path) => isSource(path) && existsSync(path));
const lines = sources.flatMap((path) => listBannedSentences(path, readFileSync(path, 'utf8')));
for (const line of lines) console.error(line);
console.log(`${sources.length} sources, ${lines.length} comment sentences to rewrite`);
process.exitCode = lines.length > 0 ? 1 : 0;

/** Lists `path:line: sentence` for each banned sentence of a source. */
function listBannedSentences(path, text) {
  return listComments(path, text).flatMap(({ line, comment }) =>
    splitSentences(comment)
      .filter((sentence) => banned.test(sentence))
      .map((sentence) => `${path}:${line}: ${sentence}`),
  );
}

/** Reads the comments of a source; line comments below each other are one comment. */
function listComments(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line;
  const ranges = new Map();
  const visit = (node) => {
    const around = [
      ts.getLeadingCommentRanges(text, node.getFullStart()),
      ts.getTrailingCommentRanges(text, node.end),
    ];
    for (const range of around.flat()) if (range) ranges.set(range.pos, range);
    node.forEachChild(visit);
  };
  visit(file);
  const comments = [];
  for (const { pos, end } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const [raw, line] = [text.slice(pos, end), lineOf(pos)];
    const before = comments.at(-1);
    const isLine = raw.startsWith('//');
    if (isLine && before?.isLine && before.last === line - 1) {
      before.comment += `\n${raw.slice(2)}`;
      before.last = line;
    } else {
      comments.push({ line: line + 1, last: line, isLine, comment: raw.replace(/^\/(?:\*+|\/)|\*\/$/g, '') });
    }
  }
  return comments.filter(({ comment }) => !/^\s*(?:biome-ignore|@|#|<)/.test(comment));
}

/** Splits a comment into sentences; a tag, an item of a list and an empty line begin a new one. */
function splitSentences(comment) {
  return comment
    .replace(/^[ \t]*\* ?/gm, '')
    .split(/\n[ \t]*\n|\n[ \t]*[-*] |@(?:param|returns|throws|see)\b[^\n]*/)
    .flatMap((part) => part.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+(?=[A-Z`"])/))
    .map((sentence) => sentence.trim());
}
