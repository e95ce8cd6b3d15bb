/**
 * The words of the API's document as a whole, and of the page that shows it: in English, for
 * programmers. What is said of a call stands beside its operation.
 */
export const apiWords = {
  title: '{product} API',
  about: `Everything a person can do on the pages, for your own program.

Log in to get a token and send it with every call as \`Authorization: Bearer <token>\`. It expires after 30 days, at log-out, or when the password changes.

Every answer is JSON with \`success\` and \`message\`, but for an archive. Bodies may be JSON, urlencoded or multipart form data. Times are ISO 8601 in UTC. A link to a file (\`reportUrl\`) works for 15 minutes without a token.

Any address answers 405 to a method that it does not accept, and names in \`Allow\` those that it does.`,
  groups: {
    auth: 'Accounts and log-in',
    profile: 'Your own account',
    report: 'Reports',
    expert: 'Experts',
  },
  /** Of a call whose parameter may stand in its path: said of that path. */
  byPath: { summary: '{summary} by its path', text: 'The same, with the id in the path.' },
  statuses: {
    200: 'Done.',
    400: 'The body could not be read as the type that it claims to be.',
    401: 'The token is missing or no longer valid.',
    '401 login':
      'The address or password is incorrect; with `errors.otp`, the code for two-step login is missing or incorrect.',
    403: 'Your account may not do this.',
    404: 'It does not exist, or is not yours.',
    409: 'Someone was faster, or it has already been done.',
    413: 'This is too large to send.',
    415: 'This kind of body or file is not accepted.',
    422: 'A field is invalid; `errors` says which.',
    429: 'Too many attempts; `Retry-After` says how many seconds to wait.',
    500: 'It failed on our side; `incident` is the code to send us.',
    503: 'The service is busy and nothing was done; `Retry-After` says how many seconds to wait.',
    507: 'The disk is full and nothing was done. Reading still works.',
  } as Record<string, string>,
  parameters: {
    page: 'Which page, starting at 1.',
    limit: 'How many items a page has, at most 100.',
    status: 'Only reports that are pending, or only reviewed ones.',
    q: 'Only those whose name holds this text.',
    standing: 'For admins: the status of the experts. Without it, `approved`.',
    patientId: 'The id of the patient: `_id` of a user.',
    reportId: 'The id of the report: `_id` of a report.',
    'Idempotency-Key':
      'Any text of your own. The same key with the same body within 24 hours returns the first answer and creates nothing new; with another body it is refused with 422.',
  } as Record<string, string>,
  /** Of a filter that nothing else is said of. */
  filter: 'Only those with this `{name}`.',
  token: 'The token that log-in gives.',
  page: {
    lead: 'What other programs can ask of this service, and how. The same, as a document for machines: ',
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
    noAnswer: 'No answer came back. Are you online?',
    needsScript: 'To try a call from here, switch on JavaScript.',
  },
};
