import { INTENT, parse } from '@conform-to/dom';
import { FormProvider, getFormProps, type SubmissionResult, useField, useForm } from '@conform-to/react';
import {
  createContext,
  type FormEvent,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Icon, type IconName } from '~/ui/icon';
import { usePageNavigation } from '~/ui/notices/connection';
import { StaticToast, useShowToast } from '~/ui/notices/toast';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';
import { PostForm } from './post-form';

type Answer = { lastResult: SubmissionResult; message?: string } | undefined;

/** Two fields that have to say the same, and what to say beside the first when they do not. */
export type Same = { field: string; as: string; words: string };

/** The name of the field that the keyboard should stand in when the page arrives with mistakes. */
const FirstMistake = createContext<string | undefined>(undefined);

/**
 * A form for one operation. It posts and shows its mistakes without script; with script it says
 * what is missing before anything is sent, and keeps the page while it waits. `missing`: field →
 * the sentence for leaving it empty, read off the operation's schema by the loader.
 */
export function OperationForm({
  id,
  operation,
  answer,
  missing,
  defaults,
  action,
  hasFile = false,
  isDownload = false,
  maxBytes,
  tooLarge,
  same,
  check,
  order = [],
  children,
}: {
  id: string;
  /** The name of the operation that it sends. */
  operation: string;
  answer: Answer;
  missing: Record<string, string>;
  defaults?: Record<string, string>;
  action?: string;
  hasFile?: boolean;
  /** Whether the answer is a file to be saved: the browser sends the form by itself. */
  isDownload?: boolean;
  /** With a file: the most bytes it may have, and what to say when it has more. */
  maxBytes?: number;
  tooLarge?: string;
  /** Said as a message too, before anything is sent (docs/requirements.md#validation). */
  same?: Same;
  /** What else is wrong before anything is sent: field → sentence. */
  check?: (formData: FormData) => Record<string, string>;
  /**
   * The fields as they stand on the page, where the first mistake is not the first that was found.
   */
  order?: readonly string[];
  children: ReactNode;
}) {
  const { t } = useWords();
  const [form] = useForm<Record<string, unknown>>({
    id,
    lastResult: answer?.lastResult,
    defaultValue: defaults,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate({ formData }) {
      return parse(formData, {
        resolve: (value) => {
          const error = whatIsWrong(formData, { missing, maxBytes, tooLarge, same, check });
          return Object.keys(error).length > 0 ? { error } : { value };
        },
      });
    },
  });
  const fieldErrors = Object.keys(form.allErrors)
    .filter((name) => name !== '')
    .sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const beforeHydration = useAnswerToast(answer);
  const show = useShowToast();
  const props = getFormProps(form);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isSent = submitter?.getAttribute('name') !== INTENT;
    if (same && isSent && differ(new FormData(event.currentTarget), same)) {
      show({ type: 'error', message: same.words });
    }
    props.onSubmit(event);
  };
  return (
    <FormProvider context={form.context}>
      {beforeHydration && <StaticToast message={beforeHydration} />}
      <PostForm
        operation={operation}
        action={action}
        reloadDocument={isDownload}
        encType={hasFile ? 'multipart/form-data' : undefined}
        {...props}
        onSubmit={onSubmit}
      >
        {(form.errors?.length || fieldErrors.length > 0) && (
          <div className="notice bad mb-5" role="alert" id={form.errorId}>
            <Icon name="alert" className="mt-0.5" />
            <span>{form.errors?.[0] ?? t('form.errors')}</span>
          </div>
        )}
        <FirstMistake.Provider value={answer ? fieldErrors[0] : undefined}>
          <div className="grid gap-5">{children}</div>
        </FirstMistake.Provider>
      </PostForm>
    </FormProvider>
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

/** Whether two fields that have to say the same say different things. */
function differ(formData: FormData, { field, as }: Same) {
  const [one, other] = [formData.get(field), formData.get(as)];
  return Boolean(one && other) && one !== other;
}

function whatIsWrong(
  formData: FormData,
  {
    missing,
    maxBytes,
    tooLarge,
    same,
    check,
  }: Pick<Parameters<typeof OperationForm>[0], 'missing' | 'maxBytes' | 'tooLarge' | 'same' | 'check'>,
) {
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

type FieldProps = { name: string; label: string; hint?: ReactNode };

/**
 * What a control of a form needs: its value and mistakes, what describes it, and whether the
 * keyboard starts there.
 */
export function useOperationField(name: string, hasHint: boolean) {
  const [field] = useField<string>(name);
  const isFirstMistake = useContext(FirstMistake) === name;
  const hintId = `${field.id}-hint`;
  const isWrong = Boolean(field.errors?.length);
  const described = [hasHint && hintId, isWrong && field.errorId].filter(Boolean).join(' ');
  return {
    field,
    hintId,
    control: {
      id: field.id,
      name: field.name,
      'aria-invalid': isWrong || undefined,
      'aria-describedby': described || undefined,
      autoFocus: isFirstMistake,
    },
  };
}

export function Labelled({
  field,
  label,
  hint,
  hintId,
  children,
}: {
  field: { id: string; errorId: string; errors?: string[] };
  label: string;
  hint?: ReactNode;
  hintId: string;
  children: ReactNode;
}) {
  return (
    <div>
      <label htmlFor={field.id} className="field-label">
        {label}
      </label>
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
      {children}
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  );
}

export function FieldError({ id, errors }: { id: string; errors?: string[] }) {
  return (
    <div id={id} aria-live="polite">
      {errors?.[0] && (
        <p className="field-error">
          <Icon name="alert" className="h-5 w-5" />
          <span>{errors[0]}</span>
        </p>
      )}
    </div>
  );
}

type TextProps = FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'password' | 'date';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric' | 'tel' | 'email';
  maxLength?: number;
  isRequired?: boolean;
};

export function TextField({ name, label, hint, type = 'text', isRequired = true, ...input }: TextProps) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <input
        {...control}
        key={field.key}
        type={type}
        required={isRequired}
        defaultValue={field.initialValue}
        className="control"
        {...input}
      />
    </Labelled>
  );
}

export function PasswordField({ name, label, hint, autoComplete }: TextProps) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const [isShown, setShown] = useState(false);
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <div className="relative">
        <input
          {...control}
          key={field.key}
          type={isShown ? 'text' : 'password'}
          required
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={`control ${isHydrated ? 'pe-14' : ''}`}
        />
        {isHydrated && (
          <button
            type="button"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className={`absolute inset-y-0 end-1 my-auto grid h-11 w-11 place-items-center rounded ${isShown ? 'text-accent' : 'text-muted'}`}
          >
            <Icon name="eye" />
            <span className="sr-only">{t(isShown ? 'password.hide' : 'password.show')}</span>
          </button>
        )}
      </div>
    </Labelled>
  );
}

export function TextArea({
  name,
  label,
  hint,
  rows = 4,
  maxLength,
  isRequired = false,
  language,
}: FieldProps & { rows?: number; maxLength?: number; isRequired?: boolean; language?: string }) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <textarea
        {...control}
        key={field.key}
        rows={rows}
        lang={language}
        dir="auto"
        maxLength={maxLength}
        required={isRequired}
        defaultValue={field.initialValue}
        className="control"
      />
    </Labelled>
  );
}

export type Option = { value: string; label: string };

export function SelectField({
  name,
  label,
  hint,
  options,
  empty,
}: FieldProps & { options: Option[]; empty?: string }) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <select
        {...control}
        key={field.key}
        required
        defaultValue={field.initialValue ?? ''}
        className="control"
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function FileField({
  name,
  label,
  hint,
  accept,
  onChoose,
}: FieldProps & { accept: string; onChoose?: (file: File | undefined) => void }) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <input
        {...control}
        type="file"
        required
        accept={accept}
        onChange={(event) => onChoose?.(event.currentTarget.files?.[0])}
        className="control"
      />
    </Labelled>
  );
}

export function CheckField({
  name,
  label,
  isRequired = true,
}: {
  name: string;
  label: ReactNode;
  isRequired?: boolean;
}) {
  const { field, control } = useOperationField(name, false);
  return (
    <div>
      <label htmlFor={field.id} className="flex cursor-pointer items-start gap-3 py-1">
        <input
          {...control}
          key={field.key}
          type="checkbox"
          required={isRequired}
          defaultChecked={field.initialValue === 'on'}
          className="mt-1 h-6 w-6 shrink-0 accent-accent"
        />
        <span>{label}</span>
      </label>
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  );
}

/** A choice between two or three, as a switch with a part for each. */
export function ChoiceField({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: (Option & { hint?: string })[];
}) {
  const { field, control } = useOperationField(name, false);
  const { id, autoFocus, 'aria-invalid': isInvalid, 'aria-describedby': errorId } = control;
  const hintIdOf = (value: string) => `${id}-${value}-hint`;
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={isInvalid}
      aria-describedby={errorId}
    >
      <span id={`${id}-label`} className="field-label">
        {label}
      </span>
      <div className="switch">
        {options.map(({ value, label: words, hint }, at) => (
          <label key={value}>
            <input
              name={control.name}
              id={`${id}-${value}`}
              type="radio"
              value={value}
              required
              defaultChecked={field.initialValue === value}
              {...(at === 0 && { autoFocus })}
              aria-describedby={hint && hintIdOf(value)}
            />
            {words}
          </label>
        ))}
      </div>
      {options.map(
        ({ value, label: words, hint }) =>
          hint && (
            <p key={value} className="field-hint mt-2 !mb-0">
              {words}: <span id={hintIdOf(value)}>{hint}</span>
            </p>
          ),
      )}
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  );
}

/** The button that sends a form. While the form is on its way it says so and does nothing more. */
export function SubmitButton({
  children,
  busy,
  icon,
  variant = '',
  action,
  isOff = false,
}: {
  children: ReactNode;
  busy?: string;
  icon: IconName;
  variant?: string;
  /** The path the form posts to, where several forms share a page. */
  action?: string;
  /** Whether it does nothing for now. */
  isOff?: boolean;
}) {
  const navigation = usePageNavigation();
  const isMine = action === undefined || navigation.formAction === action;
  const isBusy = navigation.state !== 'idle' && navigation.formMethod === 'POST' && isMine;
  return (
    <button
      type="submit"
      className={`button ${variant}`}
      aria-disabled={isBusy || isOff}
      onClick={(event) => (isBusy || isOff) && event.preventDefault()}
    >
      {isBusy ? <Icon name="wait" className="spin" /> : <Icon name={icon} />}
      <span>{isBusy && busy ? busy : children}</span>
    </button>
  );
}
