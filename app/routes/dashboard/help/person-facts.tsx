import type { HelpedPerson } from '~/domain/help/helped-people.server';
import { useWords } from '~/ui/sentence';

/** The year of birth and the end of the phone number, by which a helper makes sure who it is. */
export function PersonFacts({ person }: { person: Pick<HelpedPerson, 'birthYear' | 'phoneEnd'> }) {
  const { t } = useWords();
  const { birthYear, phoneEnd } = person;
  return (
    <p>
      {birthYear !== null && (
        <>
          {t('help.born', { year: String(birthYear) })}
          <br />
        </>
      )}
      {phoneEnd ? t('help.phoneEnd', { digits: phoneEnd }) : t('help.noPhone')}
    </p>
  );
}
