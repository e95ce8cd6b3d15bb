import type { PublicReport } from '~/domain/report/present-report';
import { useWords } from '~/ui/sentence';
import { accountNameOf, patientNameOf, useAboutWords } from './people-words';

/**
 * The patient of a report, for its readers: name, age, sex, missing details, and the sender if that
 * is another person.
 */
export function AboutPatient({ report }: { report: PublicReport }) {
  const { t } = useWords();
  const words = useAboutWords();
  const { about, patient } = report;
  // An expert who is not approved sees no patient's details.
  const missing = patient._id === null ? undefined : words.missing(about);
  const details = about && words.details(about);
  const sender = accountNameOf(report);
  const isSentByAnother = about !== null && (about.relation !== 'self' || about.name !== sender);
  return (
    <span className="grid min-w-0 justify-items-start gap-0.5 [overflow-wrap:anywhere]">
      <strong>
        <bdi>{patientNameOf(report)}</bdi>
        {details && <span className="block text-[0.95em]">{details}</span>}
      </strong>
      {missing && <span className="badge wait !whitespace-normal">{missing}</span>}
      {isSentByAnother && (
        <span className="text-[0.9em] text-muted">{t('about.sentBy', { name: sender })}</span>
      )}
    </span>
  );
}
