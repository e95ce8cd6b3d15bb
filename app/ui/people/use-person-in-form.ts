import { useEffect, useState } from 'react';
import { toLatinDigits } from '~/domain/kernel/digits';
import { type ConsentKind, findConsentKind } from '~/domain/report/people-constants';
import type { PersonChoice } from './whose-report';

/** The patient that a form names, and the consent that it needs. */
export type PersonInForm = { selectedId: string; name: string; consentKind: ConsentKind };

type Rules = { choices: PersonChoice[]; thisYear: number };

/**
 * Follows which patient a form names.
 *
 * @param initial the fields as the form is rendered: without script nothing else is known.
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
    // The input may be from before hydration.
    note();
    form.addEventListener('input', note);
    return () => form.removeEventListener('input', note);
  }, [formId, rules]);
  return person;
}

/**
 * Finds the patient that the fields of a form name.
 *
 * @param readField returns the value of a field.
 */
export function findPersonIn(
  readField: (name: string) => unknown,
  { choices, thisYear }: Rules,
): PersonInForm {
  const field = (name: string) => String(readField(name) ?? '').trim();
  const chosenId = field('personId');
  const yearIn = (name: string) => {
    const year = toLatinDigits(field(name));
    return /^\d{4}$/.test(year) ? Number(year) : null;
  };
  const listed = choices.find(({ _id }) => _id === chosenId);
  if (listed) {
    const { name, isOneself } = listed;
    // The fields of the account holder are newer than the list.
    const birthYear = chosenId === 'self' ? yearIn('ownBirthYear') : listed.birthYear;
    const relation = isOneself ? 'self' : 'other';
    return { selectedId: chosenId, name, consentKind: findConsentKind({ birthYear, relation }, thisYear) };
  }
  if (chosenId === 'new') {
    const person = { birthYear: yearIn('birthYear'), relation: 'other' } as const;
    return {
      selectedId: chosenId,
      name: field('personName'),
      consentKind: findConsentKind(person, thisYear),
    };
  }
  return { selectedId: chosenId, name: '', consentKind: 'own' };
}
