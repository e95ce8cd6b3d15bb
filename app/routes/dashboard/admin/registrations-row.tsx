import { Link } from '@remix-run/react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { Row, useSystem } from './system-row';

/** Counts the doctors who cannot take new reports for want of a registration. */
export function RegistrationsRow() {
  const { t } = useWords();
  const { holds, unregistered } = useSystem().registrations;
  return (
    <Row
      id="registrations"
      name={t('registrationRule.title')}
      level={!holds ? 'neither' : unregistered > 0 ? 'bad' : 'good'}
      state={
        !holds
          ? t('systemPage.registrationsOff')
          : unregistered > 0
            ? t('systemPage.unregistered', { count: unregistered })
            : t('systemPage.registrationsGood')
      }
      toDo={
        <Link to={paths.registrations} className="inline-flex items-center gap-1 font-label">
          {t('registrationRule.title')}
          <Icon name="next" />
        </Link>
      }
    />
  );
}
