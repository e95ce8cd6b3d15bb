import type { PublicReport } from '~/domain/report/present-report';
import { useWords } from '~/ui/sentence';
import { accountNameOf, patientNameOf, useAboutWords } from './people-words';

type Sender = Pick<PublicReport['patient'], '_id' | 'firstName' | 'lastName'>;

/**
 * Returns a function that words what a report says about its patient: age and sex, the details that
 * are missing, and the sender if that is another person. Each is undefined if there is nothing to say.
 */
export function usePatientWords() {
  const { t } = useWords();
  const words = useAboutWords();
  return (report: Pick<PublicReport, 'about'> & { patient: Sender }) => {
    const { about, patient } = report;
    const sender = accountNameOf(report);
    const isSentByAnother = about !== null && (about.relation !== 'self' || about.name !== sender);
    return {
      details: (about && words.details(about)) || undefined,
      shortDetails: (about && words.shortDetails(about)) || undefined,
      // An expert who is not approved sees no patient's details.
      missing: patient._id === null ? undefined : words.missing(about),
      sentBy: isSentByAnother ? t('about.sentBy', { name: sender }) : undefined,
    };
  };
}

/**
 * The patient of a report, for its readers: name, age, sex, missing details, and the sender if that
 * is another person.
 */
export function AboutPatient({ report }: { report: PublicReport }) {
  const { details, missing, sentBy } = usePatientWords()(report);
  return (
    <span className="grid min-w-0 justify-items-start gap-1 [overflow-wrap:anywhere]">
      <strong>
        <bdi>{patientNameOf(report)}</bdi>
        {details && <span className="block text-small">{details}</span>}
      </strong>
      {missing && <span className="text-small text-muted">{missing}</span>}
      {sentBy && <span className="text-small text-muted">{sentBy}</span>}
    </span>
  );
}
