import { languageCodes, languages } from '~/i18n/languages';
import { CheckField } from '~/ui/fields/check-field';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { SubmitRow } from '~/ui/forms/submit-row';
import { useWords } from '~/ui/sentence';

/** A box for each language, named in its own script. */
export function LanguagesForm({ reads, ...form }: PartFormProps & { reads: string[] }) {
  const { t } = useWords();
  return (
    <OperationForm {...form} defaults={Object.fromEntries(reads.map((code) => [code, 'on']))}>
      <fieldset>
        <legend className="field-label">{t('reads.label')}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-2">
          {languageCodes.map((code) => (
            <CheckField
              key={code}
              name={code}
              label={<span lang={code}>{languages[code].name}</span>}
              isRequired={false}
            />
          ))}
        </div>
      </fieldset>
      <SubmitRow icon="check" action={form.action}>
        {t('reads.submit')}
      </SubmitRow>
    </OperationForm>
  );
}
