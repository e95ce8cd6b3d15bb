import { useActionData, useLoaderData } from '@remix-run/react';
import { type ClinicField, clinicFields, clinicMost } from '~/domain/clinic/clinic-constants';
import { changeClinicDetails, readClinicDetails } from '~/domain/clinic/clinic-details.server';
import { allLanguages, languages } from '~/i18n/languages';
import { ownWords } from '~/i18n/translate';
import { CheckListField } from '~/ui/fields/check-list-field';
import { TextField } from '~/ui/fields/fields';
import { PasswordAndCode } from '~/ui/fields/password-and-code';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readClinicDetails, {
  extraData: () => ownWords(requestLanguage(), 'clinicPage', 'privacyFields'),
});

export const action = pageAction(changeClinicDetails, { onSuccess: () => ({ path: paths.clinicDetails }) });

export const meta = pageTitle('nav.aboutClinic');

/** Asks for the words about the clinic. Words from the environment are shown and cannot be changed. */
export default function ClinicDetails() {
  const { t } = useWords();
  const { typed, changedAt, asksCode } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="max-w-3xl">
      <PageHead title={t('nav.aboutClinic')} lead={t('clinicPage.lead')} />
      {answer?.code === 'outdated' && <SavedMeanwhile sent={answer.lastResult.initialValue ?? {}} />}
      <div className="sheet">
        <OperationForm
          id="clinic"
          operation="clinic.changeDetails"
          answer={answer}
          order={[...clinicFields, 'password', 'otp']}
          defaults={typed}
        >
          <input type="hidden" name="changedAt" value={changedAt} />
          <Names />
          <Contact />
          <PrivacyWords />
          <FooterLinks />
          <OfferedLanguages />
          <PasswordAndCode asksCode={asksCode} isRequired={false} hint={t('clinicPage.passwordHint')} />
          <SubmitRow icon="check">{t('clinicPage.save')}</SubmitRow>
        </OperationForm>
      </div>
    </div>
  );
}

const labels = {
  clinicName: 'clinicPage.name',
  senderName: 'clinicPage.sender',
  helpline: 'contact.helpline',
  officeHours: 'contact.hours',
  supportEmail: 'contact.emailLabel',
  officeAddress: 'contact.office',
  outreachAddress: 'contact.outreach',
  complaintsOffice: 'privacyFields.office',
  processors: 'privacyFields.processors',
} as const;

/** Shows what another admin has saved in place of what was sent. */
function SavedMeanwhile({ sent }: { sent: Record<string, unknown> }) {
  const { t } = useWords();
  const { typed } = useLoaderData<typeof loader>();
  const others = Object.entries(labels).flatMap(([field, label]) => {
    const saved = typed[field] ?? '';
    return saved.trim() === String(sent[field] ?? '').trim() ? [] : [{ field, label, saved }];
  });
  if (others.length === 0) return null;
  return (
    <Notice icon="alert" variant="wait mb-5">
      <p>{t('clinicPage.savedNow')}</p>
      <ul className="mt-2 grid gap-1 [overflow-wrap:anywhere]">
        {others.map(({ field, label, saved }) => (
          <li key={field}>
            {t(label)}: <bdi>{saved || '–'}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Names() {
  const { t } = useWords();
  const { senderName } = useLoaderData<typeof loader>();
  return (
    <>
      <Word name="clinicName" label={t('clinicPage.name')} maxLength={clinicMost.name} />
      <Word
        name="senderName"
        label={t('clinicPage.sender')}
        hint={t('clinicPage.senderHint', { name: senderName })}
        maxLength={clinicMost.sender}
      />
    </>
  );
}

function Contact() {
  const { t } = useWords();
  return (
    <>
      <Word
        name="helpline"
        label={t('contact.helpline')}
        hint={t('clinicPage.helplineHint')}
        keyboard="tel"
        maxLength={clinicMost.helpline}
      />
      <Word name="officeHours" label={t('contact.hours')} maxLength={clinicMost.hours} />
      <Word
        name="supportEmail"
        label={t('contact.emailLabel')}
        hint={t('clinicPage.emailHint')}
        keyboard="email"
        maxLength={254}
      />
      <Word name="officeAddress" label={t('contact.office')} maxLength={clinicMost.address} isLong />
      <Word name="outreachAddress" label={t('contact.outreach')} maxLength={clinicMost.address} isLong />
    </>
  );
}

/** Asks for what only the clinic knows of the privacy notice. */
function PrivacyWords() {
  const { t } = useWords();
  return (
    <>
      <Word
        name="complaintsOffice"
        label={t('privacyFields.office')}
        hint={t('privacyFields.officeHint')}
        maxLength={clinicMost.office}
        isLong
      />
      <Word
        name="processors"
        label={t('privacyFields.processors')}
        hint={t('privacyFields.processorsHint')}
        maxLength={clinicMost.office}
        isLong
      />
    </>
  );
}

const sites = {
  socialPhotos: 'Instagram',
  socialNetwork: 'Facebook',
  socialMicroblog: 'X (Twitter)',
  socialVideo: 'YouTube',
} as const;

function FooterLinks() {
  const { t } = useWords();
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="field-label">{t('clinicPage.footer')}</legend>
      {(Object.keys(sites) as (keyof typeof sites)[]).map((field) => (
        <Word key={field} name={field} label={sites[field]} maxLength={clinicMost.link} />
      ))}
    </fieldset>
  );
}

function OfferedLanguages() {
  const { t, list, languageName } = useWords();
  const { fixed, languagesInUse } = useLoaderData<typeof loader>();
  const given = fixed.find(({ field }) => field === 'offeredLanguages');
  if (given) return <Fixed label={t('clinicPage.languages')} {...given} />;
  return (
    <div>
      <CheckListField
        name="offeredLanguages"
        label={t('clinicPage.languages')}
        options={allLanguages
          .filter((code) => code !== 'en')
          .map((code) => ({ value: code, label: languages[code].name }))}
      />
      <p className="text-small text-muted">
        {t('clinicPage.inUse', { languages: list(languagesInUse.map((code) => languageName(code))) })}
      </p>
    </div>
  );
}

type WordProps = {
  name: ClinicField;
  label: string;
  hint?: string;
  maxLength: number;
  keyboard?: 'tel' | 'email';
  isLong?: boolean;
};

/** The field of a word, or the word itself if the environment gives it. */
function Word({ name, label, hint, maxLength, keyboard, isLong = false }: WordProps) {
  const { fixed } = useLoaderData<typeof loader>();
  const given = fixed.find(({ field }) => field === name);
  if (given) return <Fixed label={label} {...given} />;
  if (isLong) return <TextArea name={name} label={label} hint={hint} maxLength={maxLength} rows={3} />;
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      maxLength={maxLength}
      inputMode={keyboard}
      autoComplete="off"
      isRequired={false}
    />
  );
}

function Fixed({ label, name, value }: { label: string; name: string; value: string }) {
  const { t } = useWords();
  return (
    <div>
      <p className="field-label">{label}</p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        <bdi>{value}</bdi>
      </p>
      <p className="text-small text-muted">{t('clinicPage.fixed', { setting: name })}</p>
    </div>
  );
}
