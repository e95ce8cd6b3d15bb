import type { PublicReport } from '~/domain/report/present-report';
import { Icon } from '~/ui/icon';
import { Folded } from '~/ui/layout/folded';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { useQueueWords } from './report-words';
import { type Version, VersionLine, VersionText } from './version-words';

/** Changes to a review since it was written, shown before its text. */
export function ReviewChanges({ report: { versions } }: { report: PublicReport }) {
  const takenBack = numberOfLast(versions, 'takenBack');
  const changes = versions.filter(({ number, kind }) => number > takenBack && kind !== 'review');
  if (changes.length === 0) return null;
  return (
    <div className="notice mb-4">
      <Icon name="write" className="mt-0.5" />
      <div className="grid min-w-0 gap-2">
        {changes.map((version) => (
          <p key={version.number}>
            <VersionLine version={version} />
          </p>
        ))}
      </div>
    </div>
  );
}

/** Superseded texts of a review and their translations, collapsed: they are no longer valid. */
export function EarlierText({ report: { versions, version } }: { report: PublicReport }) {
  const { t } = useWords();
  const takenBack = numberOfLast(versions, 'takenBack');
  const lastCorrection = numberOfLast(versions, 'correction');
  const earlier = versions.filter(
    ({ number, translations }) =>
      number > takenBack && number !== version && (number < lastCorrection || translations.length > 0),
  );
  if (earlier.length === 0) return null;
  return (
    <div className="mt-4 print:hidden">
      <Folded title={t('amend.earlier')}>
        <ol className="grid gap-4">
          {earlier.map((earlierVersion) => (
            <li key={earlierVersion.number} className="border-s-2 border-line ps-3 text-muted">
              <VersionLine version={earlierVersion} />
              <VersionText version={earlierVersion} />
            </li>
          ))}
        </ol>
      </Folded>
    </div>
  );
}

const numberOfLast = (versions: Version[], kind: Version['kind']) =>
  Math.max(0, ...versions.filter((one) => one.kind === kind).map(({ number }) => number));

/**
 * Says that a report's review was withdrawn and that the report waits again. Shows none of its
 * text.
 */
export function TakenBack({ report }: { report: PublicReport }) {
  const { t } = useWords();
  const queueWords = useQueueWords();
  const isMixedUp = report.versions.at(-1)?.reasonCode === 'wrongReport';
  return (
    <Notice icon="alert" variant="wait">
      {t(isMixedUp ? 'amend.wrongReport' : 'amend.takenBack')}
      {report.queue && ` ${queueWords(report.queue)}`}
    </Notice>
  );
}
