import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clinicMost } from '~/domain/clinic/clinic-constants';
import { allLanguages, type Language } from '~/i18n/languages';
import { makeTextComposer, maxSenderUnits } from './compose-text';
import { textNames } from './text-names';
import { measureText } from './text-parts';

const publicUrl = 'https://second.clinic.example';
const address = `${publicUrl}/login`;
/** Doctors are told of at most twenty at a time. */
const params = { count: 20 };

const writeTexts = (language: Language, senderName: string, url = publicUrl) =>
  textNames.map(
    (name) => makeTextComposer(() => ({ senderName, publicUrl: url }))({ name, params, language }).text,
  );

const formatSize = (text: string) => {
  const { units, parts } = measureText(text);
  return `${units} (${parts})`;
};

/** A row of the table in docs/text-messages.md, for a usual sender and for the longest. */
function formatRow(language: Language): string {
  const usual = writeTexts(language, 'SecondLook').map(formatSize);
  const longest = writeTexts(language, 'S'.repeat(maxSenderUnits)).map(formatSize);
  return `| ${[language, ...usual.map((size, index) => `${size}, ${longest[index]}`)].join(' | ')} |`;
}

test('the longest sender is the one that admins may type', () => {
  expect(maxSenderUnits).toBe(clinicMost.sender);
});

test.each(allLanguages)('each text in %s has at most two parts, with its address', (language) => {
  for (const sender of ['SecondLook', 'S'.repeat(40), 'क'.repeat(40), '😀'.repeat(20)])
    for (const text of writeTexts(language, sender)) {
      expect(measureText(text).parts, text).toBeLessThanOrEqual(2);
      expect(text.startsWith(`${sender}: `) && text.endsWith(` ${address}`), text).toBe(true);
      expect(text).not.toMatch(/[{}\p{Cc}]|undefined/u);
    }
});

test('the table of lengths in the guide is right', () => {
  const guide = readFileSync('docs/text-messages.md', 'utf8');
  expect(guide).toContain(allLanguages.map(formatRow).join('\n'));
  expect(guide).toContain(`\`${address}\``);
});

test.each(allLanguages)('a text in %s loses a long address before it has a third part', (language) => {
  const longUrl = `https://${'clinic'.repeat(60)}.example`;
  for (const sender of ['SecondLook', 'க'.repeat(40), 'க'.repeat(400), `${'S'.repeat(39)}😀`])
    for (const text of writeTexts(language, sender, longUrl)) {
      expect(measureText(text).parts, text).toBeLessThanOrEqual(2);
      expect(text).not.toMatch(/clinic|[\ud800-\udbff](?![\udc00-\udfff])/);
      expect(text).toMatch(/: .+[.।۔]$/);
    }
});

test('the sender stands in one line, however it was typed', () => {
  const compose = makeTextComposer(() => ({ senderName: ' Second\r\nLook\u2028\u0007 ', publicUrl }));
  expect(compose({ name: 'answer', params: {}, language: 'en' })).toEqual({
    number: 1,
    text: `Second Look: Something new waits for you. Please log in. ${address}`,
  });
});

test('an alert says how many wait', () => {
  const compose = makeTextComposer(() => ({ senderName: 'SecondLook', publicUrl }));
  expect(compose({ name: 'alert', params: {}, language: 'en' }).text).toContain('waiting for you: 1.');
  expect(compose({ name: 'alert', params: { count: 3 }, language: 'hi' })).toMatchObject({
    number: 6,
    text: expect.stringContaining('3'),
  });
});

/** The words of the glossary that tell of an illness or a doctor, in each language. */
const glossary = readFileSync('app/i18n/messages/glossary.md', 'utf8').split('\n');
const healthRows = ['report', 'doctor', 'expert', 'review', 'patient', 'clinic', 'medicine', 'blood test'];
const glossaryNames = 'Hindi Bengali Marathi Telugu Tamil Gujarati Kannada Malayalam Urdu'.split(' ');

test.each(allLanguages)('no text in %s has a word of health', (language) => {
  const [head = ''] = glossary.filter((line) => line.startsWith('| English |'));
  expect(
    head
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim()),
  ).toEqual(glossaryNames);
  const column = ['en', 'hi', 'bn', 'mr', 'te', 'ta', 'gu', 'kn', 'ml', 'ur'].indexOf(language) + 1;
  const words = healthRows.flatMap((row) => {
    const cells = glossary.find((line) => line.startsWith(`| ${row} |`))?.split('|');
    return (cells?.[column] ?? '').split(/[(),;:/]/).map((word) => word.trim());
  });
  expect(words.filter(Boolean).length).toBeGreaterThanOrEqual(healthRows.length);
  for (const text of writeTexts(language, 'SecondLook', 'https://a.example'))
    for (const word of words.filter((each) => each.length > 2))
      expect(text.toLowerCase(), word).not.toContain(word.toLowerCase());
});

test.each(allLanguages)('the texts in %s differ, so that each can be registered', (language) => {
  expect(new Set(writeTexts(language, 'SecondLook')).size).toBe(textNames.length);
});
