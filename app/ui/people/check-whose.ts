import type { MessageKey } from '~/i18n/message-keys';
import type { PersonInForm } from './use-person-in-form';

/**
 * Finds the missing details of the patient before any of the report is sent.
 *
 * @param formData the input.
 * @returns pairs of a field and the message key of its label.
 */
export function findMissingFields(formData: FormData, { selectedId, consentKind }: PersonInForm) {
  const requiredFields: Record<string, MessageKey> = {
    ...(selectedId === 'new' && { personName: 'people.name', relation: 'people.relation' }),
    ...(consentKind === 'guardian' && { guardianName: 'people.guardian' }),
  };
  const isEmpty = (name: string) => String(formData.get(name) ?? '').trim() === '';
  return Object.entries(requiredFields).filter(([name]) => isEmpty(name));
}
