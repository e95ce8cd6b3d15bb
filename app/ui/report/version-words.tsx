import type { PublicReport } from '~/domain/report/present-report';
import { useWords } from '~/ui/sentence';
import { useDoctorName } from './report-words';

export type Version = PublicReport['versions'][number];

/** A change of a review: its kind, date, author and reason. */
export function VersionLine({ version }: { version: Version }) {
  const { t, day } = useWords();
  const { kind, expert, createdAt, reasonCode, reason } = version;
  const name = useDoctorName()(expert);
  const why = [reasonCode && t(`amend.reason.${reasonCode}`), reason].filter(Boolean);
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <strong>{t(`version.${kind}`, { date: day(createdAt), name })}</strong>
      {why.map((words) => (
        <span key={words} className="block" dir="auto">
          {words}
        </span>
      ))}
    </span>
  );
}

/** The text of a version and its translations, each in its own language. */
export function VersionText({ version: { review, language, translations } }: { version: Version }) {
  const { t, languageName } = useWords();
  if (review === null) return null;
  return (
    <>
      <p className="letter mt-2" lang={language ?? 'en'} dir="auto">
        {review}
      </p>
      {translations.map((translation) => (
        <div key={translation.language} className="mt-3">
          <p className="text-small text-muted">
            {t('review.inYours', { language: languageName(translation.language) })}
          </p>
          {translation.toCompare.length > 0 && (
            <p className="mt-1 font-label [overflow-wrap:anywhere]">
              {t('review.numbersUnchecked', { words: translation.toCompare.join(', ') })}
            </p>
          )}
          <p className="letter mt-1" lang={translation.language} dir="auto">
            {translation.review}
          </p>
        </div>
      ))}
    </>
  );
}
