import type { ReactNode } from 'react';
import { usePageNavigation } from '~/ui/connection/connection';
import { Icon, type IconName } from '~/ui/icon';

/** The button that sends a form. While the form is on its way it says so and does nothing more. */
export function SubmitButton({
  children,
  busy,
  icon,
  variant = '',
  action,
  isOff = false,
  name,
}: {
  children: ReactNode;
  busy?: string;
  icon: IconName;
  variant?: string;
  /** The path the form posts to, where several forms share a page. */
  action?: string;
  /** Whether it does nothing for now. */
  isOff?: boolean;
  /** A field that is sent with this button alone, as `on`. */
  name?: string;
}) {
  const navigation = usePageNavigation();
  const isMine = action === undefined || navigation.formAction === action;
  const isBusy = navigation.state !== 'idle' && navigation.formMethod === 'POST' && isMine;
  return (
    <button
      type="submit"
      name={name}
      value={name && 'on'}
      className={`button ${variant}`}
      aria-disabled={isBusy || isOff}
      onClick={(event) => (isBusy || isOff) && event.preventDefault()}
    >
      {isBusy ? <Icon name="wait" className="spin" /> : <Icon name={icon} />}
      <span>{isBusy && busy ? busy : children}</span>
    </button>
  );
}
