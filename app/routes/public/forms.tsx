import { maxNameLength, maxTextLength } from '~/domain/messages/constants';
import { OperationForm, SubmitButton, TextArea, TextField } from '~/ui/forms/form';
import { useWords } from '~/ui/sentence';
import type { FormRules } from '~/web/pages/form-rules.server';
import type { Answer } from '~/web/pages/page.server';
import { paths } from '~/web/paths';

type Props = { missing: FormRules; answer?: Answer };

/**
 * A query or concern. It stands on the home page, and on a page of its own where a mistake leads.
 */
export function QueryForm({ missing, answer }: Props) {
  const { t } = useWords();
  return (
    <OperationForm
      id="query"
      operation="message.query"
      action={paths.query}
      answer={answer}
      missing={missing}
      order={['name', 'answerTo', 'question']}
    >
      <TextField name="name" label={t('query.nameLabel')} autoComplete="name" maxLength={maxNameLength} />
      <TextField name="answerTo" label={t('query.answerToLabel')} autoComplete="email" maxLength={254} />
      <TextArea name="question" label={t('query.questionLabel')} maxLength={maxTextLength} isRequired />
      <SubmitButton action={paths.query} icon="mail">
        {t('query.submit')}
      </SubmitButton>
    </OperationForm>
  );
}

/** A wish to be called. It stands where the query stands. */
export function CallBackForm({ missing, answer }: Props) {
  const { t } = useWords();
  return (
    <OperationForm
      id="call-back"
      operation="message.callBack"
      action={paths.callBack}
      answer={answer}
      missing={missing}
      order={['name', 'phoneNumber', 'about']}
    >
      <TextField name="name" label={t('query.nameLabel')} autoComplete="name" maxLength={maxNameLength} />
      <TextField
        name="phoneNumber"
        label={t('upload.phoneNumberLabel')}
        hint={t('callBack.phoneNumberHint')}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={24}
      />
      <TextArea name="about" label={t('callBack.aboutLabel')} maxLength={maxTextLength} />
      <SubmitButton action={paths.callBack} icon="phone">
        {t('callBack.submit')}
      </SubmitButton>
    </OperationForm>
  );
}
