import { startLanes } from '~/domain/notifications/lane-worker.server';
import { smsLane } from '~/domain/notifications/phone-lanes.server';
import { setSmsRules } from '~/domain/notifications/phone-targets.server';
import { createSmsSender, isNumberOfClinic } from '~/domain/notifications/sms-sender.server';
import { makeTextComposer } from '~/i18n/texts/compose-text';
import { note } from '~/platform/observability/log.server';
import { clinicWords, type Settings } from '~/platform/settings/env.server';

/** Starts sending texts to phones: by SMS if there is a gateway. */
export function startPhoneLanes({ SMS_URL, SMS_DAILY_MAX: dailyMax, PUBLIC_URL }: Settings) {
  setSmsRules(SMS_URL ? { isServed: isNumberOfClinic, dailyMax } : undefined);
  const composeText = makeTextComposer(() => ({
    senderName: clinicWords().senderName,
    publicUrl: PUBLIC_URL,
  }));
  const noteDailyMax = async () => note('text.dailyMax', { max: dailyMax });
  return startLanes(SMS_URL ? [smsLane(createSmsSender(composeText), noteDailyMax)] : []);
}
