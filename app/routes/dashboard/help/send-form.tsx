import type { SubmissionResult } from '@conform-to/react';
import type { HelpedPerson } from '~/domain/help/helped-people.server';
import {
  type ConsentKind,
  findConsentKind,
  maxGuardianName,
  toClinicYear,
} from '~/domain/report/people-constants';
import type { Country } from '~/i18n/countries';
import { helpedModes } from '~/platform/enums';
import { ChoiceField } from '~/ui/fields/choice-field';
import { CheckField, TextField } from '~/ui/fields/fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { Emergency } from '~/ui/layout/emergency';
import { consentWords } from '~/ui/people/people-words';
import type { PageListProps } from '~/ui/photo-pages/page-list';
import { useWords } from '~/ui/sentence';
import { DangerQuestion } from '~/ui/upload/danger-question';
import { ReportFormFields, reportFieldOrder } from '~/ui/upload/report-fields';
import { FileFacts, ReportFileField } from '~/ui/upload/report-file-field';
import { UploadForm } from '~/ui/upload/upload-form';
import { Uploading } from '~/ui/upload/uploading';
import type { readDangerQuestion } from '~/web/pages/danger-list.server';
import type { uploadRules } from '~/web/pages/form-rules.server';

type Person = HelpedPerson & { clinicNumber: string | null; consentKind: ConsentKind };

type Props = {
  page: ReturnType<typeof uploadRules> & {
    danger: Awaited<ReturnType<typeof readDangerQuestion>>;
    /** Null if the server has forgotten what the helper typed, while the form still has it. */
    data: Person | null;
    countries: Country[];
    maxDescriptionLength: number;
    defaults: Record<string, string>;
  };
  answer?: { lastResult: SubmissionResult; message?: string; pages?: PageListProps['mistakes'] };
};

const consentOrder = ['guardianName', 'mode', 'witness', 'consent', 'mayRead'];
const fieldOrder = ['report', ...reportFieldOrder, ...consentOrder];

/** The form for a report of somebody else, who agrees in front of the helper. */
export function SendForm({ page, answer }: Props) {
  const { t } = useWords();
  const { clinicNumber, birthYear, name, consentKind } = usePerson({ page, answer });
  return (
    <div className="sheet">
      <UploadForm
        operation="report.uploadFor"
        answer={answer}
        rules={page}
        defaults={page.defaults}
        order={fieldOrder}
      >
        <input type="hidden" name="clinicNumber" value={clinicNumber} />
        <input type="hidden" name="birthYear" value={birthYear} />
        <ReportFileField {...page} isSentBefore={Boolean(answer)} mistakes={answer?.pages} />
        <ReportFormFields countries={page.countries} maxLength={page.maxDescriptionLength} />
        {page.danger && <DangerQuestion {...page.danger} />}
        <div>
          <p className="font-label">{t('uploadFor.readOut')}</p>
          <blockquote className="mt-2 border-s-4 border-line ps-4">
            {t(consentWords[consentKind], { name })}
          </blockquote>
        </div>
        {consentKind === 'guardian' && (
          <TextField
            name="guardianName"
            label={t('about.guardianLabel')}
            maxLength={maxGuardianName}
            autoComplete="off"
          />
        )}
        <CheckField name="consent" label={t('uploadFor.agreed')} />
        <ChoiceField
          name="mode"
          label={t('uploadFor.modeLabel')}
          options={helpedModes.map((value) => ({ value, label: t(`uploadFor.mode.${value}`) }))}
        />
        <TextField
          name="witness"
          label={t('uploadFor.witnessLabel')}
          hint={t('uploadFor.witnessHint')}
          maxLength={120}
          autoComplete="off"
          isRequired={false}
        />
        <CheckField name="mayRead" label={t('uploadFor.mayRead')} isRequired={false} />
        <Uploading>
          <SubmitButton busyLabel={t('upload.busy')} icon="upload">
            {page.data ? t('upload.submitOf', { name }) : t('help.send')}
          </SubmitButton>
        </Uploading>
      </UploadForm>
      <FileFacts maxPages={page.pageRules.maxPages} />
      <Emergency />
    </div>
  );
}

/** Returns the person of the form: from the page, or as the form was sent. */
function usePerson({ page: { data: person }, answer }: Props) {
  const { t } = useWords();
  if (person)
    return {
      clinicNumber: person.clinicNumber ?? '',
      birthYear: String(person.birthYear ?? ''),
      name: person.firstName,
      consentKind: person.consentKind,
    };
  const { clinicNumber, birthYear } = (answer?.lastResult.initialValue ?? {}) as Record<string, string>;
  return {
    clinicNumber: clinicNumber ?? '',
    birthYear: birthYear ?? '',
    name: t('about.thisPerson'),
    consentKind: findConsentKind(
      { birthYear: Number(birthYear), relation: 'self' },
      toClinicYear(Date.now()),
    ),
  };
}
