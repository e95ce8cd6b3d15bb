import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';

type PageStepsProps = {
  pages: readonly string[];
  /** How many pages the file has. */
  total: number;
  /** The page that is being read. */
  page: number;
  goTo: (page: number) => void;
};

/** The way from page to page: a step back or on, and without script an anchor for each page. */
export function PageSteps({ pages, total, page, goTo }: PageStepsProps) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  return (
    <nav aria-label={t('list.pages')} className="viewer-nav">
      {isHydrated ? (
        <>
          <Step icon="previous" label={t('list.previous')} isOver={page <= 1} go={() => goTo(page - 1)} />
          <p aria-live="polite" className="[font-variant-numeric:tabular-nums]">
            {t('list.position', { page, pages: total })}
          </p>
          <Step icon="next" label={t('list.next')} isOver={page >= pages.length} go={() => goTo(page + 1)} />
        </>
      ) : (
        <ol>
          {pages.map((path, index) => (
            <li key={path}>
              <a href={`#page-${index + 1}`}>{index + 1}</a>
            </li>
          ))}
        </ol>
      )}
    </nav>
  );
}

type StepProps = { icon: 'previous' | 'next'; label: string; isOver: boolean; go: () => void };

function Step({ icon, label, isOver, go }: StepProps) {
  return (
    <button
      type="button"
      className="button plain small"
      aria-disabled={isOver}
      onClick={() => isOver || go()}
    >
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
