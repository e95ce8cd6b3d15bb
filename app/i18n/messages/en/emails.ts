/**
 * The e-mails in English: a subject and a text each. What fills them in is never health data. A
 * paragraph ends with an empty line; `emails.ts` puts the greeting before and the product's name
 * behind.
 */
export const emails = {
  greeting: 'Hello,',
  about: 'This is about the report of {person}.',
  'code.subject': '{code} is your {productName} code',
  'code.text': `Your code is {code}

Enter it on the page where you signed up. It expires in {minutes} minutes.
If you did not sign up for {productName}, you can ignore this e-mail.`,
  'alreadyHaveAccount.subject': 'You already have a {productName} account',
  'alreadyHaveAccount.text': `Someone, perhaps you, has just tried to sign up for {productName} with this address. You already have an account.

Log in: {publicUrl}/login
Forgot your password? {publicUrl}/forgot-password

If it was not you, you can ignore this e-mail: your account has not changed.`,
  'resetPassword.subject': 'Choose a new {productName} password',
  'resetPassword.text': `Someone, perhaps you, has asked for a new password. Choose one here:

{publicUrl}/update-password/{token}

The link expires in {minutes} minutes and works only once. If it was not you, you can ignore this e-mail.`,
  'passwordChanged.subject': 'Your {productName} password was changed',
  'passwordChanged.text': `The password of your {productName} account has just been changed, and all other devices have been logged out.

If it was you, you do not need to do anything. If not, choose a new password now: {publicUrl}/forgot-password`,
  'manyWrongLogins.subject': 'Many wrong passwords were tried on your {productName} account',
  'manyWrongLogins.text': `Someone, perhaps you, has typed a wrong password for your {productName} account many times in the last hour. While this goes on, you can log in only on a phone or computer where you have logged in before.

If you forgot your password or have a new phone, choose a new password and then log in: {publicUrl}/forgot-password

If it was not you, they did not get in. Choose a new password if yours is short or if you also use it elsewhere.`,
  'reviewReady.subject': 'Your report has been reviewed',
  'reviewReady.text': `A doctor has read your report and written what it means. For your privacy, it is not included in this e-mail.

Read it here: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewChanged.subject': 'The review of your report has changed',
  'reviewChanged.text': `The doctor has added to the review of your report or corrected it. For your privacy, it is not included in this e-mail.

Read it here: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewWithdrawn.subject': 'The review of your report was taken back',
  'reviewWithdrawn.text': `The review of one of your reports was taken back. Please do not follow it. A doctor reads your report again, and we will send you an e-mail when the new review is ready.

See your reports: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewTakenBack.subject': 'A review was taken back',
  'reviewTakenBack.text': `The review of the report with the case number {caseNumber} was taken back. If it was meant for someone else, the patient may have read it: please decide whether this is a data breach to report. This e-mail contains no medical details.

Find the report by its case number: {publicUrl}/dashboard/pending-report`,
  'translationReady.subject': 'Your review is now available in your language',
  'translationReady.text': `A doctor has written the review of your report in your language. For your privacy, it is not included in this e-mail.

Read it here: {publicUrl}/dashboard/previous-report/{patientId}`,
  'questionWaits.subject': 'A doctor has a question about your report',
  'questionWaits.text': `A doctor has read your report and needs something from you before the review. For your privacy, it is not included in this e-mail.

Read it and answer here: {publicUrl}/dashboard/answer-question/{reportId}`,
  'answerWaits.subject': 'A patient has answered your question',
  'answerWaits.text': `The patient has answered what you asked. The report is yours for 24 hours; after that any doctor can review it. This e-mail contains no medical details.

Go on with the report: {publicUrl}/dashboard/add-review/{reportId}`,
  'reportHeld.subject': 'A report waits for an admin',
  'reportHeld.text': `A doctor has asked whether a report belongs to another person. Until an admin has looked at it, no other doctor can open it. If someone has received a report that is not theirs, it may be a breach that has to be reported.

Look at it here: {publicUrl}/dashboard/lift-hold/{reportId}`,
  'reportsWait.subject':
    '{count, plural, one {A report is waiting for a review} other {# reports are waiting for a review}}',
  'reportsWait.text': `{count, plural, one {One report is waiting for a doctor.} other {# reports are waiting for a doctor.}} This e-mail contains no medical details.

See the waiting reports: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject':
    '{count, plural, one {A doctor is waiting for approval} other {# doctors are waiting for approval}}',
  'expertsWait.text': `{count, plural, one {One doctor is waiting for approval.} other {# doctors are waiting for approval.}} Check the registration number before you approve anyone.

See who is waiting: {publicUrl}/dashboard/pending-expert`,
  'translationsWait.subject':
    '{count, plural, one {A review is waiting for a translation} other {# reviews are waiting for a translation}}',
  'translationsWait.text': `{count, plural, one {One review is waiting for a translation into a language that you read.} other {# reviews are waiting for a translation into languages that you read.}} This e-mail contains no medical details.

See the waiting reviews: {publicUrl}/dashboard/translate

You get this e-mail at most once a day, for the languages chosen in your settings: {publicUrl}/dashboard/settings`,
  'accountApproved.subject': 'Your {productName} account is approved',
  'accountApproved.text': `An admin of the clinic has approved your account. You can now read and review the waiting reports.

Go to the reports: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'About your {productName} account',
  'accountRejected.text':
    'An admin has not approved your account. Log in to see why: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'Your {productName} account is suspended',
  'accountSuspended.text':
    'An admin has suspended your account, and you have been logged out everywhere. Log in to see why: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'Your {productName} account is restored',
  'accountRestored.text': `An admin has restored your account. You can read and review reports again.

Log in: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'Your {productName} account is restored',
  'accountToWait.text': `An admin will look at your account again. We will write to you once it is approved.

Log in: {publicUrl}/dashboard/home`,
  'testEmail.subject': 'Test e-mail from {productName}',
  'testEmail.text':
    'You asked for this e-mail on the dashboard of {productName}. It has arrived, so e-mail works.',
  'contactMessage.subject': 'A message from the {productName} contact page',
  'contactMessage.text': `Someone has written to you on the contact page.

Name: {name}
E-mail: {email}

{message}

All messages: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'A question is waiting for an answer',
  'queryWaits.text': `Someone has sent a question from the home page. For their privacy, it is not included in this e-mail.

Read it here: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'Someone has asked for a callback',
  'callBackWaits.text': `Someone has asked on the home page to be called. For their privacy, the details are not included in this e-mail.

Read them here: {publicUrl}/dashboard/messages?kind=callback`,
};
