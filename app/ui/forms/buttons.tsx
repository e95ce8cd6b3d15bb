import { useLocation } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import { usePageNavigation } from '~/ui/connection/connection';
import { Icon, type IconName } from '~/ui/icon';
import { PostForm } from '~/ui/notices/post-form';

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

/** The button of a form in a row of its own, no wider than its words. */
export function SubmitRow(button: ComponentProps<typeof SubmitButton>) {
  return (
    <div>
      <SubmitButton {...button} />
    </div>
  );
}

type Props = ComponentProps<typeof SubmitButton> & {
  /** The name of the operation that it sends. */
  operation: string;
  /** The path that it posts to. */
  action: string;
  fields?: Record<string, string>;
  /** Whether the page's own query goes along, so that a list stays as it was filtered. */
  keepsQuery?: boolean;
  formClass?: string;
};

/** A form that is one button: nothing has to be filled in. */
export function ActionButton({
  operation,
  action,
  fields = {},
  keepsQuery = false,
  formClass,
  ...button
}: Props) {
  const { search } = useLocation();
  return (
    <PostForm operation={operation} action={`${action}${keepsQuery ? search : ''}`} className={formClass}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton {...button} action={action} />
    </PostForm>
  );
}
