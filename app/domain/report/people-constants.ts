import { clinicDay } from '~/domain/kernel/days';
import type { MessageKey } from '~/i18n/message-keys';
import type { PersonRelation } from '~/platform/enums';

/** How many people an account may send reports for. */
export const maxPeople = 20;

/** The `personId` of a report that names nobody, as in the list of a patient. */
export const nobody = 'none';

export const maxPersonName = 60;
export const maxGuardianName = 120;
export const firstBirthYear = 1900;

/** The year of a moment by the clinic's clock. Takes milliseconds. */
export const yearOf = (at: number) => Number(clinicDay(at).slice(0, 4));

/**
 * Decides if a person, the sender included, may be under 18: only the year of birth is known, so a
 * person who becomes 18 in this year counts. Takes the year.
 */
export const mayBeUnder18 = ({ birthYear }: { birthYear: number | null }, year: number): boolean =>
  birthYear !== null && year - birthYear <= 18;

/** What somebody is called in an e-mail: the first word of their name. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/**
 * Names the consent that a report needs: the sender's own, the one of another adult whose year of
 * birth is known or not, or the one of a parent or guardian.
 */
export const consentKinds = ['own', 'other', 'otherOfAge', 'guardian'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** The sentence that is agreed to, each in the version of `consentWordingVersions`. */
export const consentSentences = {
  own: 'upload.consentLabel',
  other: 'consent.other',
  otherOfAge: 'consent.otherOfAge',
  guardian: 'consent.guardian',
} as const satisfies Record<ConsentKind, MessageKey>;

type Person = { birthYear: number | null; relation: PersonRelation };

/**
 * Decides which consent a report needs. Takes whom it is about, null where that was not given, and
 * the year.
 */
export function consentKindOf(person: Person | null, year: number): ConsentKind {
  if (!person) return 'own';
  if (mayBeUnder18(person, year)) return 'guardian';
  if (person.relation === 'self') return 'own';
  return person.birthYear === null ? 'otherOfAge' : 'other';
}
