import { type MouseEvent, useRef } from 'react';
import { maxSpecialityLength, maxWithinDays } from '~/domain/report/step-constants';
import { specialists } from '~/platform/enums';
import { FieldErrorText, SelectField, TextField } from '~/ui/fields/fields';
import { useOperationField } from '~/ui/forms/operation-field';
import { stepsInOrder } from '~/ui/report/step-looks';
import { useWords } from '~/ui/sentence';
import styles from './step-fields.css?url';

/** The style sheet of the fields, for the `links` of a page with them. */
export const stepLinks = [{ rel: 'stylesheet', href: styles }];

/**
 * The next step: nothing is chosen at first, and a press on the chosen one takes it back. The style
 * sheet hides the fields that do not fit the chosen step, and the operation ignores them.
 */
export function StepFields({ hint }: { hint?: string }) {
  const { t } = useWords();
  return (
    <div className="step-fields grid gap-2">
      <StepChoice hint={hint} />
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

function StepChoice({ hint }: { hint?: string }) {
  const { t } = useWords();
  const { field, hintId, control } = useOperationField('nextStep', Boolean(hint));
  const { id, autoFocus, 'aria-invalid': isInvalid, 'aria-describedby': describedBy } = control;
  const chosen = useRef(field.initialValue ?? '');
  const takeBack = ({ currentTarget: radio }: MouseEvent<HTMLInputElement>) => {
    if (radio.value === chosen.current) radio.checked = false;
    chosen.current = radio.checked ? radio.value : '';
  };
  const radioOf = (value: string, words: string, at: number) => (
    <label key={value}>
      <input
        type="radio"
        id={value ? `${id}-${value}` : undefined}
        name={control.name}
        value={value}
        defaultChecked={value !== '' && field.initialValue === value}
        {...(at === 0 && { autoFocus })}
        onClick={takeBack}
      />
      {words}
    </label>
  );
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
    >
      <span id={`${id}-label`} className="field-label">
        {t('step.label')}
      </span>
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
      <div className="switch step-choice">
        {stepsInOrder.map((step, at) => radioOf(step, t(`step.title.${step}`), at))}
      </div>
      {/* Without script a choice is taken back by another one. */}
      <noscript>
        <div className="switch mt-1">{radioOf('', t('step.empty'), -1)}</div>
      </noscript>
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </div>
  );
}
