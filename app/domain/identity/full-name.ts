/** Formats the full name of a user. Some have no family name. */
export const formatFullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

type SignedDoctor = {
  firstName: string;
  lastName: string;
  registrationNumber: string | null;
  qualification: string | null;
  council: string | null;
};

/**
 * Formats what a doctor's text is signed with: name, qualification, registration number and council.
 *
 * @param label stands before the number, in the language of the reader.
 * @returns such as "Meera Nair, MD (Radiology) · Reg. No. MMC/2011/04217 · Maharashtra Medical Council".
 */
export function formatSignature(doctor: SignedDoctor, label: string): string {
  const { registrationNumber, qualification, council } = doctor;
  const name = [formatFullName(doctor), qualification].filter(Boolean).join(', ');
  return [name, registrationNumber && `${label} ${registrationNumber}`, council].filter(Boolean).join(' · ');
}
