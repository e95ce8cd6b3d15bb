import type { SignWords } from '~/domain/report/danger-signs';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { English } from '~/ui/upload/english';

type Props = { signs: SignWords[]; variant?: string };

/** The danger signs that were ticked with a report, whole. Nothing if there are none. */
export function SignList({ signs, variant = '' }: Props) {
  const { t } = useWords();
  if (signs.length === 0) return null;
  return (
    <section aria-label={t('danger.ticked')} className={`text-danger ${variant}`}>
      <Icon name="alert" className="me-1 inline h-4 w-4" />
      {t('danger.ticked')}{' '}
      <ul className="inline font-label">
        {signs.map(({ sign, words, english }) => (
          <li
            key={sign}
            className="inline not-last:after:mx-2 not-last:after:text-muted not-last:after:content-['·']"
          >
            {words} <English text={english} />
          </li>
        ))}
      </ul>
    </section>
  );
}
