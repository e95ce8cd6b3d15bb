// Reads files of settings (`.env`) before anything is installed: Node's own modules only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, TextDecoder } from 'node:util';

const assignment =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*("[^"]*"|'[^']*'|`[^`]*`|[^\r\n]*)([^\r\n]*)$/gm;

/** Names that have a meaning for Node or the system and are not settings. */
const foreignName = /^(NODE_|UV_|TZ$|TMPDIR$|(HTTPS?|NO|ALL)_PROXY$)/i;

const maxTypos = 2;

/**
 * Reads a file of settings.
 *
 * @param path the file.
 * @param settingNames the names of all settings; if empty, names are not checked.
 * @returns `values` by name; `problems`, sentences for which a start has to be refused, none of
 * which shows a value; and `warnings`, sentences about unknown or repeated names.
 */
export function readEnvFile(path, settingNames = readSettingNames()) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return refuse(`${path} cannot be read (${error.code}).`);
  }
  if (bytes.includes(0)) return refuse(`${path} is saved as UTF-16. Save it as UTF-8.`);
  let text;
  try {
    // The decoder drops a byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(`${path} is not saved as UTF-8. Save it as UTF-8.`);
  }
  return { values: parseEnv(text), ...checkLines(text, path, settingNames) };
}

const refuse = (problem) => ({ values: {}, problems: [problem], warnings: [] });

function checkLines(text, path, settingNames) {
  const problems = [];
  const warnings = [];
  const lineOfName = new Map();
  const remainder = text.replace(assignment, (whole, name, value, end, offset) => {
    const line = text.slice(0, offset).split('\n').length;
    const where = `${path}, line ${line}: ${name}`;
    const isQuoted = /^(["'`]).*\1$/s.test(value);
    if (!isQuoted && /^["'`]/.test(value)) problems.push(`${where}: the quotation mark is not closed.`);
    else if (!isQuoted && /\S#/.test(value))
      problems.push(`${where}: everything after # is ignored. Put quotation marks around the value.`);
    else if (isQuoted && /^[^\s#]/.test(end))
      problems.push(`${where}: everything after the second quotation mark is ignored.`);
    if (lineOfName.has(name)) warnings.push(`${where} is also set in line ${lineOfName.get(name)}.`);
    lineOfName.set(name, line);
    if (settingNames.length > 0 && !settingNames.includes(name) && !foreignName.test(name))
      warnings.push(`${where} is not a setting.${suggest(name, settingNames)}`);
    return whole.replace(/[^\n]/g, '');
  });
  remainder.split('\n').forEach((content, index) => {
    // Node takes such a line for the beginning of the next line's name.
    if (!/^\s*(#|$)/.test(content)) problems.push(`${path}, line ${index + 1} has no =.`);
  });
  return { problems, warnings };
}

/**
 * Finds names in an environment that look like misspelt settings.
 *
 * @param environment name → value; most of its names belong to other programs.
 * @returns a warning for each name that is up to two typing errors away from a setting's name.
 */
export function findMisspeltNames(environment, settingNames = readSettingNames()) {
  return Object.keys(environment)
    .filter((name) => name.length > 5 && !settingNames.includes(name) && !foreignName.test(name))
    .map((name) => ({ name, suggestion: suggest(name, settingNames) }))
    .filter(({ suggestion }) => suggestion)
    .map(({ name, suggestion }) => `${name} in the environment is not a setting.${suggestion}`);
}

/**
 * Returns the names of all settings, as `.env.example` lists them; none if that file is missing.
 */
export function readSettingNames() {
  try {
    const example = readFileSync(
      join(fileURLToPath(new URL('../..', import.meta.url)), '.env.example'),
      'utf8',
    );
    return [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]);
  } catch {
    return [];
  }
}

function suggest(name, settingNames) {
  const closest = settingNames
    .map((setting) => ({ setting, typos: countTypos(name.toUpperCase(), setting) }))
    .sort((a, b) => a.typos - b.typos)[0];
  return closest && closest.typos <= maxTypos ? ` Did you mean ${closest.setting}?` : '';
}

/** Counts the letters to insert, remove, replace or swap with their neighbour between two words. */
function countTypos(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? rows[i - 2][j - 2] + 1 : Number.POSITIVE_INFINITY;
      rows[i].push(Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced, swapped));
    }
  }
  return rows[a.length][b.length];
}
