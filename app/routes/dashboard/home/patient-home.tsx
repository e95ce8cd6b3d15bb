import { Link } from '@remix-run/react';
import type { PatientSummary } from '~/domain/clinic/dashboard.server';
import type { PublicQuestion } from '~/domain/report/present-question';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { useQuestionWords } from '~/ui/questions/question-words';
import { useLatestWords, useQueueWords } from '~/ui/report/report-words';
import { stepLooks } from '~/ui/report/step-looks';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { Shortcuts } from './home-parts';

/** Maximum number of new answers named here beside urgent ones. Further ones are in the list. */
const maxNamed = 5;

type Props = PatientSummary & { patientId: string };

/** The home page of a patient: new answers, open questions, the newest report, and what to do. */
export function PatientHome({ newAnswers, questions, newest, waiting, patientId }: Props) {
  const { t } = useWords();
  return (
    <>
      <UrgentAnswers answers={newAnswers.filter(({ isUrgent }) => isUrgent)} />
      <NewAnswers answers={newAnswers.filter(({ isUrgent }) => !isUrgent)} total={newAnswers.length} />
      <OpenQuestions questions={questions} />
      <OpenReport newest={newest} />
      <Facts newest={newest} waiting={waiting} hasNewAnswers={newAnswers.length > 0} />
      <Shortcuts
        isSmall
        shortcuts={[
          {
            to: paths.uploadReport,
            icon: 'upload',
            // An answer to read comes first.
            isMain: newAnswers.length === 0,
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

type Answer = PatientSummary['newAnswers'][number];

type AnswersProps = { answers: Answer[] };

/** The unseen answers that send a patient to a doctor today, each with its sign, colour and title. */
function UrgentAnswers({ answers }: AnswersProps) {
  return answers.map((answer, at) => (
    <section
      key={answer.id}
      className="notice bad mb-4"
      aria-labelledby={answer.step ? `urgent-${answer.id}` : undefined}
    >
      <Icon name={answer.step?.isUncertain ? 'phone' : 'alert'} className="mt-0.5" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {answer.doubt && <p className="mb-1 font-strong">{answer.doubt}</p>}
        {answer.step && (
          <h2 id={`urgent-${answer.id}`} className="text-body">
            {answer.step.title}
          </h2>
        )}
        <AnswerLink answer={answer} isMain={at === 0} />
      </div>
    </section>
  ));
}

/** A link to an answer with the name of its test; the first one is the page's filled button. */
function AnswerLink({ answer, isMain = false }: { answer: Answer; isMain?: boolean }) {
  const { id, reportType, person } = answer;
  const { t } = useWords();
  const type = useTypeName()(reportType);
  return (
    <Link
      to={paths.report(id)}
      className={isMain ? 'button' : 'inline-flex min-h-11 items-center font-label'}
    >
      {isMain && <Icon name="eye" />}
      {t('answers.read', { type: person ? `${type} (${person})` : type })}
    </Link>
  );
}

type NewAnswersProps = AnswersProps & {
  /** The number of all new answers. */
  total: number;
};

/** A patient's other unseen answers, each with the name of its test and the sign of its step. */
function NewAnswers({ answers, total }: NewAnswersProps) {
  const { t } = useWords();
  if (answers.length === 0) return null;
  const hasDoubt = answers.some(({ doubt }) => doubt);
  return (
    <section className={`notice ${hasDoubt ? 'bad' : 'good'} mb-4`} aria-labelledby="new-answers">
      <Icon name={hasDoubt ? 'alert' : 'mail'} className="mt-0.5" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h2 id="new-answers" className="text-body">
          {t('answers.new', { count: total })}
        </h2>
        <ul>
          {answers.slice(0, maxNamed).map((answer, at) => (
            <li key={answer.id} className="py-1">
              <AnswerLink answer={answer} isMain={at === 0 && answers.length === total} />
              {answer.doubt && <p className="font-strong">{answer.doubt}</p>}
              {answer.step && (
                <p className={`badge ${stepLooks[answer.step.step].colour} !whitespace-normal`}>
                  <Icon name={stepLooks[answer.step.step].icon} className="h-4 w-4" />
                  {answer.step.title}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type FactsProps = Pick<PatientSummary, 'newest' | 'waiting'> & { hasNewAnswers: boolean };

/** The states that a report passes, and how far one with some progress has come. */
const states = ['dashboard.stateSent', 'dashboard.stateRead', 'dashboard.stateAnswer'] as const;
const isWithDoctor = (progress: string | null) => progress !== 'queued' && progress !== 'held';

/** Returns true if a report waits for its answer. */
const isOpen = ({ progress }: NonNullable<PatientSummary['newest']>) =>
  progress !== 'reviewed' && progress !== 'withdrawn';

/** The newest report that waits for its answer: a line that leads to it, and how far it has come. */
function OpenReport({ newest }: Pick<PatientSummary, 'newest'>) {
  const { t, day } = useWords();
  const typeName = useTypeName();
  const queueWords = useQueueWords();
  const latestWords = useLatestWords();
  if (!newest || !isOpen(newest)) return null;
  const { id, reportType, createdAt, person, progress, queue } = newest;
  const reached = isWithDoctor(progress) ? 1 : 0;
  return (
    <section className="card mb-4 grid gap-2" aria-labelledby={`open-${id}`}>
      <h2 id={`open-${id}`} className="text-body">
        <Link to={paths.report(id)} className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
          {typeName(reportType)}
          {person && <bdi>({person})</bdi>}
          <span className="font-text text-muted">{day(createdAt)}</span>
        </Link>
      </h2>
      <ol aria-label={t('dashboard.states')} className="grid grid-cols-3 gap-1 text-small leading-snug">
        {states.map((state, at) => (
          <li
            key={state}
            aria-current={at === reached ? 'step' : undefined}
            className={`border-t-4 pt-1 [overflow-wrap:anywhere] ${at <= reached ? 'border-good font-label' : 'border-line text-muted'}`}
          >
            {t(state)}
          </li>
        ))}
      </ol>
      <p className="text-small">{progress === 'queued' && queue ? queueWords(queue) : latestWords(newest)}</p>
    </section>
  );
}

/** The state of the newest report if it is not open, and of the newest one in the queue if that is another one. */
function Facts({ newest, waiting, hasNewAnswers }: FactsProps) {
  const { t } = useWords();
  const typeName = useTypeName();
  const queueWords = useQueueWords();
  const latestWords = useLatestWords();
  const isSaid = hasNewAnswers && newest?.progress === 'reviewed';
  const sentences = [
    newest === null && t('dashboard.noReport'),
    newest && !isOpen(newest) && !isSaid && latestWords(newest),
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

type OpenQuestion = Pick<PublicQuestion, 'kind' | 'pages'> & {
  reportId: string;
  reportType: string;
  person?: string;
};

/** The questions that wait for the patient, each with a link to its own answer page. */
function OpenQuestions({ questions }: { questions: OpenQuestion[] }) {
  const { t } = useWords();
  const typeName = useTypeName();
  const questionWords = useQuestionWords();
  if (questions.length === 0) return null;
  return (
    <section className="notice wait mb-4" aria-labelledby="open-questions">
      <Icon name="mail" className="mt-0.5" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h2 id="open-questions" className="text-body">
          {t('question.someWait', { count: questions.length })}
        </h2>
        <ul>
          {questions.map(({ reportId, reportType, person, ...question }) => (
            <li key={reportId}>
              <Link
                to={paths.answerQuestion(reportId)}
                className="inline-flex min-h-11 items-center font-label"
              >
                {`${typeName(reportType)}${person ? ` (${person})` : ''}: ${questionWords(question)}`}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
