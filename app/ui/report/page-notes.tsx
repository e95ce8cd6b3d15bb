import { listDrawingNotes } from '~/domain/report/page-notes';
import type { PublicReport } from '~/domain/report/present-report';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import type { Audience } from './report-waiting';

const words = {
  blurred: 'pageNote.blurred',
  dark: 'pageNote.dark',
  small: 'pageNote.small',
  missingFont: 'pageNote.missingFont',
  missingPicture: 'pageNote.missingPicture',
  missingLines: 'pageNote.missingLines',
  missingMarks: 'pageNote.missingMarks',
  attachedFiles: 'pageNote.attachedFiles',
  nothingShown: 'pageNote.nothingShown',
  notDrawn: 'pageNote.notDrawn',
} as const;

/** Number of notes that stand open. More would push the pages they are about off the screen. */
const unfolded = 3;

type PageNotesProps = {
  report: Pick<PublicReport, 'pageNotes' | 'status' | 'reportUrl'>;
  audience: Audience;
};

/**
 * Names what may make pages of a report hard to read, and what the drawing of its pages may lack.
 * After the review only the latter is rendered.
 */
export function PageNotes({ report, audience }: PageNotesProps) {
  const { t } = useWords();
  const ofDrawing = listDrawingNotes(report.pageNotes);
  const notes = report.status === 'Reviewed' ? ofDrawing : report.pageNotes;
  if (notes.length === 0) return null;
  if (ofDrawing.length === 0) {
    return (
      <div className="mt-1 text-muted">
        <NoteList notes={notes} />
      </div>
    );
  }
  const folded = notes.slice(unfolded);
  return (
    <div className="notice mt-2 grid gap-1">
      <NoteList notes={notes.slice(0, unfolded)} />
      {folded.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-small font-label">
            {t('pageNote.more', { count: folded.length })}
          </summary>
          <NoteList notes={folded} />
        </details>
      )}
      <div className="flex flex-wrap items-center gap-x-4">
        <p className="text-small">
          {t(audience === 'patient' && report.status !== 'Reviewed' ? 'pageNote.resend' : 'pageNote.compare')}
        </p>
        {report.reportUrl && (
          <a
            href={report.reportUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-2 font-label"
          >
            <Icon name="file" />
            {t('pageNote.openOriginal')}
          </a>
        )}
      </div>
    </div>
  );
}

function NoteList({ notes }: { notes: PublicReport['pageNotes'] }) {
  const { t } = useWords();
  return (
    <ul className="text-small">
      {notes.map(({ page, note }) => (
        <li key={`${page} ${note}`}>{t(words[note], { n: page })}</li>
      ))}
    </ul>
  );
}
