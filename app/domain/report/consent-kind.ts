import type { MessageKey } from '~/i18n/message-keys';
import type { PersonRelation } from '~/platform/enums';
import { mayBeUnder18 } from './people-constants';

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
