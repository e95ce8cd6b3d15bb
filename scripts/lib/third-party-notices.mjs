// Writes the notices of the packages that an archive contains, or whose code its bundles contain.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licence } from './archive-files.mjs';
import { readIfThere, Stop } from './project.mjs';

/** Development packages whose code is in the bundles: the base styles and the loader of modules. */
export const bundledDevelopment = ['tailwindcss', 'vite'];

/**
 * Writes THIRD-PARTY-NOTICES: for each package of a list its name, version and declared licence, and
 * the text of its licence files. A package without such a file gets its authors, what its README
 * says of the licence, and the text of the declared licence.
 *
 * @param document the list of `listComponents`, as text.
 * @param folder that of `installArchivePackages`.
 * @param ownFolder the folder whose node_modules has the development packages.
 * @throws Stop if a package is not installed, or has no licence file and declares a licence whose
 *   text is not known.
 */
export function writeNotices(document, folder, ownFolder) {
  const folderOf = installedPackages(folder);
  const folders = [
    ...JSON.parse(document).components.map(({ name, version }) => {
      const installed = folderOf.get(`${name} ${version}`);
      if (!installed) throw new Stop(`${name} ${version} is in the list of packages, and not installed.`);
      return installed;
    }),
    ...bundledDevelopment.map((name) => join(ownFolder, 'node_modules', name)),
  ];
  const notices = new Set(folders.map(noticeOf).sort());
  const introduction = 'SecondLook contains code of these packages, each under its own licence.\n';
  return [introduction, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

/** Finds the folder of each installed package by its name and version. */
function installedPackages(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const paths = Object.keys(packages).filter(
    (path) => path && existsSync(join(folder, path, 'package.json')),
  );
  return new Map(
    paths.map((path) => {
      const { name, version } = readManifest(join(folder, path));
      return [`${name} ${version}`, join(folder, path)];
    }),
  );
}

const readManifest = (path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

function noticeOf(path) {
  const manifest = readManifest(path);
  const { name, version, license, homepage } = manifest;
  const declared = typeof license === 'string' ? license : (license?.type ?? '');
  const files = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licence.test(entry.name))
    .map((entry) => join(path, entry.name))
    .sort();
  const texts =
    files.length > 0
      ? [...files.map((file) => readFileSync(file, 'utf8')), ...textsReferredTo(name, declared)]
      : [copyrightOf(manifest), sectionOfReadme(path), ...declaredTexts(name, declared)];
  const head = [`${name} ${version}`, declared, homepage].filter(Boolean).join('\n');
  return `${[head, ...texts]
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n\n')}\n`;
}

function copyrightOf({ name, author, contributors }) {
  const people = [author ?? contributors ?? []].flat();
  const names = people.map((person) => (typeof person === 'string' ? person : person.name)).filter(Boolean);
  return `Copyright (c) ${names.join(', ') || `the authors of ${name}`}`;
}

/** Returns what the README of a package says of its licence, if it has a section of that name. */
function sectionOfReadme(path) {
  const readme = readdirSync(path).find((name) => /^readme\.md$/i.test(name));
  const text = readme ? readFileSync(join(path, readme), 'utf8') : '';
  return /^#+ *licen[cs](?:e|ing)\b[^\n]*\n([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(text)?.[1] ?? '';
}

/** Returns the text of a licence whose file in a package only refers to it. */
const textsReferredTo = (name, declared) => (declared === 'MPL-2.0' ? declaredTexts(name, declared) : []);

/** Returns the texts of the declared licences of a package without a licence file. */
function declaredTexts(name, declared) {
  const ids = declared.split(/[\s()]+|AND|OR/).filter(Boolean);
  const texts = ids.map((id) => readIfThere(`scripts/archive/licences/${id}.txt`));
  if (texts.length === 0 || texts.includes(undefined))
    throw new Stop(`${name} has no licence file, and scripts/archive/licences has no text of "${declared}".`);
  return texts;
}
