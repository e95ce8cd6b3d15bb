import { decideDoubt } from '~/domain/experts/answers-in-doubt.server';
import { approveExpert } from '~/domain/experts/approve-expert.server';
import { rejectExpert, restoreExpert, suspendExpert } from '~/domain/experts/change-expert-status.server';
import { checkRegistration, extendRegistration } from '~/domain/experts/check-registration.server';
import { addAway, addDuty, listDuty, removeDuty } from '~/domain/experts/duty.server';
import { listApprovedExperts, listPendingExperts } from '~/domain/experts/expert-lists.server';
import { readDoctor } from '~/domain/experts/read-doctor.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for experts and their approval. */
const serve = apiCalls('expert', {
  'get-pending-expert': { GET: listPendingExperts },
  'get-approved-expert': { GET: listApprovedExperts },
  'approve-expert': { POST: approveExpert },
  'reject-expert': { POST: rejectExpert },
  'suspend-expert': { POST: suspendExpert },
  'restore-expert': { POST: restoreExpert },
  'decide-doubt': { POST: decideDoubt },
  'get-register/:expertId': { GET: readDoctor },
  'check-registration': { POST: checkRegistration },
  'extend-registration': { POST: extendRegistration },
  duty: { GET: listDuty, POST: addDuty, DELETE: removeDuty },
  away: { POST: addAway },
});

export const loader = serve;
export const action = serve;
