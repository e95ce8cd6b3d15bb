import { useWords } from '~/ui/sentence';
import { Row, useSystem } from './system-row';

/** Says whether texts reach phones, and what to look at. Renders nothing without a gateway. */
export function TextsRow() {
  const { t } = useWords();
  const { texts } = useSystem();
  if (!texts) return null;
  const { sentToday, dailyMax, waiting, waitingLong, undelivered, lastFailure, unreported, isGood } = texts;
  return (
    <Row
      id="texts"
      name={t('systemPage.texts')}
      level={isGood ? 'good' : 'bad'}
      state={
        <>
          <p>{t('systemPage.textsToday', { count: sentToday, max: dailyMax })}</p>
          <p>
            {t('systemPage.waiting')}: {waiting}
          </p>
          <p>{t('systemPage.undelivered', { count: undelivered })}</p>
          {lastFailure && <LastFailure code={lastFailure} />}
          {waitingLong > 0 && <p>{t('systemPage.textsLate', { count: waitingLong })}</p>}
          {unreported > 0 && <p>{t('systemPage.unreported', { count: unreported })}</p>}
        </>
      }
      toDo={!isGood && t('systemPage.textsHint')}
    />
  );
}

/** Says in plain words why the last text could not be sent. */
function LastFailure({ code }: { code: string }) {
  const { t } = useWords();
  if (code === 'late') return <p>{t('systemPage.textLate')}</p>;
  const isStatus = /^\d+$/.test(code);
  return <p>{t(isStatus ? 'systemPage.textRefused' : 'systemPage.textUnreached', { code })}</p>;
}

/** Counts the browsers with messages on, and what did not reach them. Renders nothing if there are none. */
export function PushRow() {
  const { t } = useWords();
  const { push } = useSystem();
  if (!push) return null;
  return (
    <Row
      id="push"
      level={push.undelivered > 0 ? 'neither' : 'good'}
      name={t('systemPage.push')}
      state={
        <>
          <p>{t('systemPage.pushBrowsers', { count: push.browsers })}</p>
          <p>{t('systemPage.undelivered', { count: push.undelivered })}</p>
        </>
      }
    />
  );
}
