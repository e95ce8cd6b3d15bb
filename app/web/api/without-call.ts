/**
 * Operations of pages and files without an API call, with the reason that the API's document gives.
 * An operation that is neither here nor in a list of `app/routes/api/v1/` fails
 * `tests/integration/pipeline/every-operation.test.ts`.
 */
export const withoutCall: { operations: readonly string[]; reason: string }[] = [
  {
    operations: ['account.holdSignup', 'account.resendCode', 'account.verifyHeldSignup'],
    reason: 'Sign-up in two steps, joined by a cookie. Call `auth/send-otp` and `auth/signup` instead.',
  },
  {
    operations: ['account.finishLogIn'],
    reason: 'The separate page for the second-factor code. Send the code as `otp` of `auth/login` instead.',
  },
  {
    operations: ['account.chooseLanguage'],
    reason:
      'The language switch, which sets a cookie. `profile/update-language` changes the language of an account, and `Accept-Language` that of a response.',
  },
  {
    operations: ['account.readOwnProfile', 'account.readOwnSettings', 'account.readFirstPassword'],
    reason:
      'Account data combined with the texts of page forms. `profile/get-user-details` returns the account.',
  },
  {
    operations: [
      'account.openOwn',
      'account.readToOpen',
      'frontDesk.read',
      'frontDesk.readPage',
      'frontDesk.readLists',
      'frontDesk.readRemoval',
      'account.sendAddressCode',
    ],
    reason:
      'Pages of accounts without e-mail. `account/open`, `account/find`, `account/unused-slips`, `account/removals` and `auth/send-otp` do the same; the page on which patients open their own account has no call.',
  },
  {
    operations: ['breach.readPage', 'audit.readReportAccessPage'],
    reason:
      'Pages with their forms. `system/breaches`, `system/breach-people` and `system/report-access` return what they show.',
  },
  {
    operations: ['account.readChannels'],
    reason: 'The page of the channels, which shows what `profile/choose-channel` changes.',
  },
  {
    operations: ['push.read', 'push.turnOn', 'push.turnOff'],
    reason: 'Push messages of a browser, whose own address only its page can ask for.',
  },
  {
    operations: ['clinic.readDetails', 'clinic.changeDetails'],
    reason:
      'What admins type about the clinic. A person has to see what the environment gives and how patients will read it.',
  },
  {
    operations: ['system.readEmailPage', 'system.resumeSending'],
    reason:
      'Whether this machine may send to patients after a restore. A person has to look at the machine first.',
  },
  {
    operations: ['message.readComplaint'],
    reason: 'The page on which a complaint is answered. `message/complaints` returns it.',
  },
  {
    operations: ['dashboard.read'],
    reason:
      'The first page of the dashboard. Its counts are `meta.total` of `report/get-pending-reports` and `expert/get-pending-expert`, and its newest reports are in your report list. `profile/get-user-details` returns the `standing`, and `system/get-system` the `checklist`.',
  },
  {
    operations: [
      'report.claimToReview',
      'report.readToReview',
      'report.readToCorrect',
      'report.readOwn',
      'report.readToMarkUrgent',
      'report.readOnPage',
      'review.readToAmend',
      'review.readHistory',
      'report.readToAsk',
      'report.readQuestion',
      'report.readQuestionToClose',
      'report.readHeld',
    ],
    reason: 'Reads of a report before an action on a page. Call `report/get-report` instead.',
  },
  {
    operations: ['review.undo', 'review.extendUndo'],
    reason:
      'Undoing a review, which pages offer for a few seconds, and more time to do so. A review sent through the API is visible at once.',
  },
  {
    operations: ['report.readNumbers'],
    reason:
      'The numbers that a report prints, which a page compares with a review while it is written. Nothing is refused or stored because of them.',
  },
  {
    operations: [
      'frontDesk.checkForReports',
      'frontDesk.listReports',
      'report.issueChosenSlip',
      'slip.read',
      'slip.close',
    ],
    reason:
      'The pages that issue and show slips of reports. `slip/issue` and `slip/open` do what they are for.',
  },
  {
    operations: ['share.readToCreate', 'share.read', 'share.close'],
    reason:
      'The pages that create and show links for another doctor. `report/share` and `share/open` do what they are for.',
  },
  {
    operations: ['share.openFile', 'share.openPage'],
    reason:
      'Files behind a link for another doctor. `share/open` returns their addresses, which work for 15 minutes.',
  },
  {
    operations: ['people.readToCall'],
    reason: 'The page with the people to call, which `account/to-tell` lists, and who was reached lately.',
  },
  {
    operations: ['review.listIncomplete', 'review.decideIncomplete'],
    reason:
      'The list of answers given from an incomplete drawing, for admins. `report/take-back-review` puts any answer back into the queue.',
  },
  {
    operations: ['help.readPerson'],
    reason:
      'The page on which a helper makes sure who a report is for. `account/find-person` and `account/people` return the person.',
  },
  {
    operations: ['sentences.read', 'sentences.recordCheck'],
    reason:
      'Who has checked the sentences of next steps in a language, which an admin records after reading them. A report shows the result in `uncheckedNote` of its `nextStep`.',
  },
  {
    operations: ['people.read'],
    reason: 'Reads of a person before an action on a page. `profile/people` lists them.',
  },
  {
    operations: ['passkey.readOwn', 'passkey.read'],
    reason: 'Reads of passkeys before an action on a page. `auth/passkeys` lists them.',
  },
  {
    operations: ['webhook.readAll', 'webhook.readOne'],
    reason:
      'Reads of the webhooks for their pages. `system/webhooks` and `system/webhook-deliveries` list them.',
  },
  {
    operations: ['clinic.readParts', 'clinic.choosePart'],
    reason: 'A choice of which pages the menu of admins lists. Their operations can be called either way.',
  },
  {
    operations: ['admins.list', 'admins.add', 'admins.takeBack'],
    reason:
      'Who is an admin. An admin adds another one with their password and hands over the slip in person; no program has to.',
  },
  {
    operations: ['registration.readPage'],
    reason: 'The page with the rule and its form. `system/registrations` reads the rule.',
  },
  {
    operations: ['key.readAll'],
    reason: 'Reads of the keys for their page. `system/keys` lists them.',
  },
  {
    operations: ['duty.readPage'],
    reason: 'Reads of the duty with the experts to choose from. `expert/duty` lists it.',
  },
  {
    operations: ['expert.readToApprove', 'expert.readToJudge'],
    reason:
      'Reads of an expert before an action of an admin. `expert/get-pending-expert` and `expert/get-approved-expert` list them.',
  },
  {
    operations: ['report.beginSlot', 'report.readSlot', 'report.appendPiece', 'report.dropSlot'],
    reason:
      'Resumable uploads, which tus clients send to `/api/v1/report/uploads`, described with the files.',
  },
  {
    operations: ['session.openWaitingKey'],
    reason: 'The key that encrypts unsent reports in a browser. API clients store unsent data on their own.',
  },
  {
    operations: ['report.openFile', 'report.openThumbnail', 'report.openPage', 'picture.open'],
    reason:
      'Files. `reportUrl` and `thumbnailUrl` of a report and `image` of a user are their addresses, described with the files.',
  },
];
