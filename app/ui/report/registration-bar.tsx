import type { RegistrationBar } from '~/domain/identity/registration-rule.server';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';

/** Says to an expert why they cannot take new work, and what to do about it. */
export function RegistrationNotice({ bar: { lack, lastDay } }: { bar: RegistrationBar }) {
  const { t, day } = useWords();
  return (
    <Notice icon="lock" variant="bad mb-6">
      {lack === 'ended' && lastDay
        ? t('registrationBar.ended', { date: day(lastDay) })
        : t('registrationBar.missing')}
    </Notice>
  );
}
