import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fold } from '~/platform/db/core/fold';
import { closeDatabase, db, foldColumn, openDatabase } from '~/platform/db/db.server';
import { lettersOfLanguages } from '../support/letters';
import { returnDatabase, takeDatabase } from '../support/test-database';

let url: string;
beforeAll(async () => {
  url = await takeDatabase();
  await openDatabase({ url, fileKey: Buffer.alloc(32, 1) });
});
afterAll(async () => {
  await closeDatabase();
  returnDatabase(url);
});

// PostgreSQL accepts no U+0000. Either database may lack the characters of a newer Unicode.
const characters = Array.from({ length: 0xfff0 }, (_value, code) => String.fromCharCode(code)).filter(
  (character) => /[\u0020-\u0896\u0898-\u1c7f\u1e00-\u206f\u3000-\u303f\ufb00-\uffef]/.test(character),
);
const isCommon = (letter: string) => /[\u0041-\u017f\u0600-\u06ff\u0900-\u0d7f]/.test(letter);
const pairs = Object.values(lettersOfLanguages).flatMap((letters) => {
  const common = letters.filter(isCommon);
  const second = common.filter((letter) => /[\p{M}कतनকளനക]/u.test(letter));
  return common.flatMap((first) => second.map((next) => first + next));
});
const names = ['D’Souza-Núñez', 'ആൻ്റണി ഗൌരി', 'कॅ\u200dथरीन सन्तोष', 'கெளரி ஶ்ரீ', 'فاطمۃ عائشہ', "a'b\\%_?$1"];

test('folds every character and pair of letters as SQLite does', async () => {
  const texts = [...characters.map((character) => `a${character}b ${character}`), ...pairs, ...names];
  const rows = await db()
    .select({ text: sql<string>`one.value`, folded: sql<string>`${foldColumn(sql`one.value`)}` })
    .from(sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as one(value)`);
  const differing = rows.filter(({ text, folded: found }) => found !== fold(text));
  expect(rows.length).toBe(texts.length);
  expect(
    differing
      .slice(0, 20)
      .map(({ text, folded: found }) => [escaped(text), escaped(found), escaped(fold(text))]),
  ).toEqual([]);
});

const escaped = (text: string) =>
  JSON.stringify(text).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
