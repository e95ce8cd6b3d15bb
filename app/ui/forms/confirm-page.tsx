import type { ReactNode } from 'react';
import type { IconName } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import { PostForm } from '~/ui/notices/post-form';
import { SubmitButton } from './buttons';
import { OperationForm, type OperationFormProps } from './operation-form';

/**
 * A page that asks for confirmation. It names the subject and the consequences, with a button to
 * confirm and a way back.
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
  /** The subject: a person or a thing. */
  about?: ReactNode;
  /** Name of the operation that the form submits. */
  operation: string;
  /** The form with its fields, if there is something to fill in. */
  form?: Omit<OperationFormProps, 'operation'>;
  /** True if the browser submits the form by itself and loads the answer as a new document. */
  reloadDocument?: boolean;
  submit: { icon: IconName; label: string; variant?: string };
  back: { to: string; icon: IconName; label: string };
  /** The consequences. */
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
