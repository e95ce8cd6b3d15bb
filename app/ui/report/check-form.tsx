import { TextField } from '~/ui/fields/fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { useWords } from '~/ui/sentence';

/** The form for the code of a printed summary, as it is typed from the paper. */
export function CheckForm(props: Pick<PartFormProps, 'action' | 'answer' | 'required'>) {
  const { t } = useWords();
  return (
    <OperationForm id="check" operation="review.check" {...props}>
      <TextField
        name="code"
        label={t('check.label')}
        hint={t('check.hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={300}
      />
      <SubmitButton icon="check">{t('check.submit')}</SubmitButton>
    </OperationForm>
  );
}
