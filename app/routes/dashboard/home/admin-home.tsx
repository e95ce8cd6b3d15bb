import type { ComponentProps } from 'react';
import type { AdminCounts } from '~/domain/clinic/dashboard.server';
import { longWaitHours } from '~/domain/report/report-constants';
import { fillPlaceholders } from '~/i18n/t';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';
import { Checklist } from '../admin/checklist';
import { Shortcuts, ToDo, type ToDoWords } from './home-parts';

type Props = {
  counts: AdminCounts;
  words: ToDoWords;
  /** The first steps of the clinic; null once all are done. */
  checklist: ComponentProps<typeof Checklist> | null | undefined;
};

/** The home page of an admin: what needs a decision, and the first steps of the clinic. */
export function AdminHome({ counts, words, checklist }: Props) {
  const { t } = useWords();
  const lines = useLines(counts, words);
  return (
    <>
      {(lines.length > 0 || !checklist) && (
        <ToDo title={words.forAdmin} lines={lines} nothing={words.decided} />
      )}
      {checklist && <Checklist {...checklist} />}
      <Shortcuts
        shortcuts={[
          {
            to: paths.pendingExpert,
            icon: 'experts',
            label: t('dashboard.pendingExpert'),
            text: t('dashboard.pendingExpertText'),
          },
          {
            to: paths.pendingExpert,
            icon: 'check',
            label: t('dashboard.approveExpert'),
            text: t('dashboard.approveExpertText'),
          },
          { to: paths.pendingReport, icon: 'pending', label: t('dashboard.pendingReport') },
        ]}
      />
    </>
  );
}

/** Returns a line for each kind of decision that is open. */
function useLines(counts: AdminCounts, words: ToDoWords) {
  const { language, languageName } = useWords();
  const counted = [
    { count: counts.goToday, words: words.goToday, to: paths.goToday },
    { count: counts.toTell, words: words.toTell, to: paths.toTell },
    { count: counts.expertsWaiting, words: words.experts, to: paths.pendingExpert },
    {
      count: counts.doubt.count,
      words: words.doubt,
      to: `${paths.changeExpertStatus(counts.doubt.expertId ?? '')}?to=doubt`,
    },
    { count: counts.held, words: words.held, to: `${paths.pendingReport}?waitsFor=admin` },
    { count: counts.objections, words: words.objections, to: paths.deskLists },
    { count: counts.incomplete, words: words.incomplete, to: paths.incompleteAnswers },
    { count: counts.openMessages, words: words.messages, to: paths.messages },
    { count: counts.longWaits, words: words.longWaits, to: paths.pendingReport },
    { count: counts.unsentEmails, words: words.emails, to: paths.system },
    { count: Number(counts.isBackupFailed), words: words.backup, to: paths.system },
  ].filter(({ count }) => count > 0);
  const time = { seconds: longWaitHours * 3600 };
  return [
    ...counted.map(({ count, words: sentence, to }) => ({
      words: fillPlaceholders(language, sentence, { count, time }),
      to,
    })),
    // A doctor who reads both languages finds the others in their own list.
    ...counts.untranslated
      .filter(({ readers }) => readers !== 'both')
      .map(({ from, to, readers, reviews }) => ({
        words: fillPlaceholders(
          language,
          readers === 'none' ? words.untranslatedNoReader : words.untranslatedNoTranslator,
          { count: reviews, from: languageName(from), language: languageName(to) },
        ),
        to: paths.approvedExpert,
      })),
  ];
}
