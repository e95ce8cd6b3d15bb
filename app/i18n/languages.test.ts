import { describe, expect, test } from 'vitest';
import { catalogues, emailTranslations, messagesByLanguage } from './catalogues';
import { allLanguages, type Language, languages, unreviewedLanguages } from './languages';
import { en } from './messages/en';
import { fillPlaceholders, toLocale } from './t';

const scripts: Record<Language, string> = {
  en: 'Latin',
  hi: 'Devanagari',
  mr: 'Devanagari',
  bn: 'Bengali',
  te: 'Telugu',
  ta: 'Tamil',
  gu: 'Gujarati',
  kn: 'Kannada',
  ml: 'Malayalam',
  ur: 'Arabic',
};

/**
 * Words that are the same in every language: types of files and tests, labels on other screens, and
 * literals that a client sends.
 */
const latinWords = new Set(
  [
    'PDF PNG GIF JPEG HEIC WebP ZIP MB MP QR SMS iPhone Settings Camera Formats Most Compatible',
    'MRI CT ECG COVID COVID-19 OTP ID NGO NGOs USA UK',
    'Spam Junk DELETE R Authenticator encryption key',
    'JSON API Idempotency-Key FILE_KEY BACKUP_EVERY BACKUP_DIR BACKUP_KEEP WEBHOOKS_ALLOW_PRIVATE SMTP_URL smtp smtps PUBLIC_URL SUPPORT_EMAIL HELPLINE OFFICE_ADDRESS docs operations i18n text-messages md npm run backup create-admin https method call multipart form data UTF-8 Content-Type charset filename changedSince Authorization Bearer',
    'a z A6 mm',
    'Maharashtra Medical Council',
    'hospital example hooks',
  ].flatMap((line) => line.split(' ')),
);

/** Sentences that consist only of such words. */
const alikeEverywhere = new Set(['MRI', 'ECG', 'OTP', 'UK', 'USA', 'N/A']);

const wholePlaceholder = /\{(\w+)(?:, plural,((?:\s*[\w=]+ \{[^{}]*\})+)\s*)?\}/g;
const addresses = (text: string) => text.match(/\{publicUrl\}[\w/?=&{}-]*/g) ?? [];

type Pair = { language: Language; translated: string; english: string };

/** The checks of a sentence against its English original. Each returns the mistakes it found. */
const checks: Record<string, (pair: Pair) => string[]> = {
  'has the placeholders of the English': ({ translated, english }) => {
    const [here, there] = [translated, english].map(
      (text) =>
        new Set([...text.matchAll(wholePlaceholder)].map(([, name, forms]) => name + (forms ? '#' : ''))),
    ) as [Set<string>, Set<string>];
    return [
      ...[...there].filter((name) => !here.has(name)).map((name) => `no {${name}}`),
      ...[...here].filter((name) => !there.has(name)).map((name) => `{${name}} too much`),
    ];
  },
  'has no brace left over': ({ translated }) => translated.replace(wholePlaceholder, '').match(/[{}]/g) ?? [],
  'has the plural forms that the language has, each with its number or its word': ({
    language,
    translated,
  }) => {
    const expectedForms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort().join(' ');
    return [...translated.matchAll(wholePlaceholder)]
      .flatMap(([, , forms]) => (forms ? [forms] : []))
      .flatMap((forms) => {
        const branches = [...forms.matchAll(/([\w=]+) \{([^{}]*)\}/g)];
        const names = branches.map(([, name = '']) => name).filter((name) => !name.startsWith('='));
        const isEmpty = branches.some(([, , text]) => !text?.trim());
        const hasNumber = branches.some(([, name, text]) => name === 'other' && text?.includes('#'));
        return names.sort().join(' ') === expectedForms && !isEmpty && hasNumber ? [] : [forms];
      });
  },
  'is not a copy of the English': ({ translated, english }) =>
    translated === english &&
    /[a-z]/i.test(translated.replace(wholePlaceholder, '')) &&
    !alikeEverywhere.has(translated)
      ? [translated]
      : [],
  'has no English words in it': ({ translated }) => latin(translated).filter((word) => !latinWords.has(word)),
  'is written in the script of the language alone': ({ language, translated }) => {
    const ownScript = new RegExp(`[\\p{Script_Extensions=${scripts[language]}}\\p{Script=Latin}]`, 'u');
    const isOwn = (letter: string) =>
      /\p{Nd}/u.test(letter)
        ? /[0-9]/.test(letter)
        : ownScript.test(letter) || /\p{Script=Inherited}/u.test(letter);
    return (translated.match(/[\p{L}\p{M}\p{Nd}]/gu) ?? []).filter((letter) => !isOwn(letter));
  },
  'has the addresses of the English, in their order': ({ translated, english }) =>
    addresses(translated).join() === addresses(english).join() ? [] : addresses(translated),
  'has the paragraphs of the English': ({ translated, english }) =>
    paragraphs(translated) === paragraphs(english) ? [] : [`${paragraphs(translated)} paragraphs`],
};

function latin(translated: string) {
  const bare = translated
    .replace(/\{publicUrl\}[\w/?=&{}-]*/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    .replace(wholePlaceholder, (_whole, _name, forms?: string) =>
      [...(forms ?? '').matchAll(/\{([^{}]*)\}/g)].map(([, text]) => text).join(' '),
    );
  return bare.match(/\p{Script=Latin}[\p{Script=Latin}\d_]*(?:-[\p{Script=Latin}\d]+)*/gu) ?? [];
}

const paragraphs = (text: string) => text.split('\n\n').length;

const otherLanguages = allLanguages.filter((code) => code !== 'en');

/**
 * Pairs the sentences of a language with their English originals. `npm run check` reports missing
 * ones.
 */
function pairsOf(language: Language) {
  const catalogue: Record<string, Record<string, string | undefined>> = catalogues[language];
  return Object.entries(en).flatMap(([part, sentences]) =>
    Object.entries(sentences).flatMap(([key, english]) => {
      const translated = catalogue[part]?.[key];
      return translated === undefined ? [] : [{ key: `${part}/${key}`, language, english, translated }];
    }),
  );
}

describe.each(otherLanguages)('every sentence in %s', (language) => {
  const pairs = pairsOf(language);

  test.each(Object.keys(checks))('%s', (name) => {
    expect(pairs.length).toBeGreaterThan(500);
    const wrong = pairs.flatMap(({ key, ...pair }) =>
      (checks[name]?.(pair) ?? []).map((found) => `${key}: ${found}`),
    );
    expect(wrong).toEqual([]);
  });

  test('is not empty and has no spaces at its ends', () => {
    expect(
      pairs
        .filter(({ translated }) => translated === '' || translated !== translated.trim())
        .map(({ key }) => key),
    ).toEqual([]);
  });
});

describe('the checks find a wrong sentence', () => {
  const counted = '{n, plural, one {# page} other {# pages}}';
  test.each<[string, string, string]>([
    ['has the placeholders of the English', 'नमस्ते {nmae}', 'Hello {name}'],
    ['has the placeholders of the English', 'नमस्ते', 'Hello {name}'],
    ['has the placeholders of the English', '{n} पन्ने', counted],
    ['has no brace left over', 'नमस्ते {name', 'Hello {name}'],
    ['has no brace left over', '{n, plural, one {# पन्ना} other # पन्ने}}', counted],
    [
      'has the plural forms that the language has, each with its number or its word',
      '{n, plural, other {# पन्ने}}',
      counted,
    ],
    [
      'has the plural forms that the language has, each with its number or its word',
      '{n, plural, one {# पन्ना} few {# पन्ने} other {# पन्ने}}',
      counted,
    ],
    [
      'has the plural forms that the language has, each with its number or its word',
      '{n, plural, one {# पन्ना} other {पन्ने}}',
      counted,
    ],
    ['is not a copy of the English', 'Log In', 'Log In'],
    ['has no English words in it', 'आपकी Report', 'Your report'],
    ['has no English words in it', '{n, plural, one {# page} other {# पन्ने}}', counted],
    ['is written in the script of the language alone', 'ভাষা', 'Language'],
    ['is written in the script of the language alone', 'भाषा ५', 'Language 5'],
    [
      'has the addresses of the English, in their order',
      'खोलें: {publicUrl}/log-in',
      'Open: {publicUrl}/login',
    ],
    ['has the paragraphs of the English', 'एक दो', 'One\n\ntwo'],
  ])('%s: %s', (name, translated, english) => {
    expect(checks[name]?.({ language: 'hi', translated, english })).not.toEqual([]);
  });

  test('and accept a right one', () => {
    const translated = '{n, plural, one {# पन्ना} other {# पन्ने}}, PDF में: {publicUrl}/login';
    const english = `${counted}, as a PDF: {publicUrl}/login`;
    for (const check of Object.values(checks))
      expect(check({ language: 'hi', translated, english })).toEqual([]);
  });
});

test.each(otherLanguages)('a number in %s has Latin digits', (language) => {
  const translated = (count: number) =>
    fillPlaceholders(language, emailTranslations[language]['reportsWait.subject'], { count });
  expect(translated(7)).toContain('7');
  expect(translated(1234567)).toContain(new Intl.NumberFormat(toLocale(language)).format(1234567));
  expect(translated(1234567).replace(/\D/g, '')).toBe('1234567');
});

test('each language is named in its own script', () => {
  for (const code of allLanguages) {
    const own = new RegExp(`^[\\p{Script_Extensions=${scripts[code]}}\\u200c\\u200d]+$`, 'u');
    expect(languages[code].name).toMatch(own);
  }
});

test('admins are informed of every translation that no reader has checked', () => {
  for (const code of otherLanguages)
    expect(unreviewedLanguages.includes(code)).toBe(!languages[code].reviewedBy);
  expect(unreviewedLanguages).not.toContain('en');
});

test('a telephone number with spaces keeps its order in languages written from right to left', () => {
  const texts = allLanguages
    .filter((language) => languages[language].dir === 'rtl')
    .flatMap((language) => [
      ...Object.entries(messagesByLanguage[language]),
      ...Object.entries(emailTranslations[language]),
    ]);
  const withNumber = texts.filter(([, text]) => text.includes('{helpline}'));
  expect(withNumber.length).toBeGreaterThan(5);
  for (const [key, text] of withNumber) expect(text, key).toContain('\u2066{helpline}\u2069');
});
