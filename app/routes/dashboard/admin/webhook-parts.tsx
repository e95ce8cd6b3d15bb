import { type WebhookEvent, webhookEvents } from '~/platform/enums';
import { FieldErrorText, TextField } from '~/ui/fields/fields';
import { useOperationField } from '~/ui/forms/operation-field';
import { useWords } from '~/ui/sentence';

type Props = {
  /** The events that are ticked until the form was sent. */
  chosen: readonly WebhookEvent[];
  isSent: boolean;
  maxLength: number;
};

/** The address of a webhook and the events it reports. */
export function WebhookFields({ chosen, isSent, maxLength }: Props) {
  const { t } = useWords();
  return (
    <>
      <TextField
        name="url"
        spellCheck={false}
        label={t('webhooks.urlLabel')}
        hint={t('webhooks.urlHint')}
        autoComplete="off"
        maxLength={maxLength}
      />
      <EventsField chosen={chosen} isSent={isSent} />
    </>
  );
}

function EventsField({ chosen, isSent }: Pick<Props, 'chosen' | 'isSent'>) {
  const { t } = useWords();
  const { field, control } = useOperationField('events', false);
  const { id, name, autoFocus, 'aria-describedby': errorId } = control;
  // The channel joins the values of a list.
  const ticked: readonly string[] = isSent ? (field.initialValue ?? '').split(',') : chosen;
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="field-label">{t('webhooks.eventsLabel')}</legend>
      {webhookEvents.map((event, at) => (
        <label key={event} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="checkbox"
            id={`${id}-${event}`}
            name={name}
            value={event}
            defaultChecked={ticked.includes(event)}
            {...(at === 0 && { autoFocus })}
            className="mt-0.5 h-6 w-6 shrink-0 accent-accent"
          />
          <span>{t(`webhookEvent.${event}`)}</span>
        </label>
      ))}
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </fieldset>
  );
}
