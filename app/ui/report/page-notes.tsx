import type { PublicReport } from '~/domain/report/present-report';
import { useWords } from '~/ui/sentence';

const words = {
  blurred: 'pageNote.blurred',
  dark: 'pageNote.dark',
  small: 'pageNote.small',
} as const;

/** Names what may make pages of a report hard to read. Not rendered after the review. */
export function PageNotes({ report }: { report: Pick<PublicReport, 'pageNotes' | 'status'> }) {
  const { t } = useWords();
  if (report.pageNotes.length === 0 || report.status === 'Reviewed') return null;
  return (
    <ul className="mt-1 text-[0.95rem] text-muted">
      {report.pageNotes.map(({ page, note }) => (
        <li key={`${page} ${note}`}>{t(words[note], { n: page })}</li>
      ))}
    </ul>
  );
}
