import type { SecondProofRule } from '~/domain/front-desk/second-proof.server';
import { reportTypes, vouchReasons } from '~/platform/enums';
import { PasswordField } from '~/ui/fields/account-fields';
import { SelectField, TextField } from '~/ui/fields/fields';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';

/** The fields of the answers of a patient, in the order of the form. */
export const identityOrder = [
  ...['fullName', 'birthYear', 'contactNumber', 'caseNumber'],
  ...['clinicNumber', 'password', 'reportType', 'reportMonth', 'vouchFor'],
];

/** @param rule the second proof that is needed, and what counts; null if none is needed. */
type IdentityFieldsProps = { rule: SecondProofRule | null };

/** The fields for the answers of a patient at the front desk. */
export function IdentityFields({ rule }: IdentityFieldsProps) {
  const { t } = useWords();
  return (
    <>
      <fieldset>
        <legend className="text-body font-strong">{t('identity.title')}</legend>
        <p className="mt-1 mb-4 text-muted">{t('identity.lead')}</p>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="fullName" label={t('identity.nameLabel')} autoComplete="off" maxLength={121} />
          <TextField
            name="birthYear"
            label={t('people.birthYearLabel')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
          />
          <TextField
            name="contactNumber"
            label={t('upload.phoneNumberLabel')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={24}
            isRequired={false}
          />
          <TextField
            name="caseNumber"
            label={t('report.caseNumber')}
            autoComplete="off"
            maxLength={20}
            isRequired={false}
          />
        </div>
        <p className="mt-2 text-muted">{t('identity.either')}</p>
      </fieldset>
      {rule && <SecondProofFields rule={rule} />}
    </>
  );
}

/** The fields for the second proof: one of those that count. */
function SecondProofFields({ rule: { reason, kinds } }: { rule: SecondProofRule }) {
  const { t } = useWords();
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-2 text-body font-strong">{t('secondProof.title')}</legend>
      <Notice icon="lock" variant="wait">
        {t(`secondProof.${reason}`)}
      </Notice>
      {kinds.length > 1 && <p className="font-label">{t('secondProof.oneOf')}</p>}
      {kinds.includes('slip') && (
        <TextField
          name="clinicNumber"
          label={t('secondProof.slip')}
          autoComplete="off"
          maxLength={20}
          isRequired={false}
        />
      )}
      {kinds.includes('password') && (
        <PasswordField
          name="password"
          label={t('secondProof.password')}
          hint={t('secondProof.passwordHint')}
          autoComplete="off"
          isRequired={false}
        />
      )}
      {kinds.includes('question') && <QuestionFields />}
      {kinds.includes('vouch') && (
        <SelectField
          name="vouchFor"
          label={t('secondProof.vouch')}
          empty={t('amend.choose')}
          options={vouchReasons.map((value) => ({ value, label: t(`vouch.${value}`) }))}
          isRequired={false}
        />
      )}
    </fieldset>
  );
}

/** The question about a report that no page of the front desk answers. */
function QuestionFields() {
  const { t } = useWords();
  return (
    <div>
      <p className="font-label">{t('secondProof.question')}</p>
      <div className="mt-2 grid gap-5 sm:grid-cols-2">
        <SelectField
          name="reportType"
          label={t('upload.reportTypeLabel')}
          empty={t('amend.choose')}
          options={reportTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          isRequired={false}
        />
        <TextField
          name="reportMonth"
          type="month"
          label={t('secondProof.monthLabel')}
          hint={t('secondProof.monthHint')}
          autoComplete="off"
          maxLength={7}
          isRequired={false}
        />
      </div>
    </div>
  );
}
