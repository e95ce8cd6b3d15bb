import type { readExpertToJudge } from '~/domain/experts/change-expert-status.server';
import { ChoiceField } from '~/ui/fields/choice-field';
import { useTypeName } from '~/ui/fields/type-name';
import { SubmitButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { PageLink } from '~/ui/links';
import { PostForm } from '~/ui/notices/post-form';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { paths } from '~/urls/paths';

type Answer = Awaited<ReturnType<(typeof readExpertToJudge)['run']>>['answers'][number];

/** The question whether the earlier answers of an expert are in doubt. */
export function DoubtChoice() {
  const { t } = useWords();
  return (
    <ChoiceField
      name="answersInDoubt"
      label={t('doubt.question')}
      isList
      options={[
        { value: 'false', label: t('doubt.no') },
        { value: 'true', label: t('doubt.yes') },
      ]}
    />
  );
}

type RecentAnswersProps = {
  answers: Answer[];
  /** Address of the form that puts an answer back into the queue. */
  action: string;
};

/** The answers of an expert in the last 90 days, each with a button to put it back into the queue. */
export function RecentAnswers({ answers, action }: RecentAnswersProps) {
  const { t } = useWords();
  return (
    <section className="sheet mt-6 max-w-3xl" aria-labelledby="recent-answers">
      <h2 id="recent-answers">{t('doubt.listTitle')}</h2>
      {answers.length === 0 ? (
        <p className="mt-2 text-muted">{t('doubt.listEmpty')}</p>
      ) : (
        <>
          <p className="mt-2 text-muted">{t('doubt.putBackText')}</p>
          <ul className="mt-3 grid">
            {answers.map((answer) => (
              <li
                key={answer.reportId}
                className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3"
              >
                <AnswerLine answer={answer} action={action} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function AnswerLine({ answer, action }: { answer: Answer; action: string }) {
  const { t, day } = useWords();
  const { reportId, reportType, reviewedAt, version, isGoTodayOpen } = answer;
  const type = useTypeName()(reportType);
  return (
    <>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <PageLink to={paths.reviewVersions(reportId)} className="font-label">
          {type}, {day(reviewedAt)}
        </PageLink>
        <CaseNumber reportId={reportId} />
      </div>
      {isGoTodayOpen ? (
        <PageLink to={paths.goToday} className="inline-flex items-center gap-2 font-label text-danger">
          <Icon name="alert" />
          {t('doubt.reachFirst')}
        </PageLink>
      ) : (
        <PostForm operation="review.takeBackFor" action={action}>
          <input type="hidden" name="reportId" value={reportId} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="reasonCode" value="other" />
          <input type="hidden" name="reason" value={t('doubt.putBackReason')} />
          <SubmitButton icon="again" variant="plain small">
            {t('doubt.putBack')}
            <OfName name={`${type}, ${day(reviewedAt)}`} />
          </SubmitButton>
        </PostForm>
      )}
    </>
  );
}
