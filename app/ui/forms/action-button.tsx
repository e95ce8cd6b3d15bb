import { useLocation } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { PostForm } from '~/ui/notices/post-form';
import { SubmitButton } from './submit-button';

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
