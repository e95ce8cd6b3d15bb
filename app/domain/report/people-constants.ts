import { clinicDay } from '~/domain/kernel/days';
import type { MessageKey } from '~/i18n/message-keys';
import type { PersonRelation } from '~/platform/enums';

/** Maximum number of people an account can send reports for. */
export const maxPeople = 20;

/** The `personId` of a report that names no person, also used by the filter of a patient's list. */
export const noPerson = 'none';

export const maxPersonName = 60;
export const maxGuardianName = 120;
export const firstBirthYear = 1900;

/**
 * Returns the year of a moment in the clinic's time zone.
 *
 * @param at milliseconds since 1970.
 */
export const toClinicYear = (at: number) => Number(clinicDay(at).slice(0, 4));

/**
 * Checks whether a person, the account holder included, may be under 18. Only the year of birth is
 * known, so a person who turns 18 this year counts.
 *
 * @param year the current year.
 */
export const mayBeUnder18 = ({ birthYear }: { birthYear: number | null }, year: number): boolean =>
  birthYear !== null && year - birthYear <= 18;

/** Returns the name by which an e-mail refers to a person: the first word of the full name. */
export const toFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/**
 * The kinds of consent a report may need: the account holder's own; for another person whose year
 * of birth shows that they are an adult; for another person who the sender confirms is an adult; or
 * that of a parent or guardian.
 */
export const consentKinds = ['own', 'other', 'otherOfAge', 'guardian'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** The sentence of each consent. `consentWordingVersions` has their versions. */
export const consentSentences = {
  own: 'upload.consentLabel',
  other: 'consent.other',
  otherOfAge: 'consent.otherOfAge',
  guardian: 'consent.guardian',
} as const satisfies Record<ConsentKind, MessageKey>;

type Person = { birthYear: number | null; relation: PersonRelation };

/**
 * Returns the consent that a report needs.
 *
 * @param person the person it is about, or null if none was stated.
 * @param year the current year.
 */
export function findConsentKind(person: Person | null, year: number): ConsentKind {
  if (!person) return 'own';
  if (mayBeUnder18(person, year)) return 'guardian';
  if (person.relation === 'self') return 'own';
  return person.birthYear === null ? 'otherOfAge' : 'other';
}
