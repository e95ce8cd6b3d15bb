import { useEffect, useState } from 'react';
import { toLatinDigits } from '~/domain/kernel/digits';
import { type ConsentKind, consentKindOf } from '~/domain/report/people-constants';
import type { Choice } from './whose-report';

/** Names whom a form is about, and the consent that it needs. */
export type PersonInForm = { chosen: string; name: string; consentKind: ConsentKind };

type Rules = { choices: Choice[]; thisYear: number };

/**
 * Follows what a form says of whom a report is about.
 *
 * @param initial the fields as the form is drawn: without script that is all there is to know.
 */
export function usePersonInForm(
  formId: string,
  rules: Rules,
  initial: Record<string, unknown>,
): PersonInForm {
  const [person, setPerson] = useState(() => findPersonIn((name) => initial[name], rules));
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const note = () => {
      const fields = new FormData(form);
      setPerson((before) => {
        const now = findPersonIn((name) => fields.get(name), rules);
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    };
    // It may have been typed before the script came.
    note();
    form.addEventListener('input', note);
    return () => form.removeEventListener('input', note);
  }, [formId, rules]);
  return person;
}

/** Finds whom the fields of a form name. Takes how to read a field. */
export function findPersonIn(read: (name: string) => unknown, { choices, thisYear }: Rules): PersonInForm {
  const field = (name: string) => String(read(name) ?? '').trim();
  const chosen = field('personId');
  const yearIn = (name: string) => {
    const year = toLatinDigits(field(name));
    return /^\d{4}$/.test(year) ? Number(year) : null;
  };
  const known = choices.find(({ _id }) => _id === chosen);
  if (known) {
    const { name, birthYear, isOneself } = known;
    const relation = isOneself ? 'self' : 'other';
    return { chosen, name, consentKind: consentKindOf({ birthYear, relation }, thisYear) };
  }
  if (chosen === 'new') {
    const person = { birthYear: yearIn('birthYear'), relation: 'other' } as const;
    return { chosen, name: field('personName'), consentKind: consentKindOf(person, thisYear) };
  }
  const oneself = { birthYear: yearIn('ownBirthYear'), relation: 'self' } as const;
  const consentKind = consentKindOf(chosen === 'self' ? oneself : null, thisYear);
  return { chosen, name: '', consentKind };
}
