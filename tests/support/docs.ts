import { posix } from 'node:path';

/** A text file: its path from the project's folder, with forward slashes, and its content. */
export type TextFile = { path: string; text: string };

/**
 * The repository that the documents are checked against: every path, without a slash after folders.
 */
export type Repository = { paths: ReadonlySet<string>; markdown: readonly TextFile[] };

const fence = /^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1[^\n]*$/gm;
const inlineCode = /(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g;
const link = /!?\[(?:[^[\]]|\[[^[\]]*\])*\]\(\s*<?([^()\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;
const linkDefinition = /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/gm;
const elsewhere = /^[a-z][a-z\d+.-]*:/i;
const citation = /(?<![\w/.-])docs\/[\w/.-]*\w(?:#[\w-]+)?/g;
const ownFolder = /^(?:app|bench|clients|deploy|docs|drizzle|public|scripts|tests|\.ci|\.github)\//;
const placeholder = /[*<>{}$…]/;

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Blanks the code of a Markdown text; everything else stays on its line. */
const withoutCode = (text: string) => text.replace(fence, blank).replace(inlineCode, blank);

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Lists the anchors of a Markdown text, as GitHub makes them of its headings. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(fence, blank).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Describes what is wrong with a path and an anchor; undefined if both exist. */
function faultOf({ paths, markdown }: Repository, path: string, anchor: string | undefined) {
  if (path !== '' && path !== '.' && !paths.has(path)) return `${path} does not exist`;
  if (!anchor) return undefined;
  const target = markdown.find((file) => file.path === path);
  if (!target) return `${path} has no anchors, such as #${anchor}`;
  return anchorsOf(target.text).has(anchor) ? undefined : `${path} has no heading for #${anchor}`;
}

/** Finds every dead relative link of the Markdown files, as `file:line what is wrong`. */
export function deadLinks(repository: Repository): string[] {
  return repository.markdown.flatMap(({ path, text }) => {
    const prose = withoutCode(text);
    return [...prose.matchAll(link), ...prose.matchAll(linkDefinition)].flatMap((match) => {
      // Code within a link's text has been blanked, but its target has not.
      const target = match[1] ?? '';
      if (elsewhere.test(target) || target.startsWith('//')) return [];
      const [file = '', anchor] = decodeURI(target).split('#');
      const full = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '');
      const fault = full.startsWith('../') ? `${target} lies outside` : faultOf(repository, full, anchor);
      return fault ? [`${path}:${lineOf(prose, match.index)} ${fault}`] : [];
    });
  });
}

/**
 * Finds every page or heading of `docs/` that a source file cites and that does not exist. A
 * decision may be cited by its number alone (`docs/adr/` and the four digits).
 */
export function deadCitations(repository: Repository, sources: readonly TextFile[]): string[] {
  const isNumbered = (path: string) =>
    /^docs\/adr\/\d{4}$/.test(path) && [...repository.paths].some((one) => one.startsWith(`${path}-`));
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(citation)].flatMap(({ 0: cited, index }) => {
      const [file = '', anchor] = cited.split('#');
      if (isNumbered(file)) return [];
      const full = repository.paths.has(`${file}.md`) ? `${file}.md` : file;
      const fault = faultOf(repository, full, anchor);
      return fault ? [`${path}:${lineOf(text, index)} ${fault}`] : [];
    }),
  );
}

/**
 * Finds every path that Markdown names in code and that the repository does not have; skips
 * patterns and placeholders.
 */
export function missingPaths({ paths, markdown }: Repository): string[] {
  return markdown.flatMap(({ path, text }) =>
    codeOf(text).flatMap(({ code, index }) =>
      code
        .split(/[\s,;()'"]+/)
        .filter((word) => ownFolder.test(word) && !placeholder.test(word))
        .map((word) => word.replace(/(?:#.*|:\d+)?[.:]?\/?$/, ''))
        .filter((word) => !paths.has(word))
        .map((word) => `${path}:${lineOf(text, index)} ${word} does not exist`),
    ),
  );
}

/**
 * Finds every `npm run …` of the Markdown files that package.json does not have, and every suite
 * that `npm run suite` does not have. A suite in capital letters stands for any suite.
 *
 * @param scripts the names in package.json.
 * @param suites the names that `npm run suite` takes.
 */
export function missingScripts(
  { markdown }: Pick<Repository, 'markdown'>,
  scripts: readonly string[],
  suites: readonly string[],
) {
  return markdown.flatMap(({ path, text }) =>
    codeOf(text).flatMap(({ code, index }) =>
      [...code.matchAll(/\bnpm run (?:-s )?(?:suite -- ([a-z][\w-]*)|([a-z][\w:-]*))/g)].flatMap(
        ([command, suite, script = 'suite']) => {
          const isThere = suite ? suites.includes(suite) : scripts.includes(script);
          return isThere ? [] : [`${path}:${lineOf(text, index)} ${command} does not exist`];
        },
      ),
    ),
  );
}

function codeOf(text: string): { code: string; index: number }[] {
  const fences = [...text.matchAll(fence)].map(({ 0: code, index }) => ({ code, index }));
  const spans = [...text.replace(fence, blank).matchAll(inlineCode)].map(({ 2: code = '', index }) => ({
    code,
    index,
  }));
  return [...fences, ...spans];
}

/**
 * Describes by how much a text exceeds the limits of its document.
 *
 * @param limits the maximum number of lines and of characters.
 */
export function tooLong({ path, text }: TextFile, limits: { lines: number; characters?: number }): string[] {
  const lines = text.trimEnd().split('\n').length;
  const { characters = Number.POSITIVE_INFINITY } = limits;
  return [
    ...(lines > limits.lines ? [`${path} has ${lines} lines, and may have ${limits.lines}`] : []),
    ...(text.length > characters
      ? [`${path} has ${text.length} characters, and may have ${characters}`]
      : []),
  ];
}
