import { Link } from '@remix-run/react';
import type { PatientSummary } from '~/domain/clinic/dashboard.server';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { useLatestWords, useQueueWords } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';
import { Shortcuts } from './home-parts';
import { OpenQuestions } from './open-questions';

/** Maximum number of new answers named here. Further ones are in the list. */
const maxNamed = 5;

type Props = PatientSummary & { patientId: string };

/** The home page of a patient: new answers, open questions, the newest report, and what to do. */
export function PatientHome({ newAnswers, questions, newest, waiting, patientId }: Props) {
  const { t } = useWords();
  return (
    <>
      {newAnswers.length > 0 && <NewAnswers answers={newAnswers} patientId={patientId} />}
      <OpenQuestions questions={questions} />
      <Facts newest={newest} waiting={waiting} hasNewAnswers={newAnswers.length > 0} />
      <Shortcuts
        shortcuts={[
          {
            to: paths.uploadReport,
            icon: 'upload',
            label: t('dashboard.upload'),
            text: t('dashboard.uploadText'),
          },
          {
            to: paths.uploadReport,
            icon: 'experts',
            label: t('dashboard.consult'),
            text: t('dashboard.consultText'),
          },
          { to: paths.previousReport(patientId), icon: 'reports', label: t('dashboard.viewReports') },
        ]}
      />
    </>
  );
}

type NewAnswersProps = { answers: PatientSummary['newAnswers']; patientId: string };

/** A patient's unseen answers, each with the name of its test. */
function NewAnswers({ answers, patientId }: NewAnswersProps) {
  const { t } = useWords();
  const typeName = useTypeName();
  const pathOf = (id: string) => `${paths.previousReport(patientId)}?report=${id}#report-${id}`;
  return (
    <section className="notice good mb-4" aria-labelledby="new-answers">
      <Icon name="mail" className="mt-0.5" />
      <div>
        <h2 id="new-answers" className="text-[1.1rem]">
          {t('answers.new', { count: answers.length })}
        </h2>
        <ul>
          {answers.slice(0, maxNamed).map(({ id, reportType, person }) => (
            <li key={id}>
              <Link to={pathOf(id)} className="inline-flex min-h-11 items-center">
                {t('answers.read', {
                  type: person ? `${typeName(reportType)} (${person})` : typeName(reportType),
                })}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type FactsProps = Pick<PatientSummary, 'newest' | 'waiting'> & { hasNewAnswers: boolean };

/** The state of the newest report, and of the newest one in the queue if that is another one. */
function Facts({ newest, waiting, hasNewAnswers }: FactsProps) {
  const { t } = useWords();
  const typeName = useTypeName();
  const queueWords = useQueueWords();
  const latestWords = useLatestWords();
  const isSaid = hasNewAnswers && newest?.progress === 'reviewed';
  const sentences = [
    newest === null && t('dashboard.noReport'),
    newest && !isSaid && latestWords(newest),
    waiting && waiting.id !== newest?.id && `${typeName(waiting.reportType)}: ${queueWords(waiting.queue)}`,
  ].filter((sentence) => typeof sentence === 'string');
  if (sentences.length === 0) return null;
  return (
    <div className="notice mb-6">
      <Icon name="info" className="mt-0.5" />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}
