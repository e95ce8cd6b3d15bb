import { type ComponentProps, useEffect, useState } from 'react';
import { FileField } from '~/ui/fields/file-field';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { SubmitRow } from '~/ui/forms/submit-row';
import { Avatar } from '~/ui/layout/header';
import { useWords } from '~/ui/sentence';

type Props = PartFormProps & {
  person: ComponentProps<typeof Avatar>['person'];
  megabytes: number;
  maxBytes: number;
};

export function PictureForm({ person, megabytes, maxBytes, ...form }: Props) {
  const { t } = useWords();
  const { preview, choose } = usePreview();
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      {preview ? (
        <img
          src={preview}
          alt={t('picture.preview')}
          className="h-24 w-24 shrink-0 rounded-full object-cover"
        />
      ) : (
        <Avatar person={person} size="large" />
      )}
      <div className="min-w-0 grow basis-64">
        <OperationForm {...form} hasFile maxBytes={maxBytes} tooLarge={t('upload.tooLarge', { megabytes })}>
          <FileField
            name="displayPicture"
            label={t('picture.label')}
            hint={t('picture.hint', { megabytes })}
            accept=".png,.gif,.jpeg,.jpg,.pdf"
            onChoose={choose}
          />
          <SubmitRow icon="upload" busy={t('upload.busy')} action={form.action}>
            {t('picture.submit')}
          </SubmitRow>
        </OperationForm>
      </div>
    </div>
  );
}

/**
 * The address of the picture that was chosen, for as long as it is shown. A PDF has none: its first
 * page is drawn on the server.
 */
function usePreview() {
  const [preview, setPreview] = useState<string>();
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  const choose = (file: File | undefined) =>
    setPreview(file?.type.startsWith('image/') ? URL.createObjectURL(file) : undefined);
  return { preview, choose };
}
