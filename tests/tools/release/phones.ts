import { hashNumber } from '~/domain/notifications/phone-targets.server';
import { countText } from '~/domain/notifications/text-limits.server';
import { turnOnPushBy } from '../../support/push';
import { apiRoute, callApi } from '../../support/requests';
import { type ClinicRecord, personOf } from './clinic-record';
import { logInOnPage, requireSuccess } from './people';

/** Turns e-mails off and push messages on for a patient, and counts a text of the day. */
export async function reachByPhone(record: ClinicRecord) {
  const { token, email, password } = personOf(record, 'Ravi');
  const choose = apiRoute('profile/choose-channel');
  const body = { channel: 'mail', isOn: false };
  await requireSuccess('The channel', callApi(choose, { method: 'PUT', token, body }));
  await turnOnPushBy((await logInOnPage(email, password)).cookies);
  await countText(new Date(), hashNumber('+919876543210'), 1);
}
