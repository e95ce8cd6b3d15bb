import { useHydrated } from '~/ui/hooks';

/**
 * Returns true if this browser can use passkeys on this page, false if it cannot, and undefined on
 * the server and during hydration.
 */
export function usePasskeySupport(): boolean | undefined {
  const isHydrated = useHydrated();
  return isHydrated ? 'PublicKeyCredential' in window : undefined;
}

/** Loads the code that talks to the device. It is needed at the press of a button, and not before. */
export const loadPasskeys = () => import('@simplewebauthn/browser');

/** Writes an answer of the device into a form's field `credential` and sends the form. */
export function sendCredential(form: HTMLFormElement | null, credential: object): void {
  const field = form?.elements.namedItem('credential');
  if (!(field instanceof HTMLInputElement)) return;
  field.value = JSON.stringify(credential);
  form?.requestSubmit();
}
