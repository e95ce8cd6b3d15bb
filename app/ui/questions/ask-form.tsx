import { kindsWithText, maxQuestionLength } from '~/domain/report/question-constants';
import type { Language } from '~/i18n/languages';
import { languageCodes, languages } from '~/i18n/languages';
import { questionKinds } from '~/platform/enums';
import { SelectField } from '~/ui/fields/select-field';
import { TextArea } from '~/ui/fields/text-area';
import { TextField } from '~/ui/fields/text-field';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { SubmitButton } from '~/ui/forms/submit-button';
import { useWords } from '~/ui/sentence';
import { RadioField } from './radio-field';

type Props = {
  /** The path it posts to. */
  action: string;
  /** The language the doctor writes for this patient. */
  written: Language;
  answer?: OperationFormProps['answer'];
};

/** What a doctor asks the patient instead of a review. */
export function AskForm({ action, written, answer }: Props) {
  const { t } = useWords();
  return (
    <OperationForm
      id="ask"
      operation="report.askPatient"
      action={action}
      answer={answer}
      missing={{ kind: t('ask.kind') }}
      order={['kind', 'pages', 'text']}
      defaults={{ language: written }}
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
        options={languageCodes.map((code) => ({ value: code, label: languages[code].name }))}
      />
      <div>
        <SubmitButton busy={t('ask.busy')} icon="mail" variant="plain" action={action}>
          {t('ask.send')}
        </SubmitButton>
      </div>
    </OperationForm>
  );
}
