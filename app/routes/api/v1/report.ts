import { listOpenings } from '~/domain/audit/access-log.server';
import {
  claimReport,
  freeClaim,
  nextReport,
  releaseReport,
} from '~/domain/reports/claim/claim-report.server';
import { readDraft, saveDraft } from '~/domain/reports/claim/review-draft.server';
import { deleteReport } from '~/domain/reports/files/delete-report.server';
import { answerQuestion } from '~/domain/reports/questions/answer-question.server';
import { askPatient } from '~/domain/reports/questions/ask-patient.server';
import { closeQuestion } from '~/domain/reports/questions/close-question.server';
import { liftHold } from '~/domain/reports/questions/lift-hold.server';
import { readReport } from '~/domain/reports/queue/read-report.server';
import {
  listAllReviewedReports,
  listPendingReports,
  listReportsOfPatient,
  listReviewedReports,
} from '~/domain/reports/queue/report-lists.server';
import { addReview } from '~/domain/reports/review/add-review.server';
import { amendReview } from '~/domain/reports/review/amend-review.server';
import { markReviewSeen } from '~/domain/reports/review/new-answers.server';
import { takeBackReview } from '~/domain/reports/review/take-back-review.server';
import {
  addTranslation,
  listReviewsToTranslate,
  readReviewToTranslate,
} from '~/domain/reports/review/translate-review.server';
import { giveConsentAgain, withdrawConsent } from '~/domain/reports/submit/consent.server';
import { correctReport } from '~/domain/reports/submit/correct-report.server';
import { uploadReport } from '~/domain/reports/submit/upload-report.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** Calls of reports, their reviews and questions. */
const serve = apiCalls('report', {
  'upload-report': { POST: uploadReport },
  'get-report/:reportId': { GET: readReport },
  'get-report-by-patientId/:patientId': { GET: listReportsOfPatient },
  'get-pending-reports': { GET: listPendingReports },
  'get-report-by-expertId': { GET: listReviewedReports },
  'get-all-reviewed-reports': { GET: listAllReviewedReports },
  'get-openings/:reportId': { GET: listOpenings },
  'claim/:reportId': { POST: claimReport, DELETE: releaseReport },
  'free-claim/:reportId': { POST: freeClaim },
  next: { POST: nextReport },
  'review-draft/:reportId': { GET: readDraft, PUT: saveDraft },
  'add-review/:reportId': { POST: addReview },
  'amend-review/:reportId': { POST: amendReview },
  'take-back-review/:reportId': { POST: takeBackReview },
  'review-seen/:reportId': { POST: markReviewSeen },
  'ask/:reportId': { POST: askPatient },
  'answer/:reportId': { POST: answerQuestion },
  'close-question/:reportId': { POST: closeQuestion },
  'lift-hold/:reportId': { POST: liftHold },
  'get-reviews-to-translate': { GET: listReviewsToTranslate },
  'get-review-to-translate/:reportId': { GET: readReviewToTranslate },
  'add-translation/:reportId': { POST: addTranslation },
  'update-report/:reportId': { PUT: correctReport },
  'withdraw-consent/:reportId': { POST: withdrawConsent },
  'give-consent/:reportId': { POST: giveConsentAgain },
  'delete-report/:reportId?': { DELETE: deleteReport },
});

export const loader = serve;
export const action = serve;
