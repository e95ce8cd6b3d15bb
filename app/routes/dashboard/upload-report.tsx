import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useContext } from 'react';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { defaultDialCode, splitPhoneNumber } from '~/domain/kernel/phone';
import { peopleToUploadFor } from '~/domain/report/people-to-choose.server';
import { maxDescriptionLength } from '~/domain/report/schemas';
import { uploadReport } from '~/domain/upload/upload-report.server';
import { countriesIn } from '~/i18n/countries';
import { SubmitButton } from '~/ui/forms/buttons';
import { useHydrated } from '~/ui/hooks';
import { Emergency } from '~/ui/layout/emergency';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { SignedContext } from '~/ui/notices/post-form';
import { type PersonInForm, usePersonInForm } from '~/ui/people/use-person-in-form';
import { whoseFieldOrder } from '~/ui/people/whose-report';
import { useWords } from '~/ui/sentence';
import { KeptInput } from '~/ui/upload/kept-input';
import { NoticeBlock, NoticeLink, ShownNotice } from '~/ui/upload/notice-block';
import { reportFieldOrder } from '~/ui/upload/report-fields';
import { FileFacts } from '~/ui/upload/report-file-field';
import { UploadFields } from '~/ui/upload/upload-fields';
import { UploadForm, uploadFormId } from '~/ui/upload/upload-form';
import { Uploading } from '~/ui/upload/uploading';
import { paths } from '~/urls/paths';
import { readDangerQuestion } from '~/web/pages/danger-list.server';
import { uploadRules } from '~/web/pages/form-rules.server';
import { noteShownBlock, readNoticeBlock } from '~/web/pages/notice-block.server';
import { pageAction } from '~/web/pages/page-action.server';
import type { PageHandle } from '~/web/pages/page-handle';
import { requireViewer } from '~/web/pages/require-viewer.server';
import { writeMemo } from '~/web/request/cookies.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';

export const handle: PageHandle = { hasLongLists: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request, 'home.loginFirst');
  const account = await requireOwnRow(viewer);
  const { contactNumber } = account;
  const { typed, ...whose } = await peopleToUploadFor(viewer, account);
  const countries = countriesIn(requestLanguage());
  const dialCodes = countries.map(({ value }) => value);
  const ownPhone = contactNumber ? splitPhoneNumber(contactNumber, dialCodes) : undefined;
  return {
    ...uploadRules(uploadReport, requestLanguage()),
    danger: await readDangerQuestion(),
    notice: await readNoticeBlock(viewer.id),
    // The rendered page has the countries as options already, so they need not be sent again as
    // data.
    countries: isAskedAsData() ? countries : [],
    maxDescriptionLength,
    whose,
    ownPhone,
    defaults: { ...typed, ...(ownPhone ?? { countryCode: defaultDialCode }) },
  };
}

export const action = pageAction(uploadReport, {
  onSuccess: async ({ value, viewer, fields }) => {
    if (viewer) await noteShownBlock(viewer.id, fields);
    return {
      path: paths.reportSubmitted,
      headers: [await writeMemo('sent', value.data._id, viewer)],
    };
  },
});

export const meta = pageTitle('upload.title');

const fieldOrder = ['report', ...whoseFieldOrder, ...reportFieldOrder, 'consent'];

export default function UploadReport() {
  const { t } = useWords();
  const page = useLoaderData<typeof loader>();
  const { defaults, whose, pageRules, notice } = page;
  const answer = useActionData<typeof action>();
  const owner = useContext(SignedContext)?.id;
  const sentFields = answer?.lastResult?.initialValue;
  const person = usePersonInForm(uploadFormId, whose, sentFields ?? defaults);
  const submitLabel = useSubmitLabel(person, whose.choices.length > 1);
  return (
    <div className="max-w-2xl">
      <PageHead title={t('upload.title')} lead={t('upload.lead')} />
      {notice && <NoticeBlock notice={notice} path={paths.privacy} />}
      <div className="sheet" data-consent={person.consentKind}>
        {owner && <KeptInput formId={uploadFormId} owner={owner} answer={answer} />}
        <UploadForm
          operation="report.upload"
          answer={answer}
          rules={page}
          person={person}
          defaults={defaults}
          order={fieldOrder}
        >
          {notice && <ShownNotice notice={notice} />}
          <UploadFields
            {...page}
            ownFacts={defaults}
            peoplePath={paths.people}
            isSentBefore={Boolean(answer)}
            person={person}
            isAgreed={sentFields?.consent === 'on' && sentFields.consentTo === person.consentKind}
            isSame={answer?.code === 'samePerson'}
            mistakes={answer?.pages}
          />
          <Uploading pieces={owner ? { owner, leadsTo: paths.reportSubmitted } : undefined}>
            <SubmitButton busyLabel={t('upload.busy')} icon="upload">
              {submitLabel}
            </SubmitButton>
          </Uploading>
        </UploadForm>
      </div>
      <FileFacts maxPages={pageRules.maxPages} />
      <PageLink to={paths.withoutConnection} className="inline-flex min-h-11 items-center">
        {t('offline.when')}
      </PageLink>
      {!notice && <NoticeLink path={paths.privacy} />}
      <Emergency />
    </div>
  );
}

/**
 * Returns the words of the button. They name the person if more than one can be chosen. Without
 * script the choice is not known, so they name nobody.
 */
function useSubmitLabel({ selectedId, name }: PersonInForm, hasOthers: boolean) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  if (!isHydrated || !(hasOthers || selectedId === 'new')) return t('upload.submit');
  if (name) return t('upload.submitOf', { name });
  return t('upload.submit');
}
