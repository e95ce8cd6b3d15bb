import { webhookEvents } from '~/platform/enums';
import { CheckListField } from '~/ui/fields/check-list-field';
import { TextField } from '~/ui/fields/fields';
import { useWords } from '~/ui/sentence';

/** The address of a webhook and the events it reports. */
export function WebhookFields({ maxLength }: { maxLength: number }) {
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
      <CheckListField
        name="events"
        label={t('webhooks.eventsLabel')}
        options={webhookEvents.map((event) => ({ value: event, label: t(`webhookEvent.${event}`) }))}
      />
    </>
  );
}
