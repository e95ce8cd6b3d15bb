import type { MessageKey } from '~/i18n/messages/en';
import type { Newcomer } from './use-newcomer';

const ofOneself = { ownBirthYear: 'people.birthYear', ownSex: 'people.sex' } as const;
const ofNewcomer = {
  personName: 'people.name',
  birthYear: 'people.birthYear',
  sex: 'people.sex',
  relation: 'people.relation',
} as const;

/**
 * What is missing of whom a report is about, before a byte of it is sent. Takes what was typed, and
 * what is known of somebody new.
 *
 * @returns field → the key of its sentence.
 */
export function missingOf(formData: FormData, newcomer: Newcomer, isMinor: boolean) {
  const said = (name: string) => String(formData.get(name) ?? '').trim();
  const chosen = said('personId');
  const wanted: Record<string, MessageKey> = {
    ...(chosen === '' && { personId: 'people.whose' }),
    ...(chosen === 'self' && ofOneself),
    ...(chosen === 'new' && ofNewcomer),
    ...((isMinor || (chosen === 'new' && newcomer.is === 'minor')) && { guardianName: 'people.guardian' }),
  };
  return Object.entries(wanted).filter(([name]) => name === 'personId' || said(name) === '');
}
