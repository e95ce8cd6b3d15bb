import { changePhone } from '~/domain/front-desk/change-phone.server';
import {
  agreeRemoval,
  askRemoval,
  decideRemoval,
  listRemovals,
} from '~/domain/front-desk/dispute-address.server';
import {
  grantFrontDesk,
  grantHelper,
  listDutyHolders,
  withdrawFrontDesk,
  withdrawHelper,
} from '~/domain/front-desk/duties.server';
import { findAccounts } from '~/domain/front-desk/find-account.server';
import { issueSlip } from '~/domain/front-desk/issue-slip.server';
import { openAccountFor } from '~/domain/front-desk/open-account.server';
import { listUnusedSlips } from '~/domain/front-desk/unused-slips.server';
import { findHelpedPerson, listHelpedPeople } from '~/domain/help/helped-people.server';
import { listPeopleToTell } from '~/domain/help/list-to-tell.server';
import { recordTelling } from '~/domain/help/record-telling.server';
import { objectToRemoval } from '~/domain/identity/address-dispute.server';
import { exportPatient } from '~/domain/own-data/export-patient.server';
import { listPatients } from '~/domain/programs/list-patients.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls of the staff for accounts without e-mail. */
const serve = apiCalls('account', {
  open: { POST: openAccountFor },
  slip: { POST: issueSlip },
  find: { GET: findAccounts, POST: findAccounts },
  'change-phone': { POST: changePhone },
  'unused-slips': { GET: listUnusedSlips },
  removals: { GET: listRemovals },
  'ask-removal': { POST: askRemoval },
  'agree-removal': { POST: agreeRemoval },
  'decide-removal': { POST: decideRemoval },
  'object-to-removal': { POST: objectToRemoval },
  patients: { GET: listPatients },
  export: { POST: exportPatient },
  people: { GET: listHelpedPeople },
  'find-person': { POST: findHelpedPerson },
  'to-tell': { GET: listPeopleToTell },
  told: { POST: recordTelling },
  duties: { GET: listDutyHolders },
  helpers: { POST: grantHelper },
  'helpers/:userId': { DELETE: withdrawHelper },
  'front-desk': { POST: grantFrontDesk },
  'front-desk/:userId': { DELETE: withdrawFrontDesk },
});

export const loader = serve;
export const action = serve;
