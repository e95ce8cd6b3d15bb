import type { KeyboardEvent } from 'react';
import { maxSpecialityLength, maxWithinDays } from '~/domain/report/step-constants';
import { specialists } from '~/platform/enums';
import { SelectField, TextField } from '~/ui/fields/fields';
import { stepsInOrder } from '~/ui/report/step-looks';
import { useWords } from '~/ui/sentence';
import styles from './step-fields.css?url';

/** The style sheet of the fields, for the `links` of a page with them. */
export const stepLinks = [{ rel: 'stylesheet', href: styles }];

/** Presses the form's first button on Ctrl+Enter, as in the text box above. */
function submitOnKeys(event: KeyboardEvent<HTMLSelectElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (!event.repeat)
    event.currentTarget.form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}

/**
 * The fields of the next step. Nothing is chosen at first. The style sheet of the desk hides the
 * fields that do not fit the chosen step, and the operation ignores them.
 */
export function StepFields({ hint }: { hint?: string }) {
  const { t } = useWords();
  return (
    <div className="step-fields">
      <SelectField
        name="nextStep"
        label={t('step.label')}
        hint={hint}
        empty={t('step.empty')}
        options={stepsInOrder.map((step) => ({ value: step, label: t(`step.title.${step}`) }))}
        isRequired={false}
        onKeyDown={submitOnKeys}
      />
      <div className="step-days">
        <TextField
          name="withinDays"
          label={t('step.daysLabel')}
          inputMode="numeric"
          maxLength={String(maxWithinDays).length}
          isRequired={false}
        />
      </div>
      <div className="step-speciality">
        <SelectField
          name="specialist"
          label={t('step.specialityLabel')}
          empty={t('step.empty')}
          options={specialists.map((name) => ({ value: name, label: t(`specialist.${name}`) }))}
          isRequired={false}
          onKeyDown={submitOnKeys}
        />
      </div>
      <div className="step-speciality">
        <TextField
          name="speciality"
          label={t('step.otherSpeciality')}
          maxLength={maxSpecialityLength}
          isRequired={false}
        />
      </div>
    </div>
  );
}
