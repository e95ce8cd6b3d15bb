import { kindsWithText, maxQuestionLength } from '~/domain/report/question-constants';
import { allLanguages, type Language, languages } from '~/i18n/languages';
import { questionKinds } from '~/platform/enums';
import { FieldErrorText, type Option, SelectField, TextField } from '~/ui/fields/fields';
import { SendAsIsField } from '~/ui/fields/send-as-is-field';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitButton } from '~/ui/forms/buttons';
import { useOperationField } from '~/ui/forms/operation-field';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { useWords } from '~/ui/sentence';

/** A choice between a few sentences. */
function RadioField({ name, label, options }: { name: string; label: string; options: Option[] }) {
  const { field, control } = useOperationField(name, false);
  const { id, autoFocus, 'aria-invalid': isInvalid, 'aria-describedby': errorId } = control;
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
      {options.map(({ value, label: words }, at) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            name={control.name}
            id={`${id}-${value}`}
            type="radio"
            value={value}
            required
            defaultChecked={field.initialValue === value}
            {...(at === 0 && { autoFocus })}
            className="mt-0.5 h-6 w-6 shrink-0 accent-accent"
          />
          <span>{words}</span>
        </label>
      ))}
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </div>
  );
}

type Props = {
  /** The path that the form posts to. */
  action: string;
  /** The language in which the doctor writes to this patient. */
  defaultLanguage: Language;
  answer?: OperationFormProps['answer'];
};

/** The form for a doctor's question to the patient instead of a review. */
export function AskForm({ action, defaultLanguage, answer }: Props) {
  const { t } = useWords();
  return (
    <OperationForm
      id="ask"
      operation="report.askPatient"
      questions={['sendAsIs']}
      action={action}
      answer={answer}
      required={{ kind: t('ask.kind') }}
      order={['kind', 'pages', 'text', 'sendAsIs']}
      defaults={{ language: defaultLanguage }}
      check={(formData): Record<string, string> => {
        const isSaid = String(formData.get('text') ?? '').trim() !== '';
        const isNeeded = kindsWithText.includes(String(formData.get('kind')));
        return isNeeded && !isSaid ? { text: t('ask.text') } : {};
      }}
    >
      <p className="text-muted">{t('ask.lead')}</p>
      <RadioField
        name="kind"
        label={t('ask.kindLabel')}
        options={questionKinds.map((kind) => ({ value: kind, label: t(`ask.choose.${kind}`) }))}
      />
      <TextField name="pages" label={t('ask.pagesLabel')} hint={t('ask.pagesHint')} isRequired={false} />
      <TextArea
        name="text"
        label={t('ask.textLabel')}
        hint={t('ask.textHint')}
        maxLength={maxQuestionLength}
      />
      <SelectField
        name="language"
        label={t('ask.languageLabel')}
        options={allLanguages.map((code) => ({ value: code, label: languages[code].name }))}
      />
      <SendAsIsField answer={answer} />
      <div>
        <SubmitButton busyLabel={t('ask.busy')} icon="mail" variant="plain" action={action}>
          {t('ask.send')}
        </SubmitButton>
      </div>
    </OperationForm>
  );
}
