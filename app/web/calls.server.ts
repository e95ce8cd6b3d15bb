import { changePassword } from '~/domain/accounts/changePassword';
import { updateCredentials } from '~/domain/accounts/credentials';
import { deleteAccount } from '~/domain/accounts/deleteAccount';
import { exportData } from '~/domain/accounts/exportData';
import { logOut } from '~/domain/accounts/logOut';
import { updatePicture } from '~/domain/accounts/picture';
import { updateProfile } from '~/domain/accounts/profile';
import { askForReset, resetPassword } from '~/domain/accounts/resetPassword';
import { sendOtp, signup } from '~/domain/accounts/signUp';
import { verifyOtp } from '~/domain/accounts/verifyOtp';
import { listOpenings } from '~/domain/audit/openings';
import { approveExpert } from '~/domain/experts/approve';
import { rejectExpert, restoreExpert, suspendExpert } from '~/domain/experts/judge';
import { listApprovedExperts, listPendingExperts } from '~/domain/experts/lists';
import { giveConsentAgain, withdrawConsent } from '~/domain/reports/consent';
import {
  listAllReviewedReports,
  listPendingReports,
  listReportsOfPatient,
  listReviewedReports,
} from '~/domain/reports/lists';
import { deleteReport } from '~/domain/reports/remove';
import { addReview } from '~/domain/reports/review';
import { uploadReport } from '~/domain/reports/upload';
import type { AnyOperation } from './attempt.server';
import { logInByForm } from './authenticator.server';
import { bearerOf } from './viewer.server';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One address of the API: the operation of each method, and input that the request itself says, such as its token. */
export type Call = Partial<Record<Method, AnyOperation>> & {
  routeInput?: Record<string, (request: Request) => string | undefined>;
  /** Whether a browser that made the call forgets what it kept of the clinic once it is done. */
  forgets?: boolean;
};

/**
 * Every call under /api/v1 (specification §7, decisions: API). Its routes serve what stands here, and its document describes it.
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
  'profile/update-display-picture': { PUT: updatePicture },
  'profile/update-profile': { PUT: updateProfile },
  'profile/update-credentials': { PUT: updateCredentials },
  'profile/delete-profile': { DELETE: deleteAccount, forgets: true },
  'profile/export-data': { POST: exportData },
  'report/upload-report': { POST: uploadReport },
  'report/get-report-by-patientId/:patientId': { GET: listReportsOfPatient },
  'report/get-pending-reports': { GET: listPendingReports },
  'report/get-report-by-expertId': { GET: listReviewedReports },
  'report/get-all-reviewed-reports': { GET: listAllReviewedReports },
  'report/get-openings/:reportId': { GET: listOpenings },
  'report/add-review/:reportId': { POST: addReview },
  'report/withdraw-consent/:reportId': { POST: withdrawConsent },
  'report/give-consent/:reportId': { POST: giveConsentAgain },
  'report/delete-report/:reportId?': { DELETE: deleteReport },
  'expert/get-pending-expert': { GET: listPendingExperts },
  'expert/get-approved-expert': { GET: listApprovedExperts },
  'expert/approve-expert': { POST: approveExpert },
  'expert/reject-expert': { POST: rejectExpert },
  'expert/suspend-expert': { POST: suspendExpert },
  'expert/restore-expert': { POST: restoreExpert },
} satisfies Record<string, Call>;

export type CallPath = keyof typeof calls;
