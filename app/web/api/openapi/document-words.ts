/**
 * The words of the API's document as a whole, and of the page that shows it: in English, for
 * programmers. What is said of a call stands beside its operation.
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
  /** Of a call whose parameter may stand in its path: said of that path. */
  byPath: { summary: '{summary} by its path', text: 'The same, with the id in the path.' },
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
    status: 'Only reports that are pending, or only reviewed ones.',
    q: 'Only those whose name holds this text; of reports also the one with this case number, in any spelling.',
    standing: 'For admins: where the experts stand. Without it `approved`.',
    patientId: 'The id of the patient: `_id` of a user.',
    reportId: 'The id of the report: `_id` of a report.',
    'Idempotency-Key':
      'Any text of your own. The same key with the same body within 24 hours gives the first answer and makes nothing new; with another body it is refused with 422.',
  } as Record<string, string>,
  /** Of a filter that nothing else is said of. */
  filter: 'Only those with this `{name}`.',
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
