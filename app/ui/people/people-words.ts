import { formatFullName } from '~/domain/identity/full-name';
import type { About } from '~/domain/report/about';
import type { ConsentKind } from '~/domain/report/people-constants';
import type { PublicReport } from '~/domain/report/present-report';
import type { PersonSex } from '~/platform/enums';
import { useWords } from '~/ui/sentence';

const sexWords = {
  female: 'gender.Female',
  male: 'gender.Male',
  other: 'gender.Other',
  unsaid: 'gender.Prefer not to say',
} as const satisfies Record<PersonSex, string>;

/** Age and sex of a report's patient, or of a person on the list. */
type Said = Pick<About, 'age' | 'birthYear' | 'sex'>;

/** Returns functions that describe a report's patient. */
export function useAboutWords() {
  const { t } = useWords();
  const ageOf = ({ age, birthYear }: Said) =>
    age === null ? undefined : t('about.years', { count: age, year: String(birthYear) });
  const join = (age: string | undefined, sex: PersonSex) => {
    if (sex === 'unsaid') return age ?? '';
    return age === undefined ? t(sexWords[sex]) : t('about.ageAndSex', { age, sex: t(sexWords[sex]) });
  };
  return {
    sexWord: (sex: PersonSex) => t(sexWords[sex]),
    /** Returns the given details, age and sex; empty if there are none. */
    details: (said: Said) => join(ageOf(said), said.sex),
    /** Returns the given details without the year of birth, for lists. */
    shortDetails: ({ age, sex }: Said) =>
      join(age === null ? undefined : t('about.age', { count: age }), sex),
    /** Names the missing details for the doctor; undefined if there are none. */
    missing: (said: Said | null) => {
      if (!said || (said.age === null && said.sex === 'unsaid')) return t('about.notSaid');
      if (said.age === null) return t('about.ageNotSaid');
      return said.sex === 'unsaid' ? t('about.sexNotSaid') : undefined;
    },
  };
}

/** The sentence of each consent as `consentSentences` records it, for the pages that show it. */
export const consentWords = {
  own: 'upload.consentLabel',
  other: 'consent.other',
  otherOfAge: 'consent.otherOfAge',
  guardian: 'consent.guardian',
} as const satisfies Record<ConsentKind, string>;

type Named = Pick<PublicReport['patient'], 'firstName' | 'lastName'>;

/** Returns the name of the account that sent a report. */
export const accountNameOf = ({ patient }: { patient: Named }) => formatFullName(patient);

/** Returns the name of a report's patient, or of the account if no patient was named. */
export const patientNameOf = (report: Pick<PublicReport, 'about'> & { patient: Named }) =>
  report.about?.name ?? accountNameOf(report);
