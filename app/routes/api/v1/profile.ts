import { updateLanguage } from '~/domain/accounts/account-language.server';
import { addEmail, readOwnNumber } from '~/domain/accounts/clinic-number.server';
import { updateCredentials } from '~/domain/accounts/credentials.server';
import { updatePicture } from '~/domain/accounts/display-picture.server';
import { updateMessageConsent, updatePhone } from '~/domain/accounts/own-phone.server';
import { addPerson, changePerson, listPeople, removePerson } from '~/domain/accounts/people.server';
import { readOwnUser, updateProfile } from '~/domain/accounts/profile.server';
import { updateLanguages } from '~/domain/accounts/reading-languages.server';
import { endOwnHelper, listOwnHelpers } from '~/domain/help/own-helpers.server';
import { stopRemoval } from '~/domain/identity/address-dispute.server';
import { chooseChannel } from '~/domain/notifications/channel-choices.server';
import { deleteAccount } from '~/domain/own-data/delete-account.server';
import { exportData } from '~/domain/own-data/export-data.server';
import { apiCalls } from '~/web/api/serve-calls.server';
import { readBearer } from '~/web/session/request-viewer.server';

/** API calls for the caller's account and its people. */
const serve = apiCalls('profile', {
  'get-user-details': { GET: readOwnUser },
  'update-display-picture': { PUT: updatePicture },
  'update-profile': { PUT: updateProfile },
  'update-credentials': { PUT: updateCredentials },
  'update-language': { PUT: updateLanguage },
  'update-languages-read': { PUT: updateLanguages },
  people: { GET: listPeople, POST: addPerson },
  'people/:personId': { PUT: changePerson, DELETE: removePerson },
  helpers: { GET: listOwnHelpers },
  'helpers/:helperId': { DELETE: endOwnHelper },
  'clinic-number': { GET: readOwnNumber },
  'add-email': { POST: addEmail, routeInput: { token: readBearer } },
  'stop-removal': { POST: stopRemoval },
  'update-message-consent': { PUT: updateMessageConsent },
  'choose-channel': { PUT: chooseChannel },
  'update-phone': { PUT: updatePhone },
  'delete-profile': { DELETE: deleteAccount, clearsSiteData: true },
  'export-data': { POST: exportData },
});

export const loader = serve;
export const action = serve;
