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

/** Two fields that have to say the same, and what to say beside the first when they do not. */
type Same = { field: string; as: string; words: string };

/** What a form is checked for before anything is sent (docs/requirements.md#validation). */
type FormChecks = {
  /** Field → the sentence for leaving it empty, read off the operation's schema by the loader. */
  missing: Record<string, string>;
  /** With a file: the most bytes it may have, and what to say when it has more. */
  maxBytes?: number;
  tooLarge?: string;
  /** Said as a message too. */
  same?: Same;
  /** What else is wrong: field → sentence. */
  check?: (formData: FormData) => Record<string, string>;
};

/** Whether two fields that have to say the same say different things. */
function differ(formData: FormData, { field, as }: Same) {
  const [one, other] = [formData.get(field), formData.get(as)];
  return Boolean(one && other) && one !== other;
}

/** What the form library does with a form that is about to be sent: its mistakes, or its values. */
function checkForm(formData: FormData, checks: FormChecks) {
  return parse(formData, {
    resolve: (value) => {
      const error = mistakesIn(formData, checks);
      return Object.keys(error).length > 0 ? { error } : { value };
    },
  });
}

function mistakesIn(formData: FormData, { missing, maxBytes, tooLarge, same, check }: FormChecks) {
  const error: Record<string, string[]> = {};
  for (const [name, sentence] of Object.entries(missing)) {
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
  /** The name of the operation that it sends. */
  operation: string;
  answer: Answer;
  defaults?: Record<string, string>;
  action?: string;
  hasFile?: boolean;
  /** Whether the answer is a file to be saved: the browser sends the form by itself. */
  isDownload?: boolean;
  /**
   * The fields as they stand on the page, where the first mistake is not the first that was found.
   */
  order?: readonly string[];
  children: ReactNode;
};

/** A form of a page that has several, each posting to a path of its own. */
export type PartFormProps = Pick<OperationFormProps, 'id' | 'operation' | 'answer' | 'missing'> & {
  action: string;
};

/**
 * A form for one operation. It posts and shows its mistakes without script; with script it says
 * what is missing before anything is sent, and keeps the page while it waits.
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
  children,
  ...checks
}: OperationFormProps) {
  const [form] = useForm<Record<string, unknown>>({
    id,
    lastResult: answer?.lastResult,
    defaultValue: defaults,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => checkForm(formData, checks),
  });
  const fieldErrors = Object.keys(form.allErrors)
    .filter((name) => name !== '')
    .sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const beforeHydration = useAnswerToast(answer);
  const showMismatch = useMismatchToast(checks.same);
  const props = getFormProps(form);
  return (
    <FormProvider context={form.context}>
      {beforeHydration && <StaticToast message={beforeHydration} />}
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
        {(form.errors?.length || fieldErrors.length > 0) && (
          <FormMistake id={form.errorId} words={form.errors?.[0]} />
        )}
        <FirstMistake.Provider value={answer ? fieldErrors[0] : undefined}>
          <div className="grid gap-5">{children}</div>
        </FirstMistake.Provider>
      </PostForm>
    </FormProvider>
  );
}

/** That something is wrong in the form; `words` where it is no single field. */
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
 * Puts an answer's message on the stack, once.
 *
 * @returns the message to show in the page as long as no script does that.
 */
function useAnswerToast(answer: Answer) {
  const show = useShowToast();
  const isHydrated = useHydrated();
  const shown = useRef<Answer>(undefined);
  const message = answer?.message;
  useEffect(() => {
    if (!message || shown.current === answer) return;
    shown.current = answer;
    show({ type: 'error', message });
  }, [answer, message, show]);
  return isHydrated ? undefined : message;
}

/** What says as a message, when the form is sent, that two fields do not say the same. */
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
