// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the made-up modules hold template literals as text.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogues, emailTranslations, messagesByLanguage } from '~/i18n/catalogues';
import { type MessageBundle, messageBundles, messagesOf } from '~/i18n/message-bundles';
import type { MessageKey } from '~/i18n/message-keys';
import { findOwnGroup, sentences } from '~/i18n/translate';
import { projectRoot } from '~/platform/project-root.server';
import { type Screen, screens } from '~/urls/screens';
import { confirmTranslation, listStale } from '../scripts/lib/english-digests.mjs';
import { missingMessages } from '../scripts/lib/missing-messages';
import { messageUse } from '../scripts/vite/message-use';

describe('the messages that a module uses', () => {
  const keys = ['a.title', 'a.hint', 'a.failed', 'report.review', 'report.Sent', 'b.longTitle', 'b.longText'];
  let app: string;
  beforeAll(() => {
    app = mkdtempSync(join(tmpdir(), 'secondlook-messages-'));
  });
  afterAll(() => rmSync(app, { recursive: true, force: true }));

  /** Returns the messages that a made-up module uses. `otherFiles` are written beside it. */
  function used(text: string, otherFiles: Record<string, string> = {}) {
    rmSync(app, { recursive: true, force: true });
    for (const [name, content] of Object.entries({ 'routes/x.tsx': text, ...otherFiles })) {
      mkdirSync(dirname(join(app, name)), { recursive: true });
      writeFileSync(join(app, name), content);
    }
    return messageUse(app, keys)('routes/x.tsx');
  }

  test.each([
    ["t('a.title')", ['a.title']],
    ["const lead = isNew ? 'a.title' : 'a.hint';", ['a.title', 'a.hint']],
    ['<p title={t(`b.${kind}Title`)} />', ['b.longTitle']],
    ['t(`report.${status}`)', ['report.review', 'report.Sent']],
    ["export const meta = pageTitle('a.title');", ['a.title']],
  ])('are found in %s', (text, found) => expect(used(text)).toEqual(found));

  test.each([
    "export const loader = () => translate('a.title');",
    "export async function action() { return translate('a.title'); }",
    '<OperationForm operation="report.review" />',
    "const form = { operation: 'report.review' };",
    "type Title = 'a.title';",
    '// a.title',
    '`${name}`',
  ])('are none in %s', (text) => expect(used(text)).toEqual([]));

  test('include those of all imports, except what only the server loads', () => {
    const text = "import { Card } from '~/ui/card';\nimport { read } from '~/domain/x.server';";
    const card = "import { Hint } from './hint';\nimport type { Row } from './row';\nt('a.title')";
    const otherFiles = {
      'ui/card.tsx': card,
      'ui/hint.ts': "t('a.hint')",
      'ui/row.ts': "t('b.longText')",
      'domain/x.server.ts': "t('b.longTitle')",
    };
    expect(used(text, otherFiles)).toEqual(['a.title', 'a.hint']);
  });

  test('include those of modules loaded later', () => {
    const others = { 'ui/card.tsx': "t('a.title')", 'ui/row.ts': "t('a.hint')" };
    const text = "type Row = typeof import('~/ui/row');\nimport('~/ui/card').then(show);";
    expect(used(text, others)).toEqual(['a.title']);
  });

  test('do not include a key that only the server names, even if a template matches it', () => {
    expect(used('t(`a.${part}`)', { 'domain/x.server.ts': "refuse('a.failed')" })).toEqual([
      'a.title',
      'a.hint',
    ]);
  });
});

/** Writes messages in English and Hindi to a folder of their own. */
function makeMessages(english: Record<string, string>, hindi: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'messages-'));
  for (const [language, texts] of Object.entries({ en: english, hi: hindi })) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, 'reports.json'), JSON.stringify(texts, null, 2));
  }
  return folder;
}

describe('a translated file', () => {
  const stale = [{ language: 'hi', file: 'reports' }];
  const hindi = { 'upload.title': 'अपलोड' };

  test('is to be read again whenever an English sentence was changed, added or removed', () => {
    const folder = makeMessages({ 'upload.title': 'Upload' }, hindi);
    const writeEnglish = (texts: Record<string, string>) =>
      writeFileSync(join(folder, 'en/reports.json'), JSON.stringify(texts));
    expect(listStale(folder)).toEqual(stale);
    expect(confirmTranslation(folder, { language: 'hi', file: 'reports' })).toEqual([]);
    expect(listStale(folder)).toEqual([]);
    const written = readFileSync(join(folder, 'hi/reports.json'), 'utf8');
    expect(JSON.parse(written)).toMatchObject(hindi);
    expect(confirmTranslation(folder, { language: 'hi', file: 'reports' })).toEqual([]);
    expect(readFileSync(join(folder, 'hi/reports.json'), 'utf8')).toBe(written);
    for (const texts of [
      { 'upload.title': 'Send' },
      { 'upload.title': 'Upload', 'upload.hint': 'A PDF' },
      {},
    ]) {
      writeEnglish(texts as Record<string, string>);
      expect(listStale(folder)).toEqual(stale);
    }
    writeEnglish({ 'upload.title': 'Upload' });
    expect(listStale(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('has its digest in the repository, and gives none to pages and e-mails', () => {
    const { $english } = catalogues.ta.reports as { $english?: string };
    expect($english).toMatch(/^[0-9a-f]{16}$/);
    const texts = [
      messagesByLanguage.ta,
      emailTranslations.ta,
      ...messageBundles.map((one) => messagesOf(one, 'ta')),
    ];
    for (const one of texts) expect(JSON.stringify(one)).not.toContain('$english');
  });
});

describe('a message that a language lacks', () => {
  const english = { reports: { 'upload.title': 'Upload', 'upload.hint': 'A PDF' } };

  test('is listed with its file', () => {
    expect(missingMessages(english, { reports: { 'upload.title': 'अपलोड' } })).toEqual([
      'reports.json upload.hint',
    ]);
    expect(missingMessages(english, {})).toEqual(['reports.json upload.title', 'reports.json upload.hint']);
    expect(missingMessages(english, english)).toEqual([]);
  });

  test('is not confirmed as read', () => {
    const folder = makeMessages(
      { 'upload.title': 'Upload', 'upload.hint': 'A PDF' },
      { 'upload.title': 'अपलोड' },
    );
    const before = readFileSync(join(folder, 'hi/reports.json'), 'utf8');
    expect(confirmTranslation(folder, { language: 'hi', file: 'reports' })).toEqual(['upload.hint']);
    expect(readFileSync(join(folder, 'hi/reports.json'), 'utf8')).toBe(before);
    rmSync(folder, { recursive: true });
  });

  test('is shown in English', () => {
    for (const [language, catalogue] of Object.entries(catalogues)) {
      const messages = messagesByLanguage[language as keyof typeof messagesByLanguage];
      expect(Object.values(messages).every(Boolean), language).toBe(true);
      for (const key of missingMessages(catalogues.en, catalogue).map((line) => line.split(' ')[1]))
        expect([key, messages[key as MessageKey]]).toEqual([key, sentences[key as MessageKey]]);
    }
    expect(Object.keys(emailTranslations.ta)).toEqual(Object.keys(catalogues.en.emails));
  });
});

describe('the messages of the pages', () => {
  const keysOf = (bundle: MessageBundle) => Object.keys(messagesOf(bundle, 'en'));

  test.each<[MessageBundle, MessageKey[], MessageKey[]]>([
    ['guests', ['home.title', 'login.submit', 'site.rights'], ['upload.title', 'judge.reject']],
    ['patients', ['upload.title', 'report.Reviewed', 'site.rights'], ['home.title', 'review.submit']],
    ['account', ['profile.title', 'gender.Other', 'site.rights'], ['upload.title', 'review.submit']],
    ['staff', ['review.submit', 'judge.rejectTitle', 'settings.title', 'site.rights'], ['home.title']],
  ])('of %s are those their screens use', (bundle, some, others) => {
    expect(keysOf(bundle)).toEqual(expect.arrayContaining(some));
    expect(keysOf(bundle).filter((key) => others.some((other) => other === key))).toEqual([]);
  });

  test('leave out those only the server uses', () => {
    const answers: string[] = [
      'report.fetched',
      'messages.failed',
      'secondFactor.wrong',
      'upload.reportType',
    ];
    for (const bundle of messageBundles.filter((one) => one !== 'all'))
      expect(
        keysOf(bundle).filter((key) => answers.includes(key)),
        bundle,
      ).toEqual([]);
  });

  const app = join(projectRoot(), 'app');

  test('that few pages show come with the data of these pages', () => {
    const useOf = messageUse(app, Object.keys(sentences));
    const groupsOf = (keys: string[]) => [...new Set(keys.flatMap((key) => findOwnGroup(key) ?? []))];
    for (const bundle of messageBundles.filter((one) => one !== 'all'))
      expect(groupsOf(keysOf(bundle)), bundle).toEqual([]);
    const missing = Object.values<Screen>(screens).flatMap(({ file }) => {
      const source = readFileSync(join(app, file), 'utf8');
      return groupsOf(useOf(file))
        .filter((group) => !source.includes('ownWords(') || !source.includes(`'${group}'`))
        .map((group) => `${file}: ${group}`);
    });
    expect(missing).toEqual([]);
  });

  const code = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^i18n\/messages\//.test(file))
    .map((file) => readFileSync(join(app, file), 'utf8'))
    .join('\n');

  test('are named in a readable way: whole, or from the group on', () => {
    expect(code.match(/\b(?:t|pageTitle)\(\s*`(?!\w+\.)[^`]*`/g) ?? []).toEqual([]);
  });

  test('are all used somewhere', () => {
    const templates = [...code.matchAll(/`(\w+\.[\w.]*)\$\{/g)].map(([, start = '']) => start);
    const isSaid = (key: string) =>
      code.includes(`'${key}'`) ||
      code.includes(`"${key}"`) ||
      templates.some((start) => key.startsWith(start));
    expect(Object.keys(sentences).filter((key) => !isSaid(key))).toEqual([]);
  });
});
