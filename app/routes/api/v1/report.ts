import { claimReport, freeClaim, nextReport, releaseReport } from '~/domain/desk/claim-report.server';
import { markReviewSeen } from '~/domain/desk/new-answers.server';
import { readReport } from '~/domain/desk/read-report.server';
import {
  listAllReviewedReports,
  listPendingReports,
  listReportsOfPatient,
  listReviewedReports,
} from '~/domain/desk/report-lists.server';
import { readDraft, saveDraft } from '~/domain/desk/review-draft.server';
import { listSentReports } from '~/domain/help/sent-reports.server';
import { uploadReportFor } from '~/domain/help/upload-for.server';
import { answerQuestion } from '~/domain/questions/answer-question.server';
import { askPatient } from '~/domain/questions/ask-patient.server';
import { closeQuestion } from '~/domain/questions/close-question.server';
import { liftHold } from '~/domain/questions/lift-hold.server';
import { listOpenings } from '~/domain/report-view/access-log.server';
import { deleteReport } from '~/domain/report-view/delete-report.server';
import { addReview } from '~/domain/review/add-review.server';
import { amendReview } from '~/domain/review/amend-review.server';
import { answerStep } from '~/domain/review/answer-step.server';
import { takeBackReview } from '~/domain/review/take-back-review.server';
import {
  addTranslation,
  listReviewsToTranslate,
  readReviewToTranslate,
} from '~/domain/review/translate-review.server';
import { createShare } from '~/domain/shares/create-share.server';
import { endShare, listShares } from '~/domain/shares/list-shares.server';
import { giveConsentAgain, withdrawConsent } from '~/domain/upload/consent.server';
import { correctReport } from '~/domain/upload/correct-report.server';
import { markUrgent } from '~/domain/upload/mark-urgent.server';
import { markUrgentByCase } from '~/domain/upload/mark-urgent-by-case.server';
import { uploadReport } from '~/domain/upload/upload-report.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for reports, their reviews and questions. */
const serve = apiCalls('report', {
  'upload-for': { POST: uploadReportFor },
  sent: { GET: listSentReports },
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
  'step-answer/:reportId': { POST: answerStep },
  'ask/:reportId': { POST: askPatient },
  'answer/:reportId': { POST: answerQuestion },
  'close-question/:reportId': { POST: closeQuestion },
  'lift-hold/:reportId': { POST: liftHold },
  'get-reviews-to-translate': { GET: listReviewsToTranslate },
  'get-review-to-translate/:reportId': { GET: readReviewToTranslate },
  'add-translation/:reportId': { POST: addTranslation },
  'update-report/:reportId': { PUT: correctReport },
  'mark-urgent/:reportId': { POST: markUrgent },
  'mark-urgent-by-case': { POST: markUrgentByCase },
  'withdraw-consent/:reportId': { POST: withdrawConsent },
  'give-consent/:reportId': { POST: giveConsentAgain },
  share: { POST: createShare },
  'share/:shareId': { DELETE: endShare },
  shares: { GET: listShares },
  'delete-report/:reportId?': { DELETE: deleteReport },
});

export const loader = serve;
export const action = serve;
