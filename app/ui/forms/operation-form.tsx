import { INTENT, parse } from '@conform-to/dom';
import { FormProvider, getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { PostForm } from '~/ui/notices/post-form';
import { useShowToast } from '~/ui/notices/show-toast';
import { StaticToast } from '~/ui/notices/toast';
import { useWords } from '~/ui/sentence';
import { FirstMistake } from './operation-field';

/** Two fields that must match, and the sentence beside the first one if they do not. */
type Same = { field: string; as: string; words: string };

/** The checks of a form before it is submitted (docs/requirements.md#validation). */
type FormChecks = {
  /** Field → the sentence if it is empty. The loader reads it off the operation's schema. */
  required?: Record<string, string>;
  /** For a file: its maximum size in bytes, and the sentence if it is larger. */
  maxBytes?: number;
  tooLarge?: string;
  /** Its mistake is shown as a toast too. */
  same?: Same;
  /** Further checks: field → sentence. */
  check?: (formData: FormData) => Record<string, string>;
};

type FormContent = { form: HTMLFormElement; formData: FormData };

/** Returns true if two fields that must match have different values. */
function differ(formData: FormData, { field, as }: Same) {
  const [one, other] = [formData.get(field), formData.get(as)];
  return Boolean(one && other) && one !== other;
}

/** Checks a form for the form library, which gets its mistakes or its values. */
function checkForm({ form, formData }: FormContent, checks: FormChecks) {
  return parse(formData, {
    resolve: (value) => {
      const error = mistakesIn({ form, formData }, checks);
      return Object.keys(error).length > 0 ? { error } : { value };
    },
  });
}

function mistakesIn({ form, formData }: FormContent, checks: FormChecks) {
  const { required = {}, maxBytes, tooLarge, same, check } = checks;
  const error: Record<string, string[]> = {};
  for (const [name, sentence] of Object.entries(required)) {
    // The rules name fields that a page leaves out, such as the reason for a missing number.
    if (!form.elements.namedItem(name)) continue;
    const value = formData.get(name);
    const isEmpty = value instanceof File ? value.name === '' : !value?.trim();
    if (isEmpty) error[name] = [sentence];
  }
  if (same && differ(formData, same)) error[same.field] = [same.words];
  for (const [name, value] of formData) {
    if (value instanceof File && maxBytes && tooLarge && value.size > maxBytes) error[name] = [tooLarge];
  }
  for (const [name, sentence] of Object.entries(check?.(formData) ?? {})) error[name] ??= [sentence];
  return error;
}

type Answer = { lastResult: SubmissionResult; message?: string } | undefined;

export type OperationFormProps = FormChecks & {
  id: string;
  /** Name of the operation that the form submits. */
  operation: string;
  answer: Answer;
  defaults?: Record<string, string>;
  action?: string;
  hasFile?: boolean;
  /** True if the answer is a file to save: the browser submits the form by itself. */
  isDownload?: boolean;
  /**
   * The fields in their order on the page, if the first mistake on the page is not the first that
   * was found.
   */
  order?: readonly string[];
  /** Called with the form once it has no mistakes. It may prevent the submission. */
  onComplete?: (event: FormEvent<HTMLFormElement>) => void;
  /** Fields whose sentence is a question: alone they do not mean that the form has mistakes. */
  questions?: string[];
  children: ReactNode;
};

/** A form on a page with several, each of which posts to its own path. */
export type PartFormProps = Pick<OperationFormProps, 'id' | 'operation' | 'answer' | 'required'> & {
  action: string;
};

/**
 * A form for one operation. Without script it posts and shows its mistakes. With script it reports
 * missing fields before it is submitted, and keeps the page while it waits.
 */
export function OperationForm({
  id,
  operation,
  answer,
  defaults,
  action,
  hasFile = false,
  isDownload = false,
  order = [],
  questions = [],
  onComplete,
  children,
  ...checks
}: OperationFormProps) {
  const [form] = useForm<Record<string, unknown>>({
    id,
    lastResult: answer?.lastResult,
    defaultValue: defaults,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onSubmit: onComplete,
    onValidate: (content) => checkForm(content, checks),
  });
  const fieldErrors = Object.keys(form.allErrors)
    .filter((name) => name !== '')
    .sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const beforeHydration = useAnswerToast(answer);
  const showMismatch = useMismatchToast(checks.same);
  const props = getFormProps(form);
  return (
    <FormProvider context={form.context}>
      {/* The form itself says it once already. */}
      {beforeHydration && beforeHydration !== form.errors?.[0] && <StaticToast message={beforeHydration} />}
      <PostForm
        operation={operation}
        action={action}
        reloadDocument={isDownload}
        encType={hasFile ? 'multipart/form-data' : undefined}
        {...props}
        onSubmit={(event) => {
          showMismatch(event);
          props.onSubmit(event);
        }}
      >
        {(form.errors?.length || fieldErrors.some((name) => !questions.includes(name))) && (
          <FormMistake id={form.errorId} words={form.errors?.[0]} />
        )}
        <FirstMistake.Provider value={answer ? fieldErrors[0] : undefined}>
          <div className="grid gap-5">{children}</div>
        </FirstMistake.Provider>
      </PostForm>
    </FormProvider>
  );
}

/**
 * Says that the form has mistakes. `words` replace the text for a mistake that belongs to no single
 * field.
 */
function FormMistake({ id, words }: { id: string; words?: string }) {
  const { t } = useWords();
  return (
    <div className="notice bad mb-5" role="alert" id={id}>
      <Icon name="alert" className="mt-0.5" />
      <span className="as-written">{words ?? t('form.errors')}</span>
    </div>
  );
}

/**
 * Shows an answer's message as a toast, once.
 *
 * @returns the message to show in the page while there is no script.
 */
function useAnswerToast(answer: Answer) {
  const show = useShowToast();
  const isHydrated = useHydrated();
  const shownAnswer = useRef<Answer>(undefined);
  const message = answer?.message;
  useEffect(() => {
    if (!message || shownAnswer.current === answer) return;
    shownAnswer.current = answer;
    show({ type: 'error', message });
  }, [answer, message, show]);
  return isHydrated ? undefined : message;
}

/** Returns a submit handler that shows a toast if two fields do not match. */
function useMismatchToast(same: FormChecks['same']) {
  const show = useShowToast();
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isSent = submitter?.getAttribute('name') !== INTENT;
    if (same && isSent && differ(new FormData(event.currentTarget), same)) {
      show({ type: 'error', message: same.words, isBeside: true });
    }
  };
}
