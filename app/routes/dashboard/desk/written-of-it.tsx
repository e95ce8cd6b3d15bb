import { useEffect, useRef, useState } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { AboutPatient } from '~/ui/people/about-patient';
import { patientNameOf } from '~/ui/people/people-words';
import { DeskQuestions } from '~/ui/questions/desk-questions';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { PatientWords, Unread } from './patient-facts';

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
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-label">
        <Icon name="mail" />
        {t('question.history')} ({number(report.questions.length)}) {!isRead && <Unread />}
      </summary>
      <DeskQuestions report={report} viewerId={viewerId} closePath={paths.closeQuestion(report._id)} />
    </details>
  );
}

/** The corrected details, for a doctor who has read an older version. They have the focus. */
export function Corrected({ answer, report }: { answer: unknown; report: PublicReport }) {
  const { t } = useWords();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (answer) section.current?.focus();
  }, [answer]);
  return (
    <section ref={section} tabIndex={-1} className="notice wait block" aria-labelledby="corrected">
      <h2 id="corrected">{t('review.now')}</h2>
      <AboutPatient report={report} />
      <PatientWords report={report} />
    </section>
  );
}
