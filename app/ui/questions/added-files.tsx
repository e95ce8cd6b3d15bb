import type { PublicReport } from '~/domain/report/present-report';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/** The files that were added to a report, each leading to itself; nothing where there are none. */
export function AddedFiles({ files }: Pick<PublicReport, 'files'>) {
  const { t, day } = useWords();
  const open = files.filter(({ url }) => url);
  if (open.length === 0) return null;
  return (
    <ul className="grid">
      {open.map(({ number, url, resourceType, addedAt }) => (
        <li key={number}>
          <a
            href={url ?? ''}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-2 font-semibold"
          >
            <Icon name={resourceType === 'raw' ? 'file' : 'image'} />
            {t('question.added', { number, date: day(addedAt) })}
          </a>
        </li>
      ))}
    </ul>
  );
}
