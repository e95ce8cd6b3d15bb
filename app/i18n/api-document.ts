/**
 * The words of the API's document and of the page that shows it. For programmers, in English. Only
 * the server reads it.
 */
export const apiWords = {
  title: '{product} API',
  about: `Everything a person can do on the pages, for your own program.

Log in to get a token and send it with every call as \`Authorization: Bearer <token>\`. It is good for 30 days, until the log-out, or until the password changes.

Every answer is JSON with \`success\` and \`message\`, but for an archive. Bodies may be JSON, urlencoded or multipart form data. Times are ISO 8601 in UTC. A link to a file (\`reportUrl\`) works for 15 minutes without a token.

Any address answers 405 to a method it does not take, and names in \`Allow\` the ones it does.`,
  groups: {
    auth: 'Accounts and log-in',
    profile: 'Your own account',
    report: 'Reports',
    expert: 'Experts',
  },
  calls: {
    'POST auth/send-otp': {
      summary: 'Send a code',
      text: 'Sends a six-digit code to the address, good for 10 minutes. The answer is the same whether the address has an account or not.',
    },
    'POST auth/verify-otp': {
      summary: 'Check a code',
      text: 'Says whether a code is right, without using it up. A wrong one costs one of five tries.',
    },
    'POST auth/signup': {
      summary: 'Sign up',
      text: 'Opens an account for a Patient or an Expert, with the code from the e-mail. An Expert may add a registration number, council and qualification, and waits for an admin.',
    },
    'POST auth/login': {
      summary: 'Log in',
      text: 'Gives the token for all other calls, and the user. An account that logs in with a second step needs `otp` too: the code of the authenticator app, or a recovery code. Where it is missing or wrong the answer is 401 with `errors.otp`, and only once the password is right.',
    },
    'POST auth/logout': { summary: 'Log out', text: 'Ends the token at once.' },
    'POST auth/reset-password-token': {
      summary: 'Ask for a new password',
      text: 'Sends a link to choose a new password, good for 30 minutes. The answer is the same whether the address has an account or not.',
    },
    'POST auth/reset-password': {
      summary: 'Choose a new password',
      text: 'Takes the token from the link. Every session of the account ends.',
    },
    'POST auth/change-password': {
      summary: 'Change your password',
      text: 'Every session of the account ends, this token too.',
    },
    'PUT profile/update-display-picture': {
      summary: 'Change your picture',
      text: 'A picture or a PDF of at most 5 MB; of a PDF the first page is taken. It becomes a small square.',
    },
    'PUT profile/update-profile': { summary: 'Change your profile', text: 'Gives the changed user.' },
    'PUT profile/update-credentials': {
      summary: 'Change your registration',
      text: 'For experts. An approval stays; admins see when it was changed.',
    },
    'DELETE profile/delete-profile': {
      summary: 'Delete your account',
      text: 'Deletes the account with its reports and their files, at once and for good.',
    },
    'POST profile/export-data': {
      summary: 'Download your data',
      text: 'Gives everything that is kept about you as a ZIP archive: `my-data.json` and the files you sent. Ten times a day. The answer is the archive itself, without an envelope.',
    },
    'POST report/upload-report': {
      summary: 'Upload a report',
      text: 'A PDF, JPEG, HEIC, PNG, WebP or GIF as multipart form data. A HEIC is kept as a JPEG, and a picture loses its metadata, but not its turn. The country code and the consent may be left out; a consent of `false` is refused.',
    },
    'GET report/get-report-by-patientId/{patientId}': {
      summary: 'List the reports of one patient',
      text: 'Newest first. A patient sees their own; an expert those of patients they review or have reviewed; an admin all.',
    },
    'GET report/get-pending-reports': {
      summary: 'List the reports that wait',
      text: 'Longest waiting first. For an expert who is not approved yet, names and phone numbers are masked and there is no file.',
    },
    'GET report/get-report-by-expertId': {
      summary: 'List the reports you reviewed',
      text: 'Newest review first. For an admin: those of all experts.',
    },
    'GET report/get-all-reviewed-reports': {
      summary: 'List all reviewed reports',
      text: 'For admins. Newest review first.',
    },
    'GET report/get-openings/{reportId}': {
      summary: 'List who opened a report',
      text: 'For the patient whose report it is, and for admins. Newest first: who but the patient opened or reviewed it. What one person did within an hour is one line.',
    },
    'POST report/add-review/{reportId}': {
      summary: 'Write a review',
      text: 'For approved experts. The first review of a report stands; a second one is refused with 409.',
    },
    'POST report/withdraw-consent/{reportId}': {
      summary: 'Withdraw your consent',
      text: 'Takes one of your own reports out of the queue before anybody reviewed it. It stays `Pending`, with `consent.withdrawnAt` set, and no expert can open it. A reviewed one is 409.',
    },
    'POST report/give-consent/{reportId}': {
      summary: 'Give your consent again',
      text: 'Puts a report whose consent you withdrew back to its old place in the queue. You agree to the sentence beside the check box of the upload page.',
    },
    'DELETE report/delete-report': {
      summary: 'Delete a report',
      text: 'Deletes one of your own reports with its file and review. The id may also come in the path or the query.',
    },
    'DELETE report/delete-report/{reportId}': {
      summary: 'Delete a report by its path',
      text: 'The same, with the id in the path.',
    },
    'GET expert/get-pending-expert': {
      summary: 'List the experts who wait',
      text: 'For admins. Longest waiting first.',
    },
    'POST expert/approve-expert': {
      summary: 'Approve an expert',
      text: 'For admins. Once; a second time is 409.',
    },
    'GET expert/get-approved-expert': {
      summary: 'List the approved experts',
      text: 'For experts and admins. Admins can ask for the suspended or the rejected ones with `standing`.',
    },
    'POST expert/reject-expert': {
      summary: 'Reject an expert',
      text: 'For admins. For an expert who waits; otherwise 409. They read the reason on their dashboard.',
    },
    'POST expert/suspend-expert': {
      summary: 'Suspend an expert',
      text: 'For admins. For an approved expert; otherwise 409. Every session and token of theirs ends at once.',
    },
    'POST expert/restore-expert': {
      summary: 'Restore an expert',
      text: 'For admins. A suspended expert is approved again, a rejected one waits again; for others 409.',
    },
  } as Record<string, { summary: string; text: string }>,
  statuses: {
    200: 'It is done.',
    400: 'The body could not be read as what it says it is.',
    401: 'There is no token, or it is dead.',
    '401 login':
      'The address or the password is not right; with `errors.otp`, the code of the second step is missing or not right.',
    403: 'Your account may not do this.',
    404: 'It is not there, or not yours.',
    409: 'Somebody was faster, or it is done already.',
    413: 'More than this service takes at once.',
    415: 'This kind of body or file is not taken.',
    422: 'A field is not right; `errors` says which.',
    429: 'Too often in a short time; `Retry-After` says how many seconds to wait.',
    500: 'It failed on our side; `incident` is the number to tell us.',
    503: 'The service is busy and nothing was done; `Retry-After` says how many seconds to wait.',
    507: 'The disk is full and nothing was done. Reading goes on.',
  } as Record<string, string>,
  parameters: {
    page: 'Which page, from 1.',
    limit: 'How many a page has, at most 100.',
    reportType: 'Only reports of this type.',
    status: 'Only reports that are pending, or only reviewed ones.',
    q: 'Only those whose name holds this text.',
    standing: 'For admins: where the experts stand. Without it `approved`.',
    patientId: 'The id of the patient: `_id` of a user.',
    reportId: 'The id of the report: `_id` of a report.',
    'Idempotency-Key':
      'Any text of your own. The same key with the same body within 24 hours gives the first answer and makes nothing new; with another body it is refused with 422.',
  } as Record<string, string>,
  token: 'The token that log-in gives.',
  page: {
    lead: 'What other programs can ask of this service, and how. The same as a document for machines: ',
    token: 'Token',
    tokenHint: 'From the log-in call. It stays on this page.',
    parameters: 'Parameters',
    body: 'Body',
    answers: 'Answers',
    required: 'required',
    example: 'Example',
    curl: 'With curl',
    tryIt: 'Try it',
    send: 'Send',
    file: 'File',
    answer: 'Answer',
    noAnswer: 'No answer came back. Is the connection there?',
    needsScript: 'To try a call from here, switch JavaScript on.',
  },
};

/** What a field of the API looks like, by its name: for the examples of the document. */
export const apiExamples: Record<string, unknown> = {
  accountType: 'Patient',
  firstName: 'Asha',
  lastName: 'Devi',
  email: 'asha@example.com',
  countryCode: '+91',
  contactNumber: '9876543210',
  password: 'a quiet river runs',
  confirmPassword: 'a quiet river runs',
  oldPassword: 'a quiet river runs',
  newPassword: 'two tall trees stand',
  confirmNewPassword: 'two tall trees stand',
  otp: '123456',
  checkUserPresent: true,
  token: 'k2fZ0n1p',
  reportType: 'Blood Test',
  description: 'Tired for three weeks',
  phoneNumber: '9876543210',
  consent: true,
  review: 'Your iron is a little low. Take the tablets for three months, then repeat the test.',
  reportId: '01k2zq5v7m8n9p0q1r2s3t4v5w',
  patientId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  expertId: '01k2zq5v7m8n9p0q1r2s3t4v5y',
  dateOfBirth: '1984-05-21',
  gender: 'Female',
  about: 'I live two hours from the next hospital.',
  registrationNumber: 'MMC/2011/04217',
  council: 'Maharashtra Medical Council',
  qualification: 'MD (Radiology)',
  reason: 'The number is not in the register.',
  standing: 'suspended',
  page: 1,
  limit: 20,
  status: 'Pending',
  q: 'asha',
};

const user = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  firstName: 'Asha',
  lastName: 'Devi',
  email: 'asha@example.com',
  image: null,
  accountType: 'Patient',
  contactNumber: '+919876543210',
  approved: false,
  credentials: null,
  additionalDetails: { about: null, gender: null, contactNumber: '+919876543210', dateOfBirth: null },
};

/** An example of each named part of an answer; a report's stand beside its fields. */
export const apiAnswerExamples: Record<string, unknown> = {
  User: user,
  Expert: {
    ...user,
    firstName: 'Meera',
    lastName: 'Nair',
    email: 'meera@example.com',
    accountType: 'Expert',
    approved: true,
    credentials: {
      registrationNumber: 'MMC/2011/04217',
      council: 'Maharashtra Medical Council',
      qualification: 'MD (Radiology)',
    },
    standing: null,
  },
  Opening: {
    action: 'report.opened',
    name: 'Meera Nair',
    accountType: 'Expert',
    at: '2026-03-05T09:10:00.000Z',
  },
  ListMeta: { page: 1, limit: 20, total: 1 },
  token: 'k2fZ0n1p',
};
