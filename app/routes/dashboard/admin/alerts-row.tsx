import { Link } from '@remix-run/react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { Row, useSystem } from './system-row';

/** Says whether everybody was told of urgent reports in time, and until when messages are stopped. */
export function AlertsRow() {
  const { t, moment } = useWords();
  const { late, quietUntil } = useSystem().alerts;
  const isLate = late > 0;
  return (
    <Row
      id="alerts"
      name={t('systemPage.alerts')}
      level={isLate ? 'bad' : quietUntil ? 'neither' : 'good'}
      state={
        isLate
          ? t('systemPage.alertsLate', { count: late })
          : quietUntil
            ? t('systemPage.alertsQuiet', { moment: moment(quietUntil) })
            : t('systemPage.alertsInTime')
      }
      toDo={
        <>
          {isLate && <p>{t('systemPage.alertsLateHint')}</p>}
          <Link to={paths.alerts} className="inline-flex items-center gap-1 font-label">
            {t('alerts.title')}
            <Icon name="next" />
          </Link>
        </>
      }
    />
  );
}
