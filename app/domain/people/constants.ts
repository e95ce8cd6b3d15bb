import { clinicDay } from '~/domain/kernel/fields/days';
import type { PersonRelation } from '~/platform/enums';

/** How many people an account may send reports for. */
export const maxPeople = 20;

export const maxPersonName = 60;
export const maxGuardianName = 120;
export const firstBirthYear = 1900;

/** The year of a moment by the clinic's clock. Takes milliseconds. */
export const yearOf = (at: number) => Number(clinicDay(at).slice(0, 4));

type Born = { birthYear: number | null; relation: PersonRelation };

/**
 * Whether somebody may be under 18, and is not the sender: only the year of birth is known, so who
 * becomes 18 in this year counts. Takes the year.
 */
export const mayBeUnder18 = ({ birthYear, relation }: Born, year: number): boolean =>
  relation !== 'self' && birthYear !== null && year - birthYear <= 18;

/** What somebody is called in an e-mail: the first word of their name. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
