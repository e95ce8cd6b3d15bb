import { useEffect, useState } from 'react';
import { toLatinDigits } from '~/domain/kernel/fields/digits';
import { mayBeUnder18 } from '~/domain/people/constants';

/** Of somebody who is being named: whether they may be under 18; undefined until that is known. */
export type Newcomer = { name: string; is?: 'minor' | 'adult' };

/**
 * Follows what a form says of whom a report is about. Takes the form's id, and this year.
 *
 * @returns the name, and of somebody new whether a parent or guardian has to agree. Nothing without
 *   script: the page shows everything then.
 */
export function useNewcomer(formId: string, thisYear: number): Newcomer {
  const [found, setFound] = useState<Newcomer>({ name: '' });
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const note = () => setFound(read(form, thisYear));
    // It may have been typed before the script came.
    note();
    form.addEventListener('input', note);
    return () => form.removeEventListener('input', note);
  }, [formId, thisYear]);
  return found;
}

function read(form: HTMLFormElement, thisYear: number): Newcomer {
  const said = new FormData(form);
  const chosen = form.querySelector<HTMLInputElement>('[name=personId]:checked');
  if (chosen?.value !== 'new') return { name: chosen?.dataset.name ?? '' };
  const name = String(said.get('personName') ?? '').trim();
  const typed = toLatinDigits(String(said.get('birthYear') ?? '').trim());
  if (!/^\d{4}$/.test(typed)) return { name };
  const isMinor = mayBeUnder18({ birthYear: Number(typed), relation: 'other' }, thisYear);
  return { name, is: isMinor ? 'minor' : 'adult' };
}
