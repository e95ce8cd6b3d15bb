import { useActionData, useLoaderData } from '@remix-run/react';
import { answerComplaint } from '~/domain/messages/answer-complaint.server';
import { readComplaint } from '~/domain/messages/complaint-lists.server';
import type { PublicComplaint } from '~/domain/messages/complaint-schemas';
import { maxTextLength } from '~/domain/messages/constants';
import { ComplaintText } from '~/ui/complaint-text';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('complaintId');

export const loader = pageLoader(readComplaint, {
  routeInput,
  extraData: () => ({ required: requiredFields(answerComplaint, 'answer') }),
});

export const action = pageAction(answerComplaint, {
  routeInput,
  onSuccess: () => ({ path: paths.complaints }),
  refusedPath: paths.complaints,
});

export const meta = pageTitle('complaints.title');

/** A complaint with its answer, or the form for it. */
export default function Complaint() {
  const { t, day } = useWords();
  const { data: complaint } = useLoaderData<typeof loader>();
  const { number, name, email, phone, answer, answeredAt, answeredBy, dueDay } = complaint;
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.complaints} label={t('complaints.title')} />
      <PageHead title={number} lead={answer === null && t('complaints.dueBy', { date: day(dueDay) })} />
      <div className="sheet grid gap-4">
        <p className="[overflow-wrap:anywhere]">{t('complaint.from', { name })}</p>
        <p className="flex flex-wrap gap-x-6 [overflow-wrap:anywhere]">
          {email && <bdi>{email}</bdi>}
          {phone && (
            <a href={`tel:${phone}`} className="font-figures">
              {phone}
            </a>
          )}
        </p>
        <ComplaintText complaint={complaint} />
      </div>
      <section
        className="sheet mt-5 grid gap-4"
        aria-label={t(answer === null ? 'complaint.answerLabel' : 'complaint.ourAnswer')}
      >
        {answer === null ? (
          <AnswerForm complaint={complaint} />
        ) : (
          <>
            <h2>{t('complaint.ourAnswer')}</h2>
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
              {answer}
            </p>
            <p className="text-muted">
              {t('complaint.answeredOn', { date: day(answeredAt ?? ''), name: answeredBy ?? '–' })}
            </p>
          </>
        )}
      </section>
    </div>
  );
}

function AnswerForm({ complaint }: { complaint: PublicComplaint }) {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <OperationForm
      id="answer-complaint"
      operation="message.answerComplaint"
      answer={answer}
      required={required}
    >
      <TextArea
        name="answer"
        label={t('complaint.answerLabel')}
        hint={`${useWayOfAnswer(complaint)} ${t('complaint.onlyOnce')}`}
        rows={6}
        maxLength={maxTextLength}
        isRequired
      />
      <SubmitRow icon="mail">{t('complaint.submit')}</SubmitRow>
    </OperationForm>
  );
}

/** Says how the answer reaches whoever complained. */
function useWayOfAnswer({ email, phone, hasAccount }: PublicComplaint): string {
  const { t } = useWords();
  if (!email && phone) return t('complaint.callToo', { phone });
  if (hasAccount) return t('complaint.inAccount');
  return email ? t('complaint.byEmail', { email }) : t('complaint.noWay');
}
