import { maxPersonName } from '~/domain/report/people-constants';
import { personRelations, personSexes } from '~/platform/enums';
import { SelectField, TextField } from '~/ui/fields/fields';
import { useWords } from '~/ui/sentence';
import { useAboutWords } from './people-words';

type PersonFieldsProps = {
  nameField: 'name' | 'personName';
  relations?: readonly (typeof personRelations)[number][];
};

/** The fields of a person. `nameField`: name of the field for the person's name. */
export function PersonFields({ nameField, relations = personRelations }: PersonFieldsProps) {
  const { t } = useWords();
  return (
    <>
      <TextField
        name={nameField}
        label={t('people.nameLabel')}
        maxLength={maxPersonName}
        autoComplete="off"
      />
      <AgeFields year="birthYear" sex="sex" />
      <SelectField
        name="relation"
        label={t('people.relationLabel')}
        empty={relations.length > 1 ? t('people.choose') : undefined}
        options={relations.map((relation) => ({ value: relation, label: t(`relation.${relation}`) }))}
      />
    </>
  );
}

/** Year of birth and sex. `year` and `sex` are the names of their fields. */
export function AgeFields({ year, sex }: { year: string; sex: string }) {
  const { t } = useWords();
  const { sexWord } = useAboutWords();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        name={year}
        label={t('people.birthYearLabel')}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
      />
      <SelectField
        name={sex}
        label={t('people.sexLabel')}
        empty={t('people.choose')}
        options={personSexes.map((value) => ({ value, label: sexWord(value) }))}
      />
    </div>
  );
}

/** A checkbox to confirm that this is not the person with the same name and year on the list. */
export function SameField() {
  const { t } = useWords();
  return (
    <label className="notice wait cursor-pointer items-start">
      <input type="checkbox" name="same" value="yes" className="mt-0.5 h-6 w-6 shrink-0 accent-accent" />
      <span>{t('about.same')}</span>
    </label>
  );
}
