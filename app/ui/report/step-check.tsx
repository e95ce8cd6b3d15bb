import type { PublicStepCheck } from '~/domain/report/step-check';
import { type StepAnswer, stepAnswers } from '~/platform/enums';
import { Icon, type IconName } from '~/ui/icon';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';

const icons = { done: 'check', notYet: 'pending', cannot: 'close' } as const satisfies Record<
  StepAnswer,
  IconName
>;

type Props = {
  check: PublicStepCheck;
  /** Address of the form. */
  action: string;
  /** The question. */
  question: string;
};

/** Asks whether a step was taken, once its last day has passed. Each answer is a button. */
export function StepCheck({ check: { version, answer }, action, question }: Props) {
  const { t } = useWords();
  return (
    <PostForm operation="review.answerStep" action={action} className="mt-2 print:hidden">
      <input type="hidden" name="version" value={version} />
      <fieldset>
        <legend className="mb-2 font-label">{question}</legend>
        {answer && <p className="mb-2">{t(`stepCheck.told.${answer}`)}</p>}
        <div className="flex flex-wrap gap-2">
          {stepAnswers.map((choice) => (
            <button
              key={choice}
              type="submit"
              name="answer"
              value={choice}
              aria-pressed={choice === answer}
              className="button plain small"
            >
              <Icon name={icons[choice]} />
              {t(`stepCheck.${choice}`)}
            </button>
          ))}
        </div>
      </fieldset>
    </PostForm>
  );
}
