// The page of results.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { median, ratioOf } from './measure.mjs';

const packages = [
  '@remix-run/serve',
  'react',
  'better-sqlite3',
  'drizzle-orm',
  '@node-rs/argon2',
  'busboy',
  'autocannon',
];

/**
 * Builds a row that compares two series of rounds.
 *
 * @param row `work`: its name. `ours` and `theirs`: the product's and the floor's values by round,
 * in `unit`. `goal` in words, and `isMet` as a test of the ratio (ours over theirs).
 */
export function compared({ work, ours, theirs: floorTimes, unit, goal, isMet, note }) {
  const ratio = ratioOf(ours, floorTimes);
  return {
    work,
    product: spread(ours, unit),
    floor: spread(floorTimes, unit),
    ratio,
    goal,
    met: isMet?.(ratio),
    note,
  };
}

/** Builds a row of one series that is compared with an absolute bound. */
export function alone({ work, ours, unit, goal, isMet, note }) {
  return { work, product: spread(ours, unit), goal, met: isMet?.(median(ours)), note };
}

/** Formats a median with the lowest and highest value. */
export function spread(numbers, unit) {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const middle = `${figure(median(numbers))} ${unit}`;
  return numbers.length > 1 ? `${middle} (${figure(low)}–${figure(high)})` : middle;
}

const figure = (number) =>
  number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2);

/** Formats rows as a Markdown table. */
export function tableOf(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const head = ['work', 'product', 'floor', 'ratio', 'goal', 'met'];
  const body = rows.map(({ work, product = '', floor = '', ratio, goal = '', met, note }) =>
    line([
      note ? `${work} <br>_${note}_` : work,
      product,
      floor,
      ratio === undefined ? '' : ratio.toFixed(2),
      goal,
      met === undefined ? '' : met ? 'yes' : '**no**',
    ]),
  );
  return [line(head), line(head.map(() => '---')), ...body].join('\n');
}

/** Builds the whole page, with the machine and the versions it was measured on. */
export function pageOf({ rows, notes, minutes }) {
  const goals = rows.filter(({ met }) => met !== undefined);
  const missedGoals = goals.filter(({ met }) => !met).length;
  return `# What the product costs beside bare floors

Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC in ${minutes.toFixed(1)} minutes, on
${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.version}, commit ${commit()}.
${packages.map(versionOf).join(', ')}.

Figures are medians, with the lowest and the highest round beside them. The product and its floor take turns, round by
round, and the ratio is the median of the rounds' own ratios (product over floor). Both are started as \`npm start\` does
it, on the machine that sends the load. Each request asks for a different page. ${goals.length - missedGoals} of ${goals.length} goals are met.

${tableOf(rows)}

${notes.map((note) => `- ${note}`).join('\n')}
`;
}

function versionOf(name) {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  return `${name} ${version}`;
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
