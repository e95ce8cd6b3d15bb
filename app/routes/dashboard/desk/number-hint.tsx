import { useLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { useReleased } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useFormToken } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { withNumbers } from '~/web/pages/page-handle';

/** A number is only looked for once the doctor pauses, not after each of its digits. */
const pauseMs = 900;

type Props = {
  /** ID of the text box. */
  boxId: string;
  report: Pick<PublicReport, '_id' | 'files'>;
  /** The path to save the draft to, if a page without script can compare it. */
  draftPath?: string;
};

/**
 * Names the numbers of a text that its report does not print, while it is written. Says nothing if
 * there are none, or if the report cannot be compared.
 */
export function NumberHint({ boxId, report, draftPath }: Props) {
  const { t, list } = useWords();
  const numbers = useUnprinted(boxId, report);
  return (
    <>
      {/* While it is empty, it takes no room, and is announced all the same once it is not. */}
      <p role="status" className="field-hint -mt-3 empty:absolute">
        {numbers.length > 0 && t('review.numbersNotPrinted', { numbers: list(numbers.map(isolate)) })}
      </p>
      {draftPath && (
        <noscript>
          <button
            type="submit"
            name={withNumbers}
            value="yes"
            formAction={draftPath}
            formNoValidate
            className="button plain small"
          >
            <Icon name="pending" />
            {t('draft.stay')}
          </button>
        </noscript>
      )}
    </>
  );
}

/** Keeps the direction of a number such as 130/80 in a text from right to left. */
const isolate = (number: string) => `\u2066${number}\u2069`;

type Find = (text: string) => string[];

/** Follows the numbers that a report does not print, in a text box. */
function useUnprinted(boxId: string, { _id: reportId, files }: Props['report']): string[] {
  const { unprintedNumbers = [] } = useLoaderData<{ unprintedNumbers?: string[] }>();
  const [numbers, setNumbers] = useState(unprintedNumbers);
  const formToken = useFormToken('report.readNumbers');
  const untilReleased = useReleased();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an added file may print further numbers
  useEffect(() => {
    const box = document.getElementById(boxId);
    if (!(box instanceof HTMLTextAreaElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let loading: Promise<Find | undefined> | undefined;
    const look = async () => {
      if (/\p{Nd}/u.test(box.value)) loading ??= loadFind(reportId, formToken);
      const find = await loading;
      await untilReleased();
      // Without an answer, the next pause asks again.
      if (!find) loading = undefined;
      else if (!isOver) setNumbers(find(box.value));
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(look, pauseMs);
    };
    wait();
    box.addEventListener('input', wait);
    return () => {
      isOver = true;
      clearTimeout(timer);
      box.removeEventListener('input', wait);
    };
  }, [boxId, reportId, formToken, untilReleased, files.length]);
  return numbers;
}

const findNone: Find = () => [];

/** Loads the numbers of a report and what compares them; undefined if the server did not answer. */
async function loadFind(reportId: string, formToken: string): Promise<Find | undefined> {
  const body = new FormData();
  body.set('formToken', formToken);
  try {
    const answer = await fetch(paths.reportNumbers(reportId), { method: 'POST', body, redirect: 'manual' });
    if (answer.status !== 200) return answer.status < 500 ? findNone : undefined;
    const { numbers }: { numbers: string[] | null } = await answer.json();
    if (!numbers) return findNone;
    const { findUnprintedNumbers } = await import('~/domain/comparison/number-hints');
    return (text) => findUnprintedNumbers(text, numbers);
  } catch {
    return undefined;
  }
}
