import type { ReactNode } from 'react';
import type { IconName } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import { PostForm } from '~/ui/notices/post-form';
import { SubmitButton } from './buttons';
import { OperationForm, type OperationFormProps } from './operation-form';

/**
 * A page that asks before something is done: what it is about, what it means, the button that does
 * it, and a way back.
 */
export function ConfirmPage({
  title,
  about,
  operation,
  form,
  reloadDocument,
  submit,
  back,
  children,
}: {
  title: string;
  /** What or whom it is about. */
  about?: ReactNode;
  /** The name of the operation that it sends. */
  operation: string;
  /** Where something has to be filled in: the form, with its fields. */
  form?: Omit<OperationFormProps, 'operation'>;
  /** Tells whether the browser sends the form by itself, and loads what comes as a new document. */
  reloadDocument?: boolean;
  submit: { icon: IconName; label: string; variant?: string };
  back: { to: string; icon: IconName; label: string };
  /** What it means. */
  children: ReactNode;
}) {
  const ways = (
    <>
      <SubmitButton icon={submit.icon} variant={submit.variant}>
        {submit.label}
      </SubmitButton>
      <ButtonLink to={back.to} icon={back.icon} variant="plain">
        {back.label}
      </ButtonLink>
    </>
  );
  return (
    <div className="sheet max-w-xl">
      <h1>{title}</h1>
      {about && <p className="mt-3 font-semibold [overflow-wrap:anywhere]">{about}</p>}
      {children}
      {form ? (
        <OperationForm {...form} operation={operation}>
          {form.children}
          <div className="flex flex-wrap gap-3">{ways}</div>
        </OperationForm>
      ) : (
        <PostForm operation={operation} reloadDocument={reloadDocument} className="actions mt-6">
          {ways}
        </PostForm>
      )}
    </div>
  );
}
