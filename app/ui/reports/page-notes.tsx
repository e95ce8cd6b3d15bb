import type { PublicReport } from '~/domain/reports/present-report';
import { useWords } from '~/ui/sentence';

const words = {
  blurred: 'pageNote.blurred',
  dark: 'pageNote.dark',
  small: 'pageNote.small',
} as const;

/** What may make pages of a report hard to read; nothing where there is nothing to say. */
export function PageNotes({ report }: { report: Pick<PublicReport, 'pageNotes'> }) {
  const { t } = useWords();
  if (report.pageNotes.length === 0) return null;
  return (
    <ul className="mt-1 text-[0.95rem] text-muted">
      {report.pageNotes.map(({ page, note }) => (
        <li key={`${page} ${note}`}>{t(words[note], { n: page })}</li>
      ))}
    </ul>
  );
}
