import { useEffect, useRef, useState } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { AboutPatient } from '~/ui/people/about-patient';
import { patientNameOf } from '~/ui/people/people-words';
import { DeskQuestions } from '~/ui/questions/desk-questions';
import { ReportFact } from '~/ui/report/report-parts';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';
import { Unread } from './patient-facts';

type ConversationProps = {
  report: PublicReport;
  viewerId: string;
  /** True if the patient has changed whom the report is about. */
  isPersonChanged: boolean;
};

/** Shows what happened since the report was sent: a correction by the patient, and questions. */
export function Conversation({ report, viewerId, isPersonChanged }: ConversationProps) {
  const { t, moment } = useWords();
  return (
    <>
      {report.correctedAt && (
        <Notice icon="info" variant="wait">
          {t('review.correctedOn', { moment: moment(report.correctedAt) })}
          {isPersonChanged && (
            <strong className="mt-1 block [overflow-wrap:anywhere]">
              {t('review.personNow', { name: patientNameOf(report) })}
            </strong>
          )}
        </Notice>
      )}
      {report.questions.length > 0 && <Questions report={report} viewerId={viewerId} />}
    </>
  );
}

/** The questions and answers, folded to a line that is marked until it was opened. */
function Questions({ report, viewerId }: Pick<ConversationProps, 'report' | 'viewerId'>) {
  const { t, number } = useWords();
  const [isRead, setRead] = useState(false);
  return (
    <details onToggle={() => setRead(true)}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <Icon name="mail" />
        {t('question.history')} ({number(report.questions.length)}) {!isRead && <Unread />}
      </summary>
      <DeskQuestions report={report} viewerId={viewerId} closePath={paths.closeQuestion(report._id)} />
    </details>
  );
}

/** The patient's current text about the report. */
function WrittenOfIt({ report }: { report: PublicReport }) {
  const { t, day } = useWords();
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-4 gap-y-2 text-[0.95rem]">
      <ReportFact name={t('pending.patient')} className="col-span-full" valueClass="text-[1.1rem]">
        <AboutPatient report={report} />
      </ReportFact>
      <ReportFact name={t('report.submittedOn')}>{day(report.createdAt)}</ReportFact>
      <ReportFact name={t('review.phone')} valueClass="font-figures font-semibold">
        {report.phoneNumber}
      </ReportFact>
      <ReportFact name={t('report.caseNumber')} valueClass="font-figures font-semibold">
        {toCaseNumber(report._id)}
      </ReportFact>
      <div className="col-span-full">
        <dt className="text-muted">{t('review.description')}</dt>
        <dd className="whitespace-pre-wrap" dir="auto">
          {report.description ?? t('report.noDescription')}
        </dd>
      </div>
    </dl>
  );
}

/** The corrected details, for a doctor who has read an older version. They have the focus. */
export function Corrected({ answer, report }: { answer: unknown; report: PublicReport }) {
  const { t } = useWords();
  const type = useTypeName()(report.reportType);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (answer) section.current?.focus();
  }, [answer]);
  return (
    <section ref={section} tabIndex={-1} className="notice wait block" aria-labelledby="corrected">
      <h2 id="corrected">{t('review.now')}</h2>
      <p className="mt-2 mb-3 font-semibold">{type}</p>
      <WrittenOfIt report={report} />
    </section>
  );
}
