import type { PublicExpert } from '~/domain/experts/present-expert.server';
import { maxCredentialLength } from '~/domain/identity/account-constants';
import { maxReasonLength } from '~/domain/identity/expert-constants';
import { registrationMethods } from '~/platform/enums';
import { SelectField, TextField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { useWords } from '~/ui/sentence';

/** The fields of a check in their order, so that the first mistake is shown first. */
export const checkOrder = [
  'registrationNumber',
  'council',
  'qualification',
  'method',
  'validUntil',
  'reason',
  'isChecked',
];

/** Returns the first values of a check: what the doctor gave. */
export const checkDefaults = ({ credentials }: PublicExpert) => ({
  registrationNumber: credentials?.registrationNumber ?? '',
  council: credentials?.council ?? '',
  qualification: credentials?.qualification ?? '',
});

/**
 * Returns the check of these fields before they are sent: how a number was checked, or why none is
 * needed.
 *
 * @param noReason the sentence for a missing reason.
 */
export function useCheckOfFields(noReason: string) {
  const { t } = useWords();
  return (formData: FormData): Record<string, string> => {
    const isFilled = (name: string) => String(formData.get(name) ?? '').trim() !== '';
    if (isFilled('registrationNumber')) return isFilled('method') ? {} : { method: t('checkPage.noMethod') };
    return formData.has('reason') && !isFilled('reason') ? { reason: noReason } : {};
  };
}

/**
 * The fields of a check of a doctor's registration. A doctor who has given no number has a field for
 * why none is needed.
 */
export function CheckFields({ expert }: { expert: PublicExpert }) {
  const { t } = useWords();
  const { registrationNumber: number } = expert.credentials ?? {};
  return (
    <>
      <input type="hidden" name="shownNumber" value={number ?? ''} />
      <TextField
        name="registrationNumber"
        label={t('credentials.numberLabel')}
        hint={number ? t('checkPage.own') : undefined}
        maxLength={maxCredentialLength.registrationNumber}
        isRequired={Boolean(number)}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField
        name="council"
        label={t('credentials.councilLabel')}
        maxLength={maxCredentialLength.council}
        isRequired={false}
      />
      <TextField
        name="qualification"
        label={t('credentials.qualificationLabel')}
        maxLength={maxCredentialLength.qualification}
        isRequired={false}
      />
      <SelectField
        name="method"
        label={t('checkPage.method')}
        empty={t('checkPage.choose')}
        options={registrationMethods.map((method) => ({
          value: method,
          label: t(`checkPage.by.${method}`),
        }))}
        isRequired={Boolean(number)}
      />
      <TextField
        name="validUntil"
        label={t('checkPage.validUntil')}
        hint={t('checkPage.noEndHint')}
        type="date"
        isRequired={false}
      />
      {!number && (
        <TextArea
          name="reason"
          label={t('standing.reason')}
          hint={t('checkPage.reasonHint')}
          maxLength={maxReasonLength}
        />
      )}
    </>
  );
}
