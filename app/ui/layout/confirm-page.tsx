import type { ReactNode } from 'react';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import type { IconName } from '~/ui/icon';
import { BackLink, ButtonLink } from '~/ui/links';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { PageHead } from './shell';

/** A label and its value. A fact without a value is not shown. */
export type Fact = [label: string, value: ReactNode];

/**
 * A page that asks for confirmation: a short question, the facts of its subject, the consequences,
 * a button to confirm and the way back.
 */
export function ConfirmPage({
  title,
  facts = [],
  operation,
  form,
  reloadDocument,
  submit,
  back,
  children,
}: {
  /** The question. */
  title: string;
  /** The facts of the subject: a person or a report. */
  facts?: Fact[];
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
  const { t } = useWords();
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
  const shownFacts = facts.filter(([, value]) => Boolean(value));
  return (
    <>
      <PageHead title={title} aside={<BackLink to={back.to} label={t('confirm.back')} />} />
      <div className="sheet grid gap-6 lg:grid-flow-col lg:auto-cols-fr lg:gap-10">
        {shownFacts.length > 0 && (
          <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] content-start gap-x-6 gap-y-4 max-sm:gap-y-2 lg:grid-cols-1">
            {shownFacts.map(([label, value]) => (
              <div key={label} className="min-w-0 [overflow-wrap:anywhere]">
                <dt className="text-small text-muted">{label}</dt>
                <dd className="font-label">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className="min-w-0 max-w-2xl">
          {children}
          {form ? (
            <OperationForm {...form} operation={operation}>
              {form.children}
              <div className="actions">{ways}</div>
            </OperationForm>
          ) : (
            <PostForm operation={operation} reloadDocument={reloadDocument} className="actions mt-6">
              {ways}
            </PostForm>
          )}
        </div>
      </div>
    </>
  );
}
