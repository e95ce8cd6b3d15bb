/**
 * Texts of the API's document as a whole, and of the page that displays it: in English, for
 * programmers. The texts of a call are declared with its operation.
 */
export const apiWords = {
  title: '{product} API',
  about: `Everything a person can do on the pages, for your own program.

Log in to get a token and send it with every call as \`Authorization: Bearer <token>\`. It expires after 30 days, at log-out, or when the password changes.

Every answer is JSON with \`success\` and \`message\`, but for an archive. Bodies may be JSON, urlencoded or multipart form data, in UTF-8 or in the \`charset\` that their Content-Type names; anything else is 400, and nothing of it is kept. In JSON, a \`null\` in a field that may be left out counts as left out, but where the field says what it means. Values of a list are taken in any case (\`blood test\`), yes and no also as \`True\`, \`1\`, \`on\`, and digits of every script as 0 to 9. Times are ISO 8601 in UTC. A link to a file (\`reportUrl\`) works for 15 minutes without a token.

Any address answers 405 to a method that it does not accept, and names in \`Allow\` those that it does.

Headers that any answer may have are described once, in \`x-common-headers\`.

An answer that is not a success has a \`code\`, which never changes while sentences may, and which is the same in every language.`,
  withoutCall: 'What pages do and no call does:',
  groups: {
    auth: 'Accounts and log-in',
    profile: 'Your own account',
    report: 'Reports',
    expert: 'Experts',
    message: 'Messages to the clinic',
    system: 'The clinic and its server',
  },
  /** Texts for the second path of a call with an optional path parameter. */
  byPath: { summary: '{summary} by its path', text: 'The same, with the id in the path.' },
  statuses: {
    200: 'Done.',
    400: 'The body or the query could not be read as what it claims to be.',
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
    503: 'The service is busy and nothing was done, or nobody knows whether it was: then the message says so, and the same call with its `Idempotency-Key` finds what it made. `Retry-After` says how many seconds to wait.',
    507: 'The disk is full and nothing was done. Reading still works.',
  } as Record<string, string>,
  /** Description of the body of a call. */
  bodyOf: 'The body of the call “{name}”.',
  token: 'The token that log-in gives.',
  page: {
    without: 'What pages do and no call does',
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
