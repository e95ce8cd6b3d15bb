import { Link } from '@remix-run/react';
import type { ComponentProps } from 'react';
import type { AdminCounts } from '~/domain/clinic/dashboard.server';
import { longWaitHours } from '~/domain/report/report-constants';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { Checklist } from '../admin/checklist';
import { Shortcuts, type Task, ToDo } from './home-parts';

type Props = {
  counts: AdminCounts;
  /** The first steps of the clinic; null once all are done. */
  checklist: ComponentProps<typeof Checklist> | null | undefined;
};

/** The home page of an admin: what needs a decision, and the first steps of the clinic. */
export function AdminHome({ counts, checklist }: Props) {
  const { t, moment } = useWords();
  const since = counts.sendingHeldSince;
  const lines = useLines(counts);
  return (
    <>
      {since && (
        <Notice icon="alert" variant="bad mb-6">
          {t('toDo.sendingHeld', { moment: moment(since) })}{' '}
          <Link to={paths.email} className="inline-flex min-h-11 items-center font-label">
            {t('toDo.toEmail')}
          </Link>
        </Notice>
      )}
      {(lines.length > 0 || !checklist) && (
        <ToDo title={t('toDo.forAdmin')} lines={lines} nothing={t('toDo.decided')} />
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
function useLines(counts: AdminCounts) {
  const { t, languageName } = useWords();
  const tasks: Task[] = [
    { count: counts.urgent, words: 'toDo.urgent', to: paths.pendingReport },
    { count: counts.toCall.first, words: 'toDo.callFirst', to: paths.toTell },
    { count: counts.toCall.others, words: 'toDo.toCall', to: paths.toTell },
    { count: counts.expertsWaiting, words: 'toDo.experts', to: paths.pendingExpert },
    {
      count: counts.doubt.count,
      words: 'toDo.doubt',
      to: `${paths.changeExpertStatus(counts.doubt.expertId ?? '')}?to=doubt`,
    },
    { count: counts.unregistered, words: 'toDo.unregistered', to: paths.registrations },
    { count: counts.held, words: 'toDo.held', to: `${paths.pendingReport}?waitsFor=admin` },
    { count: counts.objections, words: 'toDo.objections', to: paths.deskLists },
    { count: counts.incomplete, words: 'toDo.incomplete', to: paths.incompleteAnswers },
    { count: counts.openMessages, words: 'toDo.messages', to: paths.messages },
    { count: counts.longWaits, words: 'toDo.longWaits', to: paths.pendingReport },
    { count: counts.unsentEmails, words: 'toDo.emails', to: paths.system },
    { count: Number(counts.isBackupFailed), words: 'toDo.backup', to: paths.system },
  ];
  const time = { seconds: longWaitHours * 3600 };
  return [
    ...tasks
      .filter(({ count }) => count > 0)
      .map(({ count, words: sentence, to }) => ({
        words: t(sentence, { count, time }),
        to,
      })),
    // A doctor who reads both languages finds the others in their own list.
    ...counts.untranslated
      .filter(({ readers }) => readers !== 'both')
      .map(({ from, to, readers, reviews }) => ({
        words: t(readers === 'none' ? 'toDo.untranslatedNoReader' : 'toDo.untranslatedNoTranslator', {
          count: reviews,
          from: languageName(from),
          language: languageName(to),
        }),
        to: paths.approvedExpert,
      })),
  ];
}
