import { useEffect, useRef } from 'react';
import { type Control, setNatively } from '~/ui/forms/keep-input';
import { fromBase64, openValue, sealValue, toBase64 } from './sealing';
import { useUpload } from './upload-progress';
import { forgetForm, isExpired, startKeepingForm, unsentForm } from './waiting-flag';
import { KeyGone, openKey } from './waiting-key';

type Value = [name: string, value: string];

/** Milliseconds without input after which the form is stored. */
const quietMs = 500;

const placeOf = (owner: string) => `unsent/${owner}`;

/**
 * Lists the controls that users type or choose in. A tick is a consent, and a browser gives no file
 * back, so neither is stored.
 */
const listControls = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is Control =>
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement ||
      (element instanceof HTMLInputElement && !['hidden', 'file', 'checkbox'].includes(element.type)),
  );

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  if (control instanceof HTMLInputElement && control.type === 'radio')
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

const listChangedNames = (form: HTMLFormElement) =>
  new Set(
    listControls(form)
      .filter(isChanged)
      .map(({ name }) => name),
  );

/** Reads the fields that differ from the rendered ones. */
function readChangedValues(form: HTMLFormElement): Value[] {
  const changedNames = listChangedNames(form);
  return [...new FormData(form)].filter(
    (field): field is Value => typeof field[1] === 'string' && changedNames.has(field[0]),
  );
}

/** Fills in values, and tells the page as if they had been typed. */
function fillIn(form: HTMLFormElement, values: Value[]) {
  const valueByName = new Map(values);
  for (const control of listControls(form)) {
    const value = valueByName.get(control.name);
    if (value === undefined) continue;
    if (control.type === 'radio') setNatively(control, 'checked', control.value === value);
    else setNatively(control, 'value', value);
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Stores the input of a form, sealed. Without a key or room it is not stored. */
async function keepForm(form: HTMLFormElement, owner: string): Promise<void> {
  const values = readChangedValues(form);
  if (values.length === 0) return forgetForm();
  const store = startKeepingForm();
  const { id: keyId, key } = await openKey(owner);
  const sealed = await sealValue(key, values, placeOf(owner));
  store({ owner, at: Date.now(), keyId, sealed: toBase64(await sealed.arrayBuffer()) });
}

/**
 * Opens the input that this browser stores for an account.
 *
 * @returns undefined if there is none, or it cannot be read now. What can never be read again is
 * removed.
 */
async function openForm(owner: string): Promise<Value[] | undefined> {
  const stored = unsentForm();
  if (stored?.owner !== owner || isExpired(stored.at)) return undefined;
  try {
    const { key } = await openKey(owner);
    return await openValue<Value[]>(key, new Blob([fromBase64(stored.sealed)]), placeOf(owner));
  } catch (error) {
    const isLost = error instanceof KeyGone || (error as Error).name === 'OperationError';
    if (isLost) forgetForm();
    return undefined;
  }
}

type Props = {
  formId: string;
  /** ID of the account that the form is rendered for. */
  owner: string;
  /** The server's answer to the form. Its input is newer than what is stored. */
  answer: unknown;
  /**
   * Called once the form was looked for, with a function that removes it from page and browser, and
   * again without one when that is done. Without one there is nothing to fill in.
   */
  onFill(discard: (() => void) | undefined): void;
};

/**
 * Stores the input of an upload form, so that it survives a closed tab, and fills it in again. It
 * ends like the waiting reports: at a log-out on any device, for another account, after 72 hours.
 */
export function UnsentForm({ formId, owner, answer, onFill }: Props) {
  const isStopped = useUpload() === 'stopped';
  const isFilling = useRef(false);
  const hasRun = useRef(false);
  const fill = (values: Value[]) => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return undefined;
    const changedNames = listChangedNames(form);
    const fitting = values.filter(([name]) => !changedNames.has(name));
    const current = new FormData(form);
    // Nothing may have been chosen before.
    const before = fitting.map(([name]): Value => [name, String(current.get(name) ?? '')]);
    isFilling.current = true;
    fillIn(form, fitting);
    isFilling.current = false;
    return fitting.length > 0 ? before : undefined;
  };
  const discard = (replaced: Value[]) => {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) fillIn(form, replaced);
    forgetForm();
    onFill(undefined);
    form?.querySelector<HTMLElement>('[type="file"]')?.focus();
  };
  const openNow = useRef(async () => {
    const values = await openForm(owner);
    const replaced = values && fill(values);
    onFill(replaced && (() => discard(replaced)));
  });
  const isAnswered = useRef(answer !== undefined);
  useEffect(() => {
    if (!isAnswered.current) openNow.current();
  }, []);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: number | undefined;
    const keep = () => {
      window.clearTimeout(timer);
      keepForm(form, owner).catch(() => undefined);
    };
    const note = () => {
      window.clearTimeout(timer);
      if (!isFilling.current) timer = window.setTimeout(keep, quietMs);
    };
    form.addEventListener('input', note);
    form.addEventListener('submit', keep);
    // A refused or stopped form is on the page alone again, and some input may be from before this
    // script. A form that is sent again is not stored: its report may arrive first.
    const isEarlierInput = !hasRun.current && listChangedNames(form).size > 0;
    hasRun.current = true;
    if (answer !== undefined || isStopped || isEarlierInput) note();
    return () => {
      window.clearTimeout(timer);
      form.removeEventListener('input', note);
      form.removeEventListener('submit', keep);
    };
  }, [formId, owner, answer, isStopped]);
  return null;
}
