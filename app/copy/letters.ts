import { catalogues } from './catalogues';
import type { Catalogue, CopyValues } from './en';
import type { Language } from './languages';
import { htmlOf } from './letterHtml';
import { fill } from './show';

/** What each letter is filled in with. None of it is health data; only the contact page's words go to the clinic as they were typed. */
export type LetterFacts = {
  code: { code: string; minutes: number };
  alreadyHaveAccount: Record<string, never>;
  resetPassword: { token: string; minutes: number };
  passwordChanged: Record<string, never>;
  manyWrongLogins: Record<string, never>;
  reviewReady: { patientId: string };
  translationReady: { patientId: string };
  reportsWait: { count: number };
  accountApproved: Record<string, never>;
  accountRejected: Record<string, never>;
  accountSuspended: Record<string, never>;
  accountRestored: { isApproved: boolean };
  contactMessage: { name: string; email: string; message: string };
  messageWaits: { kind: 'query' | 'callback' };
};

export type LetterName = keyof LetterFacts;

type House = { productName: string; publicUrl: string };
type Words = { subject: string; text: string };
type Key = keyof Catalogue['letters'];
type Written = Key extends infer Each ? (Each extends `${infer Name}.subject` ? Name : never) : never;

/** Which sentences a letter has, and what fills them in. */
const written: {
  [Name in LetterName]?: (facts: LetterFacts[Name]) => { as?: Written; values?: CopyValues };
} = {
  accountRestored: ({ isApproved }) => ({ as: isApproved ? 'accountRestored' : 'accountToWait' }),
  contactMessage: ({ name, email, message }) => ({
    values: { name: name || '–', email: email || '–', message },
  }),
  messageWaits: ({ kind }) => ({ as: kind === 'query' ? 'queryWaits' : 'callBackWaits' }),
};

type Letter<Name extends LetterName> = { letter: Name; facts: LetterFacts[Name]; language: Language };

/** The words of every letter of one house, as plain text and as HTML: what the postman is given. In: which one, what fills it in, the reader's language. */
export const lettersOf =
  (house: House) =>
  <Name extends LetterName>({ letter, facts, language }: Letter<Name>): Words & { html: string } => {
    const { as = letter as Written, values = facts as CopyValues } = written[letter]?.(facts) ?? {};
    const { letters } = catalogues[language];
    const say = (key: Key) => fill(language, letters[key], { ...house, ...values });
    const words = {
      subject: say(`${as}.subject`),
      text: [letters.greeting, say(`${as}.text`), house.productName].join('\n\n'),
    };
    return { ...words, html: htmlOf({ ...words, language, publicUrl: house.publicUrl }) };
  };
