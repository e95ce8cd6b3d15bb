import { useLocation } from '@remix-run/react';
import type { ComponentProps, FormEventHandler, ReactNode } from 'react';
import { usePageNavigation } from '~/ui/connection/connection';
import { Icon, type IconName } from '~/ui/icon';
import { PostForm } from '~/ui/notices/post-form';

/** A submit button. While the form is being submitted it says so and is inactive. */
export function SubmitButton({
  children,
  busyLabel,
  icon,
  variant = '',
  action,
  isDisabled = false,
  name,
}: {
  children: ReactNode;
  busyLabel?: string;
  icon: IconName;
  variant?: string;
  /** The path the form posts to, if several forms share a page. */
  action?: string;
  /** True while the button is inactive. */
  isDisabled?: boolean;
  /** A field that only this button submits, with the value `on`. */
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
      aria-disabled={isBusy || isDisabled}
      onClick={(event) => (isBusy || isDisabled) && event.preventDefault()}
    >
      {isBusy ? <Icon name="wait" className="spin" /> : <Icon name={icon} />}
      <span>{isBusy && busyLabel ? busyLabel : children}</span>
    </button>
  );
}

/** A submit button in its own row, no wider than its label. */
export function SubmitRow(button: ComponentProps<typeof SubmitButton>) {
  return (
    <div>
      <SubmitButton {...button} />
    </div>
  );
}

type Props = ComponentProps<typeof SubmitButton> & {
  /** Name of the operation that the form submits. */
  operation: string;
  /** The path that the form posts to. */
  action: string;
  fields?: Record<string, string>;
  /** True to keep the page's query, so that a list stays filtered. */
  keepsQuery?: boolean;
  formClass?: string;
  onSubmit?: FormEventHandler<HTMLFormElement>;
};

/** A form with a button and no fields. */
export function ActionButton({
  operation,
  action,
  fields = {},
  keepsQuery = false,
  formClass,
  onSubmit,
  ...button
}: Props) {
  const { search } = useLocation();
  return (
    <PostForm
      operation={operation}
      action={`${action}${keepsQuery ? search : ''}`}
      className={formClass}
      onSubmit={onSubmit}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton {...button} action={action} />
    </PostForm>
  );
}
