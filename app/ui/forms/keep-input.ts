type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const reachable = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]';

/**
 * Everything that can be typed into, chosen or focused, by what names it in any drawing of the same
 * page.
 */
function reachables() {
  const named = new Map<string, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>(reachable)) {
    const { name = '', type = '', value = '' } = element as HTMLInputElement;
    const choice = type === 'radio' || type === 'checkbox' ? value : '';
    const form = (element as HTMLInputElement).form?.id ?? '';
    const about = [element.tagName, form, name, type, choice, element.getAttribute('href')].join(' ');
    let nth = 0;
    while (named.has(`${about} ${nth}`)) nth += 1;
    named.set(`${about} ${nth}`, element);
  }
  return named;
}

/**
 * Sets a property as the browser does: React notices a change only of what it has not set itself.
 */
function set(control: Control, property: 'value' | 'checked', to: string | boolean) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property)?.set?.call(control, to);
}

/** Puts what was typed or chosen in one control into another. Whether there was anything. */
function carryOver(from: Control, to: Control): boolean {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.type === 'file') {
      if (!from.files?.length) return false;
      to.files = from.files;
      return true;
    }
    if (from.type === 'radio' || from.type === 'checkbox') {
      if (from.checked === from.defaultChecked) return false;
      set(to, 'checked', from.checked);
      return true;
    }
  }
  const isUntouched =
    from instanceof HTMLSelectElement
      ? [...from.options].every((option) => option.selected === option.defaultSelected)
      : from.value === from.defaultValue;
  if (isUntouched) return false;
  set(to, 'value', from.value);
  return true;
}

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/**
 * The caret or selection goes along where a control tells it: one for e-mail addresses does not.
 */
function carryFocus(from: HTMLElement, to: HTMLElement) {
  to.focus({ preventScroll: true });
  if (!isControl(from) || !isControl(to) || 'options' in from || 'options' in to) return;
  const { selectionStart, selectionEnd, selectionDirection } = from;
  if (selectionStart !== null)
    to.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
}

/**
 * Keeps what was typed, chosen and focused while React takes over a page that a translator or an
 * extension has changed: it then draws the whole document anew. Called before it begins.
 *
 * @returns `restore`, for right after the new drawing; `end`, for when the page has come alive.
 */
export function keepInput() {
  const before = reachables();
  const { activeElement } = document;
  let focused = activeElement instanceof HTMLElement ? activeElement : undefined;
  let top = window.scrollY;
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) focused = target;
  };
  // A control that is taken out of the page has not been left.
  const onBlur = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === focused && target instanceof Node && target.isConnected) focused = undefined;
    });
  const onScroll = () => {
    top = window.scrollY;
  };
  window.addEventListener('focusin', onFocus);
  window.addEventListener('focusout', onBlur);
  window.addEventListener('scroll', onScroll);

  const restore = () => {
    const after = reachables();
    const modified: Control[] = [];
    for (const [name, from] of before) {
      const to = after.get(name);
      if (from.isConnected || !to) continue;
      before.delete(name);
      if (isControl(from) && isControl(to) && carryOver(from, to)) modified.push(to);
      if (from === focused) carryFocus(from, to);
    }
    if (window.scrollY !== top) window.scrollTo(window.scrollX, top);
    // Whoever listens to the new controls begins to after this drawing.
    setTimeout(() => {
      for (const control of modified) {
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
