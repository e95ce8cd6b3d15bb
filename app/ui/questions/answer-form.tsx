import { maxAnswerLength } from '~/domain/report/question-constants';
import { FileField } from '~/ui/fields/file-field';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { useWords } from '~/ui/sentence';
import { Uploading } from '~/ui/upload/uploading';

/** Maximum size and number of the files sent at once. */
export type AnswerLimits = { megabytes: number; maxFiles: number };

type Props = {
  reportId: string;
  /** The path that the form posts to. */
  action: string;
  limits: AnswerLimits;
  answer?: OperationFormProps['answer'];
};

/**
 * A patient's answer: text, files or both. Reports too many or too large files before they are
 * sent.
 */
export function AnswerForm({ reportId, action, limits, answer }: Props) {
  const { t } = useWords();
  const { megabytes, maxFiles } = limits;
  const tooLarge = t('upload.tooLargeTogether', { megabytes });
  return (
    <OperationForm
      id={`answer-${reportId}`}
      operation="report.answerQuestion"
      action={action}
      answer={answer}
      hasFile
      order={['files', 'answer']}
      check={(formData) => {
        const files = formData.getAll('files').filter((file) => file instanceof File && file.name !== '');
        const bytes = files.reduce((sum, file) => sum + (file instanceof File ? file.size : 0), 0);
        const isEmpty = files.length === 0 && !String(formData.get('answer') ?? '').trim();
        return {
          ...(isEmpty && { answer: t('answer.empty') }),
          ...(files.length > maxFiles && { files: t('upload.tooManyFiles', { most: maxFiles }) }),
          ...(bytes > megabytes * 1024 * 1024 && { files: tooLarge }),
        };
      }}
    >
      <TextArea
        name="answer"
        label={t('answer.textLabel')}
        hint={t('answer.textHint')}
        maxLength={maxAnswerLength}
      />
      {/* Fields before the files are checked before the files are received. */}
      <FileField
        name="files"
        label={t('answer.filesLabel')}
        hint={
          <>
            {t('answer.filesHint', { most: maxFiles, megabytes })}
            {answer && <noscript> {t('upload.fileAgain')}</noscript>}
          </>
        }
        accept=".pdf,image/*,.heic,.heif"
        isRequired={false}
        isMultiple
        hasCamera
      />
      <Uploading action={action}>
        <SubmitButton busyLabel={t('upload.busy')} icon="upload" action={action}>
          {t('answer.submit')}
        </SubmitButton>
      </Uploading>
    </OperationForm>
  );
}
