import type { deliveredEvents } from '~/platform/enums';

/**
 * Texts of the API document as a whole, and of the page that displays it. They are in English, for
 * programmers. The texts of a call are declared with its operation.
 */
export const apiWords = {
  title: '{product} API',
  about: `The API lets your program do everything that people do on the pages.

Log in to get a token, and send it with every call as \`Authorization: Bearer <token>\`. A token expires after 30 days, at log-out, or when the password changes.

A program that works for a whole clinic or hospital uses a key instead of the password of a person. An admin makes it, chooses its scopes (\`reports.read\`, \`files.read\`, \`reports.send\`, \`people.read\`, \`export\`), and gives the program the secret, sent in the same header. A key sees no review that can still be undone, no text that was taken back, no file that is held, no draft, and no report whose consent is withdrawn. Patients see what it opened. A key is refused with a code of its own: \`missing_scope\`, \`key_revoked\`, \`key_expired\`, \`key_ended\` (its admin is gone), \`key_with_cookie\` or \`consent_withdrawn\`.

Responses are JSON with \`success\` and \`message\`, except for archives. Bodies may be JSON, URL-encoded or multipart form data, in UTF-8 or in the \`charset\` of their Content-Type. Other bytes are refused with 400 and nothing is stored. In JSON, \`null\` in an optional field counts as omitted, unless the field's description gives it a meaning. Enum values are not case-sensitive (\`blood test\`). Booleans may also be \`True\`, \`1\` or \`on\` and their opposites. Digits of every script are accepted. Times are ISO 8601 in UTC. A link to a file (\`reportUrl\`) works for 15 minutes without a token.

Every address returns 405 for methods that it does not accept, and lists the accepted ones in \`Allow\`.

Headers that any response may have are described once, in \`x-common-headers\`.

Every response that is not a success has a \`code\`. It is stable and independent of the language; messages may change.`,
  withoutCall: 'Page features without a call:',
  groups: {
    auth: 'Accounts and log-in',
    account: 'Accounts without e-mail, helpers and the front desk',
    profile: 'Your own account',
    report: 'Reports',
    review: 'Printed summaries of reviews',
    share: 'Reports shown to another doctor',
    slip: 'Slips of patients without e-mail',
    phrase: 'Phrases of an expert',
    expert: 'Experts',
    message: 'Messages to the clinic',
    notices: 'Text messages to phones',
    system: 'Clinic and server',
    file: 'Files, and sending them in pieces',
  },
  /** Texts for the second path of a call with an optional path parameter. */
  byPath: {
    summary: '{summary} by path',
    text: 'Same as the call without a path parameter, with the ID in the path.',
  },
  statuses: {
    200: 'Success.',
    304: 'Not modified since the response with this tag. File links in that response may have expired.',
    400: 'The body or the query is malformed.',
    401: 'The token is missing or no longer valid.',
    '401 login':
      'The address or password is incorrect. With `errors.otp`, the code for two-step login is missing or incorrect.',
    '401 key': 'Sent only to a key: `code` is `key_revoked`, `key_expired` or `key_ended`.',
    403: 'Your account does not have permission. For a key, `code` is `missing_scope`, `consent_withdrawn` or `key_with_cookie`.',
    '403 key': 'Sent only to a key: `code` is `missing_scope`, `consent_withdrawn` or `key_with_cookie`.',
    404: 'The object does not exist or is not yours.',
    409: 'The action has already been done, or another request was first.',
    413: 'The body or a file is too large.',
    415: 'The type of the body or file is not supported.',
    422: 'A field is invalid. `errors` lists the invalid fields.',
    429: 'Too many attempts. `Retry-After` is the number of seconds to wait.',
    500: 'Internal error. Send us the code in `incident`.',
    503: 'The service is busy and nothing was done, unless `message` says that the outcome is unknown. Then repeat the call with the same `Idempotency-Key` to get what it created. `Retry-After` is the number of seconds to wait.',
    507: 'The disk is full and nothing was done. Reading still works.',
  } as Record<string, string>,
  /** Descriptions of the messages of webhooks. */
  webhook:
    'Sent to the address of each webhook that reports this event, signed as the Standard Webhooks specification says. Check the signature before you believe a message. `webhook-id` is the same each time that a message is sent.',
  eventName: 'Name of the event.',
  events: {
    'report.created': 'A report was sent',
    'report.reviewed': 'A report was reviewed, and the review can no longer be undone',
    'report.amended': 'A review was changed, added to or translated',
    'review.takenBack': 'A review was taken back',
    'report.deleted': 'A report was deleted',
    'consent.withdrawn': 'The consent for a report was withdrawn',
    'consent.given': 'The consent for a report was given again',
    'question.asked': 'An expert asked the patient a question',
    'expert.signedUp': 'An expert signed up',
    'webhook.test': 'An admin tried the webhook',
  } satisfies Record<(typeof deliveredEvents)[number], string>,
  webhookHeaders: {
    'webhook-id': 'ID of the message. It is the same each time that the message is sent.',
    'webhook-timestamp': 'Time of this try, in seconds since 1970.',
    'webhook-signature': 'Signatures of ID, time and body, such as `v1,` and Base64, separated by spaces.',
  },
  webhookAnswers: {
    delivered: 'The message was taken.',
    gone: 'The receiver is gone for good: the webhook is switched off.',
    repeated: 'The message is sent again later, for two days.',
  },
  /** Texts of the addresses of files. */
  files: {
    text: 'Use the address that a response gives you: its signature opens the file for 15 minutes without a token. With a token, the path alone is enough. `Range`, `If-Range`, `If-None-Match` and `HEAD` work as in HTTP. Refusals are plain text.',
    ofDocument: 'Open a PDF of a report',
    ofImage: 'Open a photo or scan of a report',
    ofPage: 'Open a page of a report as a picture',
    ofLargePage: 'Open a page of a report as a large picture',
    ofThumbnail: 'Open the thumbnail of a report',
    ofPicture: 'Open the picture or the initials of a user',
    reportId: 'ID of the report.',
    userId: 'ID of the user.',
    number: 'Number of the file, from 1. Files that were added with an answer follow.',
    page: 'Number of the page, from 1, counted on from file to file.',
    whole: 'The file.',
    part: 'The range that was requested.',
  },
  fileStatuses: {
    304: 'Not modified since the response with this tag.',
    401: 'The token or the signature is missing or no longer valid.',
    403: 'Your account has to set up two-step login first, or your key may not open files.',
    404: 'The file does not exist, is not yours to open, or is held.',
    416: 'The range begins after the end of the file.',
    422: 'The page cannot be drawn.',
    429: 'Too many pages. `Retry-After` is the number of seconds to wait.',
    500: 'Internal error. Send us the code in the text.',
    503: 'The service is busy. `Retry-After` is the number of seconds to wait.',
  } as Record<string, string>,
  /** Texts of the protocol for files in pieces, by its steps. */
  pieces: {
    summary: {
      Begin: 'Announce a file in pieces',
      Find: 'Find out how much of a file has arrived',
      Append: 'Send the next piece of a file',
      Drop: 'Give up a file in pieces',
    },
    text: {
      Begin:
        'Any client of tus 1.0.0 can send a file in pieces; creation, expiration and termination are supported. Pass the last part of `Location` as `uploads` to `report/upload-report`, instead of `report`. The slot stays open for 72 hours. An account can have 40 slots open, and announce 500 MB a day.',
      Find: 'Ask this after a broken connection, and continue at `Upload-Offset`.',
      Append:
        'The body is the piece. If the connection breaks, the bytes that arrived are kept. An account can send 120 pieces a minute, and a file can have 300 pieces below 16 KB.',
      Drop: 'Deletes what has arrived. If a report has taken the file, nothing is deleted.',
    },
    done: {
      Begin: 'The slot is open.',
      Find: 'What has arrived is in the headers.',
      Append: 'The piece has arrived.',
      Drop: 'The slot is gone.',
    },
    slotId: 'Last part of the `Location` of the slot.',
    version: 'Version of the protocol.',
    length: 'Size of the file in bytes.',
    metadata: 'Name of the file in Base64, such as `filename c2Nhbi5wZGY=`.',
    offset: 'Number of bytes that have arrived.',
    wrongVersion: 'The version of the protocol is missing or not supported. `Tus-Version` names it.',
    wrongOffset: 'Another piece is next. Continue at `Upload-Offset`.',
  },
  /** Description of the body of a call. */
  bodyOf: 'Request body of “{name}”.',
  token: 'Token from the log-in call.',
  key: 'Secret of a key, which an admin makes with `POST /system/keys`. It begins with `slk_`. `x-key-scope` of a call names the scope that the key has to have.',
  page: {
    without: 'Page features without a call',
    lead: 'Calls that other programs can make to this service. Also available as a machine-readable document: ',
    token: 'Token',
    tokenHint: 'From the log-in call. It stays on this page.',
    keyScope: 'Scope of a key',
    parameters: 'Parameters',
    body: 'Body',
    answers: 'Responses',
    required: 'required',
    example: 'Example',
    curl: 'With curl',
    tryIt: 'Try it',
    send: 'Send',
    file: 'File',
    answer: 'Response',
    noAnswer: 'No response. Are you online?',
    allCalls: 'All calls',
    needsScript: 'Switch on JavaScript to try calls on this page.',
  },
};
