import { writeDigests } from '~/domain/alerts/digests.server';
import { releaseClaims, startEmailWorker } from '~/domain/notifications/email-worker.server';
import { startLanes } from '~/domain/notifications/lane-worker.server';
import { pushLane, smsLane } from '~/domain/notifications/phone-lanes.server';
import { setSmsRules } from '~/domain/notifications/phone-targets.server';
import { createPushSender } from '~/domain/notifications/send-push.server';
import { createSmsSender, isNumberOfClinic } from '~/domain/notifications/sms-sender.server';
import { reportTextsUsedUp } from '~/domain/notifications/texts-used-up.server';
import { startWebhookWorker } from '~/domain/programs/webhook-worker.server';
import { makeEmailComposer } from '~/i18n/notifications/compose-email';
import { makeTextComposer } from '~/i18n/notifications/compose-text';
import { translate } from '~/i18n/translate';
import { isDatabaseShared } from '~/platform/db/db.server';
import { openMail } from '~/platform/senders/mail.server';
import type { PostPush } from '~/platform/senders/push-request.server';
import { clinicWords, type Settings } from '~/platform/settings/env.server';
import { paths } from '~/urls/paths';

/**
 * Opens the mail transport, and starts what sends e-mails, texts to phones, and events to webhooks.
 *
 * @returns `stop`, which waits for what is being sent, and `close` for afterwards.
 */
export async function startSenders(settings: Settings) {
  const mail = openMail({
    smtpUrl: settings.SMTP_URL,
    from: () => ({ name: clinicWords().senderName, address: settings.mailFrom }),
    dataDir: settings.DATA_DIR,
  });
  if (!isDatabaseShared()) await releaseClaims();
  const emailWorker = startEmailWorker(
    mail,
    makeEmailComposer(() => {
      const { senderName, helpline, officeAddress } = clinicWords();
      return { productName: senderName, publicUrl: settings.PUBLIC_URL, helpline, officeAddress };
    }),
    writeDigests,
  );
  const workers = [
    emailWorker,
    startLanes([...openSms(settings), pushLane(openPush(settings))]),
    startWebhookWorker(),
  ];
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
    close: () => mail.close(),
  };
}

/**
 * Creates the function that hands push messages over, with the sentence in the account's language and
 * the sender's name as it is then.
 */
export function openPush(settings: Settings, post?: PostPush) {
  return createPushSender({
    compose: (language) => translate(language, 'push.message', { sender: clinicWords().senderName }),
    path: paths.dashboardStart,
    subject: settings.isSecure ? settings.PUBLIC_URL : `mailto:${settings.mailFrom}`,
    post,
  });
}

/** Sets the rules of SMS, and creates its lane; none without a gateway. */
function openSms({ SMS_URL, SMS_DAILY_MAX: dailyMax, PUBLIC_URL }: Settings) {
  setSmsRules(SMS_URL ? { isServed: isNumberOfClinic, dailyMax } : undefined);
  if (!SMS_URL) return [];
  const composeText = makeTextComposer(() => ({
    senderName: clinicWords().senderName,
    publicUrl: PUBLIC_URL,
  }));
  return [smsLane(createSmsSender(composeText), () => reportTextsUsedUp(dailyMax))];
}
