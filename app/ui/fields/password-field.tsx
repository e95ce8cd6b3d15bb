import { type HTMLInputAutoCompleteAttribute, useState } from 'react';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';
import { Labelled } from './labelled';

type Props = FieldProps & { autoComplete: HTMLInputAutoCompleteAttribute };

/** A field for a password, with a button that shows what was typed once there is script. */
export function PasswordField({ name, label, hint, autoComplete }: Props) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const [isShown, setShown] = useState(false);
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <div className="relative">
        <input
          {...control}
          key={field.key}
          type={isShown ? 'text' : 'password'}
          required
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={`control ${isHydrated ? 'pe-14' : ''}`}
        />
        {isHydrated && (
          <button
            type="button"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className={`absolute inset-y-0 end-1 my-auto grid h-11 w-11 place-items-center rounded ${isShown ? 'text-accent' : 'text-muted'}`}
          >
            <Icon name="eye" />
            <span className="sr-only">{t(isShown ? 'password.hide' : 'password.show')}</span>
          </button>
        )}
      </div>
    </Labelled>
  );
}
