import type { SignWords } from '~/domain/report/danger-signs';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { English } from '~/ui/upload/english';

/** The danger signs that were ticked with a report, whole. Nothing if there are none. */
export function SignList({ signs }: { signs: SignWords[] }) {
  const { t } = useWords();
  if (signs.length === 0) return null;
  return (
    <section
      aria-label={t('danger.ticked')}
      className="flex basis-full items-start gap-2 py-1 font-semibold text-bad"
    >
      <Icon name="alert" className="mt-0.5 h-4 w-4 shrink-0" />
      <p className="font-normal">{t('danger.ticked')}</p>
      <ul className="flex flex-wrap gap-x-3">
        {signs.map(({ sign, words, english }) => (
          <li key={sign} className="not-last:after:content-['·'] not-last:after:ms-3">
            {words} <English text={english} />
          </li>
        ))}
      </ul>
    </section>
  );
}
