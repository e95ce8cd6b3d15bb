export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const reachable = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]';

/**
 * Returns everything that can be edited, selected or focused, by a name that is stable across
 * renderings of the page.
 */
function reachables() {
  const elementsByName = new Map<string, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>(reachable)) {
    const { name = '', type = '', value = '' } = element as HTMLInputElement;
    const choice = type === 'radio' || type === 'checkbox' ? value : '';
    const form = (element as HTMLInputElement).form?.id ?? '';
    const about = [element.tagName, form, name, type, choice, element.getAttribute('href')].join(' ');
    let nth = 0;
    while (elementsByName.has(`${about} ${nth}`)) nth += 1;
    elementsByName.set(`${about} ${nth}`, element);
  }
  return elementsByName;
}

/**
 * Sets a property through its native setter. React notices only changes that it did not make
 * itself.
 */
export function setNatively(control: Control, property: 'value' | 'checked', to: string | boolean) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property)?.set?.call(control, to);
}

/**
 * Copies the input of one control to another.
 *
 * @returns true if there was any.
 */
function carryOver(from: Control, to: Control): boolean {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.type === 'file') {
      if (!from.files?.length) return false;
      to.files = from.files;
      return true;
    }
    if (from.type === 'radio' || from.type === 'checkbox') {
      if (from.checked === from.defaultChecked) return false;
      setNatively(to, 'checked', from.checked);
      return true;
    }
  }
  const isUntouched =
    from instanceof HTMLSelectElement
      ? [...from.options].every((option) => option.selected === option.defaultSelected)
      : from.value === from.defaultValue;
  if (isUntouched) return false;
  setNatively(to, 'value', from.value);
  return true;
}

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/**
 * Moves the focus along with caret or selection. Controls for e-mail addresses do not report
 * theirs.
 */
function carryFocus(from: HTMLElement, to: HTMLElement) {
  to.focus({ preventScroll: true });
  if (!isControl(from) || !isControl(to) || 'options' in from || 'options' in to) return;
  const { selectionStart, selectionEnd, selectionDirection } = from;
  if (selectionStart !== null)
    to.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
}

/**
 * Keeps input and focus while React hydrates a page that a translator or an extension has changed.
 * React then renders the whole document again. Call it before hydration.
 *
 * @returns `restore`, to be called right after that rendering; `end`, to be called after hydration.
 */
export function keepInput() {
  const oldElements = reachables();
  const { activeElement } = document;
  let focusedElement = activeElement instanceof HTMLElement ? activeElement : undefined;
  let top = window.scrollY;
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) focusedElement = target;
  };
  // A control removed from the page was not left by the user.
  const onBlur = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === focusedElement && target instanceof Node && target.isConnected)
        focusedElement = undefined;
    });
  const onScroll = () => {
    top = window.scrollY;
  };
  window.addEventListener('focusin', onFocus);
  window.addEventListener('focusout', onBlur);
  window.addEventListener('scroll', onScroll);

  const restore = () => {
    const newElements = reachables();
    const modifiedControls: Control[] = [];
    for (const [name, from] of oldElements) {
      const to = newElements.get(name);
      if (from.isConnected || !to) continue;
      oldElements.delete(name);
      if (isControl(from) && isControl(to) && carryOver(from, to)) modifiedControls.push(to);
      if (from === focusedElement) carryFocus(from, to);
    }
    if (window.scrollY !== top) window.scrollTo(window.scrollX, top);
    // Listeners of the new controls are added after this rendering.
    setTimeout(() => {
      for (const control of modifiedControls) {
        for (const type of ['click', 'input', 'change']) {
          control.dispatchEvent(new Event(type, { bubbles: true }));
        }
      }
    });
  };
  const end = () => {
    window.removeEventListener('focusin', onFocus);
    window.removeEventListener('focusout', onBlur);
    window.removeEventListener('scroll', onScroll);
  };
  return { restore, end };
}
