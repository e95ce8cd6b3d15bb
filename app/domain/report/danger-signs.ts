import { z } from 'zod';
import { key } from '~/domain/kernel/fields';

const triage = 'WHO, ICRC and MSF: Interagency Integrated Triage Tool, 2020';
const basicCare = 'WHO and ICRC: Basic Emergency Care, 2018';
const pregnancyCare = 'WHO: Pregnancy, childbirth, postpartum and newborn care, 3rd edition, 2015';
const mentalCare = 'WHO: mhGAP Intervention Guide 2.0, 2016';

/**
 * The signs that the upload asks for, in the order in which they are shown, each with the source that
 * names it. A changed list, or another wording of it, has to be confirmed by the clinic again.
 */
const listedSigns = [
  { sign: 'chestPain', source: triage },
  { sign: 'breathing', source: triage },
  { sign: 'fainted', source: basicCare },
  { sign: 'suddenWeakness', source: triage },
  { sign: 'bleeding', source: triage },
  { sign: 'fits', source: triage },
  { sign: 'newbornOrPregnant', source: pregnancyCare },
  { sign: 'poisoning', source: triage },
  { sign: 'endingLife', source: mentalCare },
] as const;

/** The danger signs that a doctor of the clinic confirms before they are shown. */
export const confirmedSigns = listedSigns.map(({ sign }) => sign);

/**
 * Lists the source of each sign.
 *
 * @param count the number of sentences, of which the signs are the last.
 */
export const listSources = (count: number): string[] => [
  ...Array<string>(count - listedSigns.length).fill(''),
  ...listedSigns.map(({ source }) => source),
];

/** The tick that needs no confirmation: the laboratory or a doctor said that the report is urgent. */
const saidUrgent = 'saidUrgent';

/** Every sign of a report, in the order in which doctors read them. */
export const dangerSigns = [...confirmedSigns, saidUrgent] as const;
export type DangerSign = (typeof dangerSigns)[number];

/** The number of the national line for thoughts of ending one's life: Tele-MANAS of India. */
export const nationalLine = '14416';

/** The signs of an upload: a list, or a text with commas. Duplicates count once. */
export const dangerSignsField = z
  .preprocess(
    (input) => (typeof input === 'string' ? input.split(/[\s,]+/).filter(Boolean) : input),
    z.array(z.enum(dangerSigns, { error: key('form.choices') }), { error: key('form.choices') }),
  )
  .optional()
  .meta({
    description:
      'Danger signs of the patient that are present now. Any of them marks the report as urgent, as `urgent` does. They call no help: show `112` first. Approved experts and admins read them, nobody else. They cannot be changed later.',
    example: [],
  });

/** Lists the signs of an upload in their order. The tick `urgent` is one of them. */
export const listSignsOf = (input: { dangerSigns?: DangerSign[]; urgent?: boolean }): DangerSign[] =>
  dangerSigns.filter(
    (sign) => input.dangerSigns?.includes(sign) || (sign === saidUrgent && input.urgent === true),
  );

/** Reads the signs in a report's row. A sign of a later release is left out. */
export function parseSigns(stored: string | null): DangerSign[] {
  const signs: unknown = JSON.parse(stored ?? '[]');
  return dangerSigns.filter((sign) => Array.isArray(signs) && signs.includes(sign));
}

/** A sign in words. `english` stands beside a translation that nobody has checked. */
export type SignWords = { sign: DangerSign; words: string; english?: string };
