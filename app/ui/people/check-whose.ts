import type { MessageKey } from '~/i18n/message-keys';
import type { PersonInForm } from './use-person-in-form';

/**
 * Finds what is missing of whom a report is about, before a byte of it is sent. Takes what was
 * typed, and whom that names.
 *
 * @returns field → the key of its sentence.
 */
export function missingOf(formData: FormData, { chosen, consentKind }: PersonInForm) {
  const required: Record<string, MessageKey> = {
    ...(chosen === 'new' && { personName: 'people.name', relation: 'people.relation' }),
    ...(consentKind === 'guardian' && { guardianName: 'people.guardian' }),
  };
  const isEmpty = (name: string) => String(formData.get(name) ?? '').trim() === '';
  return Object.entries(required).filter(([name]) => isEmpty(name));
}
