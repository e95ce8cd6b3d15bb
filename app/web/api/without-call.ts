/**
 * Operations of pages and files without an API call, with the reason that the API's document gives.
 * An operation that is neither here nor in a list of `app/routes/api/v1/` fails
 * `tests/integration/pipeline/every-operation.test.ts`.
 */
export const withoutCall: { operations: readonly string[]; reason: string }[] = [
  {
    operations: ['account.holdSignup', 'account.resendCode', 'account.verifyHeldSignup'],
    reason:
      'The pages sign someone up in two steps, which a cookie joins; for a program `auth/send-otp` and `auth/signup` do the same.',
  },
  {
    operations: ['account.finishLogIn'],
    reason:
      'The pages ask for the code of the second factor after the password; a program sends it along, as `otp` of `auth/login`.',
  },
  {
    operations: ['account.chooseLanguage'],
    reason:
      'The language switch of the pages is kept in a cookie; `profile/update-language` changes the language of an account, and `Accept-Language` that of an answer.',
  },
  {
    operations: ['account.readOwnProfile', 'account.readOwnSettings'],
    reason:
      'The pages read an account together with the texts of their forms; `profile/get-user-details` gives the account.',
  },
  {
    operations: ['dashboard.read'],
    reason:
      "The first page of the dashboard counts what lists give: `meta.total` of `report/get-pending-reports` and of `expert/get-pending-expert`, and the newest of one's own reports. `profile/get-user-details` has the `standing`, and `system/get-system` the `checklist`.",
  },
  {
    operations: [
      'report.claimToReview',
      'report.readToReview',
      'report.readToCorrect',
      'report.readOwn',
      'review.readToAmend',
      'review.readHistory',
      'report.readToAsk',
      'report.readQuestion',
      'report.readQuestionToClose',
      'report.readHeld',
    ],
    reason:
      'The pages read a report before they ask what to do with it; for a program `report/get-report` does that.',
  },
  {
    operations: ['review.undo'],
    reason:
      'A review that a program sends shows at once; one that is sent from a page can be undone there for a few seconds.',
  },
  {
    operations: ['people.read'],
    reason: 'The pages read a person before they ask what to do; `profile/people` lists them.',
  },
  {
    operations: ['expert.readToApprove', 'expert.readToJudge'],
    reason:
      'The pages read an expert before they ask an admin what to do; `expert/get-pending-expert` and `expert/get-approved-expert` list them.',
  },
  {
    operations: ['report.beginSlot', 'report.readSlot', 'report.appendPiece', 'report.dropSlot'],
    reason:
      'Over a line that breaks, a file is sent in pieces: tus 1.0.0 with creation, expiration and termination at `/api/v1/report/uploads`, which any client of tus speaks. Then `report/upload-report` takes the last part of its `Location` as `uploads` in place of `report`. A piece is 429 with `Retry-After` beyond 120 a minute, and where a file has 300 pieces below 16 KB already; a disk without room or inodes is 507.',
  },
  {
    operations: ['session.openWaitingKey'],
    reason:
      'A browser seals reports that wait in it until they are sent; a program keeps what it has to send where it sees fit.',
  },
  {
    operations: ['report.openFile', 'report.openThumbnail', 'report.openPage', 'picture.open'],
    reason:
      'Files are no calls, but have addresses that take the token too: `reportUrl` and `thumbnailUrl` of a report, `image` of a user, and `/files/page/{reportId}/{page}` for one page of a report as a picture.',
  },
];
