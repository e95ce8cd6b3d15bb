import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';

type Props = {
  /** Address of the form to ask for a call about the report. */
  to: string;
  /** True if the answer cannot wait for a call. */
  isUrgent: boolean;
  /** True where words are not in the reader's language, or were not checked in it. */
  isInLanguage?: boolean;
};

/** Offers a call about an answer. Nobody who has to go to a doctor today is to wait for it. */
export function CallMe({ to, isUrgent, isInLanguage = false }: Props) {
  const { t, language, languageName } = useWords();
  return (
    <div className="grid justify-items-start gap-2 print:hidden">
      {isUrgent && <p className="font-label">{t('callBack.goNow')}</p>}
      <ButtonLink to={to} icon="phone" variant="plain small">
        {isInLanguage
          ? t('callBack.inLanguage', { language: languageName(language) })
          : t('callBack.aboutThis')}
      </ButtonLink>
    </div>
  );
}
