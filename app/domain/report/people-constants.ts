import { clinicDay } from '~/domain/kernel/days';

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
