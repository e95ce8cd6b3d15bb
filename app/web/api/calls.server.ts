import { logOut } from '~/domain/accounts/log-in/log-out.server';
import { deleteAccount } from '~/domain/accounts/own-data/delete-account.server';
import { exportData } from '~/domain/accounts/own-data/export-data.server';
import { changePassword } from '~/domain/accounts/password/change-password.server';
import { askForReset, resetPassword } from '~/domain/accounts/password/reset-password.server';
import { updateLanguage } from '~/domain/accounts/profile/account-language.server';
import { updateCredentials } from '~/domain/accounts/profile/credentials.server';
import { updatePicture } from '~/domain/accounts/profile/display-picture.server';
import { readOwnUser, updateProfile } from '~/domain/accounts/profile/profile.server';
import { updateLanguages } from '~/domain/accounts/profile/reading-languages.server';
import { sendOtp, signup } from '~/domain/accounts/sign-up/sign-up.server';
import { verifyOtp } from '~/domain/accounts/sign-up/verify-otp.server';
import { readSecondFactor } from '~/domain/accounts/two-factor/read-second-factor.server';
import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '~/domain/accounts/two-factor/second-factor.server';
import { listOpenings } from '~/domain/audit/access-log.server';
import { listAudit } from '~/domain/audit/audit-lists.server';
import { approveExpert } from '~/domain/experts/approve-expert.server';
import { rejectExpert, restoreExpert, suspendExpert } from '~/domain/experts/change-expert-status.server';
import { listApprovedExperts, listPendingExperts } from '~/domain/experts/expert-lists.server';
import type { AnyOperation } from '~/domain/kernel/operation';
import { closeMessage } from '~/domain/messages/close-message.server';
import { listMessages } from '~/domain/messages/message-lists.server';
import { askForCallBack, sendContact, sendQuery } from '~/domain/messages/send-message.server';
import { listGivenUpEmails, retryEmail } from '~/domain/notices/outbox-lists.server';
import { addPerson, changePerson, listPeople, removePerson } from '~/domain/people/people.server';
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
import { endOtherSessions, endSession, listSessions } from '~/domain/sessions/open-sessions.server';
import { noteRestoreTried, sendTestEmail } from '~/domain/system/checklist.server';
import { readSystem } from '~/domain/system/read-system.server';
import { logInByForm } from '~/web/session/authenticator.server';
import { bearerOf } from '~/web/session/request-viewer.server';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One address of the API: the operation of each method, and input that the request itself says,
 * such as its token.
 */
export type Call = Partial<Record<Method, AnyOperation>> & {
  routeInput?: Record<string, (request: Request) => string | undefined>;
  /** Whether a browser that made the call forgets what it kept of the clinic once it is done. */
  forgets?: boolean;
};

/**
 * Every call under /api/v1 (docs/requirements.md#api). Its routes serve what stands here, and its
 * document describes it.
 */
export const calls = {
  'auth/send-otp': { POST: sendOtp },
  'auth/verify-otp': { POST: verifyOtp },
  'auth/signup': { POST: signup },
  'auth/login': { POST: logInByForm },
  'auth/logout': { POST: logOut, routeInput: { token: bearerOf }, forgets: true },
  'auth/reset-password-token': { POST: askForReset },
  'auth/reset-password': { POST: resetPassword },
  'auth/change-password': { POST: changePassword },
  'auth/get-second-factor': { GET: readSecondFactor },
  'auth/begin-second-factor': { POST: beginSecondFactor },
  'auth/cancel-second-factor': { POST: cancelSecondFactor },
  'auth/confirm-second-factor': { POST: confirmSecondFactor, routeInput: { token: bearerOf } },
  'auth/renew-recovery-codes': { POST: renewRecoveryCodes },
  'auth/remove-second-factor': { POST: removeSecondFactor },
  'profile/get-user-details': { GET: readOwnUser },
  'auth/sessions': { GET: listSessions, routeInput: { token: bearerOf } },
  'auth/sessions/:sessionId': { DELETE: endSession },
  'auth/logout-others': { POST: endOtherSessions, routeInput: { token: bearerOf } },
  'profile/update-display-picture': { PUT: updatePicture },
  'profile/update-profile': { PUT: updateProfile },
  'profile/update-credentials': { PUT: updateCredentials },
  'profile/update-language': { PUT: updateLanguage },
  'profile/update-languages-read': { PUT: updateLanguages },
  'profile/people': { GET: listPeople, POST: addPerson },
  'profile/people/:personId': { PUT: changePerson, DELETE: removePerson },
  'profile/delete-profile': { DELETE: deleteAccount, forgets: true },
  'profile/export-data': { POST: exportData },
  'report/upload-report': { POST: uploadReport },
  'report/get-report/:reportId': { GET: readReport },
  'report/get-report-by-patientId/:patientId': { GET: listReportsOfPatient },
  'report/get-pending-reports': { GET: listPendingReports },
  'report/get-report-by-expertId': { GET: listReviewedReports },
  'report/get-all-reviewed-reports': { GET: listAllReviewedReports },
  'report/get-openings/:reportId': { GET: listOpenings },
  'report/claim/:reportId': { POST: claimReport, DELETE: releaseReport },
  'report/free-claim/:reportId': { POST: freeClaim },
  'report/next': { POST: nextReport },
  'report/review-draft/:reportId': { GET: readDraft, PUT: saveDraft },
  'report/add-review/:reportId': { POST: addReview },
  'report/amend-review/:reportId': { POST: amendReview },
  'report/take-back-review/:reportId': { POST: takeBackReview },
  'report/review-seen/:reportId': { POST: markReviewSeen },
  'report/ask/:reportId': { POST: askPatient },
  'report/answer/:reportId': { POST: answerQuestion },
  'report/close-question/:reportId': { POST: closeQuestion },
  'report/lift-hold/:reportId': { POST: liftHold },
  'report/get-reviews-to-translate': { GET: listReviewsToTranslate },
  'report/get-review-to-translate/:reportId': { GET: readReviewToTranslate },
  'report/add-translation/:reportId': { POST: addTranslation },
  'report/update-report/:reportId': { PUT: correctReport },
  'report/withdraw-consent/:reportId': { POST: withdrawConsent },
  'report/give-consent/:reportId': { POST: giveConsentAgain },
  'report/delete-report/:reportId?': { DELETE: deleteReport },
  'expert/get-pending-expert': { GET: listPendingExperts },
  'expert/get-approved-expert': { GET: listApprovedExperts },
  'expert/approve-expert': { POST: approveExpert },
  'expert/reject-expert': { POST: rejectExpert },
  'expert/suspend-expert': { POST: suspendExpert },
  'expert/restore-expert': { POST: restoreExpert },
  'message/send-contact': { POST: sendContact },
  'message/send-query': { POST: sendQuery },
  'message/ask-for-call-back': { POST: askForCallBack },
  'message/get-messages': { GET: listMessages },
  'message/close-message': { POST: closeMessage },
  'system/get-system': { GET: readSystem },
  'system/get-audit-log': { GET: listAudit },
  'system/get-unsent-emails': { GET: listGivenUpEmails },
  'system/retry-email': { POST: retryEmail },
  'system/send-test-email': { POST: sendTestEmail },
  'system/note-restore-tried': { POST: noteRestoreTried },
} satisfies Record<string, Call>;

export type CallPath = keyof typeof calls;
