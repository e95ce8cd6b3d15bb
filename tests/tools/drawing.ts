// npm run suite -- drawing: draws the first page of PDFs that packages of npm and Debian ship, and of
// those in tests/fixtures, at 1,000 and 1,800 px, and compares each with pdftoppm and mutool. A file
// that differs from both has to be in tests/tools/drawing/differences.json. With --update, writes the
// list of the PDFs in the packages. With --pictures FOLDER, stores what differs.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openDecoder } from '../../app/platform/storage/decoder/decoder.server.ts';
import { command, filesUnder, root, Stop, say } from '../../scripts/lib/project.mjs';
import { comparePages, countUnproportional } from './drawing/compare.ts';
import { digestOf, fetchSources, readListed, type Source } from './drawing/fetch-files.ts';
import { fromPgm, type Page, shrink, toPage, toPicture } from './drawing/pages.ts';

const folder = join(root, 'tests/tools/drawing');
const listPath = join(folder, 'packages.json');
const place = join(root, '.cache/drawing');
const sides = [1000, 1800];
const filesMin = 150;
const differentShareMax = 0.05;
// A few tiles differ by the way that lines are smoothed.
const tilesMax = 2;
const programMs = 20_000;
const bytesMax = 8 * 1024 * 1024;

/** Files that differ from both other programs, by package and path, each with the reason. */
type Known = Record<string, { reason: string; picture: string }>;
type Result = {
  name: string;
  outcome: 'equal' | 'refused' | 'different' | 'uncompared';
  words: string;
  hasNote: boolean;
};

const { values } = parseArgs({ options: { update: { type: 'boolean' }, pictures: { type: 'string' } } });
const work = mkdtempSync(join(tmpdir(), 'drawing-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const decoder = openDecoder({ timeoutMs: 60_000 });

command(async () => {
  requirePrograms();
  const sources: Source[] = JSON.parse(readFileSync(listPath, 'utf8'));
  const folders = fetchSources(sources, place);
  if (values.update) return update(sources, folders);
  const results: Result[] = [];
  for (const [at, source] of sources.entries())
    for (const [path, digest] of Object.entries(source.files)) {
      const content = readListed(folders[at] ?? '', path, digest);
      if (!content) throw new Stop(`${path} of ${source.name} ${source.version} differs from the list.`);
      results.push(tell(await look(`${source.name}/${path}`, content)));
    }
  const fixtures = join(root, 'tests/fixtures');
  for (const file of readdirSync(fixtures).filter((name) => name.endsWith('.pdf')))
    results.push(tell(await look(`fixtures/${file}`, readFileSync(join(fixtures, file)))));
  judge(results);
  await decoder.close();
});

function tell(result: Result): Result {
  const { name, outcome, words, hasNote } = result;
  if (outcome !== 'equal') say(`${outcome}${hasNote ? ', noted' : ''}: ${name} ${words}`);
  return result;
}

function requirePrograms() {
  for (const [program, version] of [
    ['pdftoppm', '-v'],
    ['mutool', '-v'],
  ] as const)
    if (spawnSync(program, [version]).error)
      throw new Stop(`${program} is missing: apt-get install poppler-utils mupdf-tools`);
}

function update(sources: Source[], folders: string[]) {
  const listed = sources.map((source, at) => {
    const home = folders[at] ?? '';
    const paths: string[] = filesUnder(home).filter((path: string) => /\.pdf$/i.test(path));
    const files = paths.sort().flatMap((path) => {
      const content = readFileSync(join(home, path));
      return content.length <= bytesMax ? [[path, digestOf(content)]] : [];
    });
    return { ...source, files: Object.fromEntries(files) };
  });
  writeFileSync(listPath, `${JSON.stringify(listed, null, 2)}\n`);
  void decoder.close();
}

/** Draws the first page with all three programs and compares them. */
async function look(name: string, content: Buffer): Promise<Result> {
  const file = { mediaType: 'application/pdf', bytes: content.length } as const;
  let hasNote = false;
  const own: Page[] = [];
  for (const side of sides) {
    const drawn = await decoder.drawPage(async () => Readable.from([content]), { ...file, page: 1, side });
    if ('refused' in drawn) return { name, outcome: 'refused', words: drawn.refused, hasNote: true };
    hasNote ||= drawn.notes.length > 0;
    own.push(await toPage(drawn.picture));
  }
  const [small, large] = own;
  if (!small || !large) throw new Stop('No size is drawn.');
  const others = drawByOthers(content, large);
  const words: string[] = [];
  if (others)
    words.push(
      compare(large, others),
      compare(small, (await Promise.all(others.map((page) => shrink(page, small)))) as [Page, Page]),
    );
  const unproportional = countUnproportional(small, large);
  if (unproportional > tilesMax) words.push(`${unproportional} tiles differ between the sizes`);
  const problems = words.filter(Boolean).join('; ');
  if (problems && values.pictures) await keepPicture(name, [large, ...(others ?? [])]);
  if (problems) return { name, outcome: 'different', words: problems, hasNote };
  return { name, outcome: others ? 'equal' : 'uncompared', words: '', hasNote };
}

/** Says in what a page differs from both others; an empty string if it does not. */
function compare(page: Page, others: [Page, Page]): string {
  const difference = comparePages(page, others);
  if (difference === 'size') return 'another size';
  const { different, missing } = difference;
  if (different <= tilesMax && missing <= tilesMax) return '';
  return `${page.width} x ${page.height}: ${different} tiles differ, ${missing} lack ink`;
}

/** Draws the first page in the size of ours; undefined if one of the programs cannot. */
function drawByOthers(content: Buffer, { width, height }: Page): [Page, Page] | undefined {
  const file = join(work, 'page.pdf');
  writeFileSync(file, content);
  const [x, y] = [String(width), String(height)];
  const popplerSize = ['-scale-to', String(Math.max(width, height))];
  const one = drawBy('pdftoppm', [
    '-gray',
    '-cropbox',
    '-f',
    '1',
    '-l',
    '1',
    '-singlefile',
    ...popplerSize,
    file,
    join(work, 'page'),
  ]);
  const other = drawBy('mutool', [
    'draw',
    '-q',
    '-F',
    'pgm',
    '-w',
    x,
    '-h',
    y,
    '-f',
    '-o',
    join(work, 'page.pgm'),
    file,
    '1',
  ]);
  return one && other ? [one, other] : undefined;
}

function drawBy(program: string, words: string[]): Page | undefined {
  const output = join(work, 'page.pgm');
  rmSync(output, { force: true });
  const { signal } = spawnSync(program, words, { timeout: programMs, stdio: 'ignore' });
  return signal || !existsSync(output) ? undefined : fromPgm(readFileSync(output));
}

/** Stores the drawings of a page side by side: ours first. */
async function keepPicture(name: string, pages: Page[]) {
  const home = values.pictures ?? '';
  mkdirSync(home, { recursive: true });
  const side = 500;
  const input = await Promise.all(
    pages.map(async (page, at) => ({
      input: await toPicture(page).resize(side, side, { fit: 'inside' }).png().toBuffer(),
      left: at * (side + 10),
      top: 0,
    })),
  );
  const canvas = {
    width: pages.length * (side + 10),
    height: side,
    channels: 3,
    background: '#888888',
  } as const;
  await sharp({ create: canvas })
    .composite(input)
    .webp({ quality: 40 })
    .toFile(join(home, `${pictureName(name)}.webp`));
}

const pictureName = (name: string) =>
  `${name.split('/')[0]}-${basename(name, '.pdf')}`.replace(/[^\w.-]/g, '_');

/**
 * Compares the results with the list of known differences.
 *
 * @throws Stop if a file differs that is not in it, if one in it no longer differs, or if too many do.
 */
function judge(results: Result[]) {
  const known: Known = JSON.parse(readFileSync(join(folder, 'differences.json'), 'utf8'));
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  say(
    `${results.length} files: ${count('equal')} equal, ${count('different')} different, ${count('refused')} refused, ${count('uncompared')} that the others cannot draw`,
  );
  const different = results.filter(({ outcome }) => outcome === 'different').map(({ name }) => name);
  const problems = [
    ...different
      .filter((name) => !known[name])
      .map((name) => `${name} differs and is not in differences.json.`),
    ...Object.keys(known)
      .filter((name) => !different.includes(name))
      .map((name) => `${name} no longer differs.`),
    ...Object.entries(known)
      .filter(([, { picture }]) => !existsSync(join(folder, picture)))
      .map(([name]) => `${name} has no picture.`),
  ];
  const compared = count('equal') + count('different');
  if (compared < filesMin) problems.push(`Only ${compared} files were compared.`);
  if (different.length > differentShareMax * compared)
    problems.push(`${different.length} of ${compared} files differ.`);
  if (problems.length > 0) throw new Stop(problems.join('\n'));
}
