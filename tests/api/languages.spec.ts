import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messagesByLanguage } from '~/i18n/catalogues';
import { allLanguages, directionOf } from '~/i18n/languages';
import { serverBuild } from '../../scripts/lib/releases.mjs';
import { type Server, startServer } from '../e2e/support/server';
import { programFolder } from '../support/program.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer({ LIMIT_SCALE: '100' });
});
afterAll(() => server?.stop());

const pages = [
  ['/', 'home.title'],
  ['/about-us', 'about.visionTitle'],
  ['/contact-us', 'nav.contactUs'],
  ['/login', 'login.title'],
  ['/signup', 'nav.signUp'],
  ['/nowhere', 'error.notFound'],
] as const;

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/'/g, '&#x27;').replace(/"/g, '&quot;');

test.each(allLanguages)(
  'a built server renders every page in %s and loads that language on its first use',
  async (language) => {
    const headers = { 'Accept-Language': language };
    const words = messagesByLanguage[language];
    for (const [path, title] of pages) {
      const page = await (await fetch(`${server.url}${path}`, { headers })).text();
      expect(page).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
      expect(page, path).toContain(escaped(words[title]));
      const [, script] = /data-words="([^"]+)"/.exec(page) ?? [];
      const sentences = await (await fetch(`${server.url}${script}`)).text();
      expect(sentences).toContain(JSON.stringify(words['nav.language']));
    }
    const body = JSON.stringify({ email: 'nobody@clinic.test', password: 'a wrong password' });
    // A program gets the best language that it asks for, whatever the cookie, and English by default.
    for (const [asked, answered] of [
      [`fr, ${language}-IN;q=0.9, en;q=0.1`, language],
      ['fr', 'en'],
      [undefined, 'en'],
    ] as const) {
      const asJson = { 'Content-Type': 'application/json', Cookie: 'language=ur' };
      const refused = await fetch(`${server.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { ...asJson, ...(asked && { 'Accept-Language': asked }) },
        body,
      });
      expect(await refused.json()).toMatchObject({ message: messagesByLanguage[answered]['login.failed'] });
    }
  },
);

test('the server’s bundle is Latin-1, because one other character would double its memory', () => {
  const text = readFileSync(join(programFolder(), serverBuild), 'utf8');
  const others = [...text].filter((sign) => (sign.codePointAt(0) ?? 0) > 255);
  expect(others).toEqual([]);
});

test('the scripts name the style sheets of the pages, so that a browser loads each once', () => {
  const assets = join(programFolder(), 'build/client/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const clientText = scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n');
  const serverText = readFileSync(join(programFolder(), serverBuild), 'utf8');
  const names = new Set(serverText.match(/\/assets\/[\w-]+\.css/g));
  expect(names.size).toBeGreaterThan(3);
  expect([...names].filter((name) => !clientText.includes(name))).toEqual([]);
});
