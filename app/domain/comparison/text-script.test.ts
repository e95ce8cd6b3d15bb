import { describe, expect, test } from 'vitest';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { findOtherScript, type ScriptCode } from './text-script';

const samples: Record<LanguageCode, string> = {
  en: 'Your iron is a little low. Take one tablet each morning.',
  hi: 'आपका आयरन थोड़ा कम है। रोज़ सुबह एक गोली लें।',
  bn: 'আপনার আয়রন একটু কম। প্রতিদিন সকালে একটি বড়ি খান।',
  mr: 'तुमचे लोह थोडे कमी आहे. रोज सकाळी एक गोळी घ्या.',
  te: 'మీ ఐరన్ కొంచెం తక్కువగా ఉంది. రోజూ ఉదయం ఒక మాత్ర వేసుకోండి.',
  ta: 'உங்கள் இரும்புச்சத்து சற்று குறைவு. தினமும் காலையில் ஒரு மாத்திரை.',
  gu: 'તમારું આયર્ન થોડું ઓછું છે. રોજ સવારે એક ગોળી લો.',
  kn: 'ನಿಮ್ಮ ಕಬ್ಬಿಣಾಂಶ ಸ್ವಲ್ಪ ಕಡಿಮೆ ಇದೆ. ಪ್ರತಿದಿನ ಬೆಳಿಗ್ಗೆ ಒಂದು ಮಾತ್ರೆ.',
  ml: 'നിങ്ങളുടെ അയൺ അല്പം കുറവാണ്. എന്നും രാവിലെ ഒരു ഗുളിക കഴിക്കുക.',
  ur: 'آپ کا آئرن تھوڑا کم ہے۔ روز صبح ایک گولی لیں۔',
};

const scriptOfSample: Record<LanguageCode, ScriptCode> = {
  ...{ en: 'Latn', hi: 'Deva', mr: 'Deva', bn: 'Beng', te: 'Telu', ta: 'Taml' },
  ...{ gu: 'Gujr', kn: 'Knda', ml: 'Mlym', ur: 'Arab' },
};

test.each(languageCodes)(
  'a text in %s has another script than every language but those that share it',
  (code) => {
    for (const language of languageCodes) {
      const isShared = scriptOfSample[language] === scriptOfSample[code];
      expect(findOtherScript(samples[code], language), language).toBe(
        isShared ? undefined : scriptOfSample[code],
      );
    }
  },
);

describe('a text in the letters of its language', () => {
  test.each<[string, LanguageCode, string]>([
    ['with medicine names and doses', 'hi', 'Metformin 500 mg सुबह-शाम लें। Tab Atorvastatin 10 mg रात को।'],
    ['with more medicine names than words', 'te', 'Paracetamol 650 mg రోజుకు మూడుసార్లు, ORS, Zinc 20 mg ఒకసారి'],
    ['with abbreviations', 'ur', 'HbA1c 8.2 ہے، TSH 4.1، LDL 160۔ شوگر زیادہ ہے۔'],
    ['with a name at its end', 'ml', 'കരൾ സാധാരണമാണ്. ഡോ. Meera Nair, MD'],
    ['with numbers in Latin digits', 'bn', 'আপনার শর্করা 180 mg/dL, চাপ 140/90।'],
    [
      'with an English sentence beside a longer one',
      'mr',
      `${samples.mr} ${samples.mr} See a doctor today please.`,
    ],
    ['with one word of another script', 'en', 'Take the tablets with नींबू पानी each morning, please.'],
    ['in capitals and accents', 'en', 'VOTRE BILAN EST NORMAL, À BIENTÔT.'],
  ])('%s passes', (_kind, language, text) => {
    expect(findOtherScript(text, language)).toBeUndefined();
  });
});

describe('a text too short to judge', () => {
  test.each(['', '  \n', '500', '12,5 / 140-90 !', 'OK', 'Metformin 500 mg', 'ठीक है', 'Tab Crocin 650 mg'])(
    '%j passes in every language',
    (text) => {
      for (const language of languageCodes) expect(findOtherScript(text, language)).toBeUndefined();
    },
  );
});

test.each<[string, LanguageCode, string, ScriptCode]>([
  ['English with one Hindi word', 'hi', 'Your report is normal and nothing needs to be done, धन्यवाद', 'Latn'],
  ['Hindi in Latin letters', 'hi', 'Aap theek hain, dawai roz subah lein', 'Latn'],
  [
    'a prescription in Latin letters',
    'ta',
    'Tab Metformin 500 mg BD\nTab Atorvastatin 10 mg HS\nReview 2/52',
    'Latn',
  ],
  ['Urdu for a Hindi reader', 'hi', samples.ur, 'Arab'],
  ['Punjabi for a Hindi reader', 'hi', 'ਤੁਹਾਡਾ ਖੂਨ ਥੋੜ੍ਹਾ ਘੱਟ ਹੈ।', 'Guru'],
  ['Devanagari digits beside English', 'hi', 'Take two tablets every day: १२३४५६७८९०१२३४५६७८९०', 'Latn'],
  [
    'Hindi with medicine names for an English reader',
    'en',
    'Metformin 500 mg सुबह-शाम खाने के बाद लें और मीठा कम करें।',
    'Deva',
  ],
])('%s is in another script', (_kind, language, text, script) => {
  expect(findOtherScript(text, language)).toBe(script);
});
