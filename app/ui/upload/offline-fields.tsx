import { type ComponentProps, type FormEvent, useState } from 'react';
import { toE164 } from '~/domain/kernel/phone';
import { toClinicYear } from '~/domain/report/people-constants';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { usePersonInForm } from '~/ui/people/use-person-in-form';
import { whoseFieldOrder } from '~/ui/people/whose-report';
import { PageList } from '~/ui/photo-pages/page-list';
import { useWords } from '~/ui/sentence';
import { toWaitingReport } from '~/ui/waiting/send-in-pieces';
import type { OfflineForm } from '~/ui/waiting/waiting-flag';
import { keepForLetterbox } from '~/ui/waiting/waiting-store';
import { reportFieldOrder } from './report-fields';
import { UploadFields } from './upload-fields';
import { UploadForm, type UploadFormRules, uploadFormId } from './upload-form';

type FieldsProps = ComponentProps<typeof UploadFields>;

type Rules = Pick<FieldsProps, 'megabytes' | 'pageRules' | 'countries' | 'maxDescriptionLength' | 'danger'> &
  UploadFormRules & { dialCode: string };

/** Addresses of the pages of an upload. */
export type UploadLinks = { uploadReport: string; reportSubmitted: string; people: string };

type Props = {
  rules: Rules;
  links: UploadLinks;
  letterbox: OfflineForm | undefined;
  /** Called once a report waits in this browser. */
  onSaved: () => void;
};

/** The account holder alone: the names of others are not stored in this browser. */
const oneself = { _id: 'self', name: '', age: null, birthYear: null, sex: 'unsaid' as const };
const choices = [{ ...oneself, isMinor: false, isOneself: true }];
const ownFacts = { ownBirthYear: '', ownSex: '' };
const whoseRules = { choices, thisYear: toClinicYear(Date.now()) };

const fieldOrder = ['report', ...whoseFieldOrder, ...reportFieldOrder, 'consent'];

// Both come with the page: later there is no connection to load them.
const loadPhone = async () => ({ toE164 });
const loadList = async () => ({ PageList });

/** The fields of a report without a connection. The button stores it sealed in this browser. */
export function OfflineFields({ rules, links, letterbox, onSaved }: Props) {
  const { t } = useWords();
  const defaults = { countryCode: rules.dialCode, personId: '', ...ownFacts };
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready');
  const person = usePersonInForm(uploadFormId, whoseRules, defaults);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!letterbox || state === 'saving') return;
    setState('saving');
    keepReport(new FormData(event.currentTarget), letterbox, links).then(onSaved, () => setState('failed'));
  };
  return (
    <div className="sheet" data-consent={person.consentKind}>
      <UploadForm
        operation="report.upload"
        answer={undefined}
        rules={rules}
        person={person}
        loadPhone={loadPhone}
        defaults={defaults}
        order={fieldOrder}
        onComplete={save}
      >
        <UploadFields
          {...rules}
          loadList={loadList}
          // The report has its key once it is stored.
          submissionKey=""
          isSentBefore={false}
          whose={{ choices, isOneselfKnown: false, isFull: false }}
          ownFacts={ownFacts}
          peoplePath={links.people}
          person={person}
          isAgreed={false}
          isSame={false}
        />
        <div>
          <p className="mb-3 font-label">{t('offlineForm.notSent')}</p>
          {state === 'failed' && (
            <div role="alert">
              <Notice icon="alert" variant="bad mb-3">
                {t('offlineForm.failed')}
              </Notice>
            </div>
          )}
          <button type="submit" className="button" aria-disabled={state === 'saving'}>
            <Icon name={state === 'saving' ? 'wait' : 'lock'} className={state === 'saving' ? 'spin' : ''} />
            {t('offlineForm.save')}
          </button>
        </div>
      </UploadForm>
    </div>
  );
}

/**
 * Stores a filled-in form for its account, whose pages send it.
 *
 * @throws if this browser cannot store it.
 */
async function keepReport(form: FormData, letterbox: OfflineForm, links: UploadLinks): Promise<void> {
  // The letterbox has the token of its account.
  form.delete('formToken');
  form.set('submissionKey', [...crypto.getRandomValues(new Uint32Array(4))].join('-'));
  const details = {
    owner: letterbox.owner,
    address: `${links.uploadReport}.data`,
    leadsTo: links.reportSubmitted,
  };
  await keepForLetterbox(toWaitingReport(form, details), letterbox);
}
