/**
 * The e-mails in English: a subject and a text each. What fills them in is never health data. A
 * paragraph ends with an empty line; `emails.ts` puts the greeting before and the product's name
 * behind.
 */
export const emails = {
  greeting: 'Hello,',
  'code.subject': '{code} is your {productName} code',
  'code.text': `your code is {code}

Enter it on the page where you signed up. It is good for {minutes} minutes.
If you did not sign up for {productName}, you need not do anything.`,
  'alreadyHaveAccount.subject': 'You already have a {productName} account',
  'alreadyHaveAccount.text': `somebody, perhaps you, has just tried to sign up for {productName} with this address. You already have an account.

Log in: {publicUrl}/login
Forgot the password: {publicUrl}/forgot-password

If it was not you, you need not do anything: your account is as it was.`,
  'resetPassword.subject': 'Choose a new {productName} password',
  'resetPassword.text': `somebody, perhaps you, has asked for a new password. Choose one here:

{publicUrl}/update-password/{token}

The link is good for {minutes} minutes and works once. If it was not you, you need not do anything.`,
  'passwordChanged.subject': 'Your {productName} password was changed',
  'passwordChanged.text': `the password of your {productName} account was changed just now, and all other devices were logged out.

If it was you, you need not do anything. If not, choose a new password at once: {publicUrl}/forgot-password`,
  'manyWrongLogins.subject': 'Many wrong passwords were tried on your {productName} account',
  'manyWrongLogins.text': `somebody, perhaps you, has typed a wrong password for your {productName} account many times in the last hour. While this goes on, you can log in only on a phone or computer where you have logged in before.

If you forgot your password or have a new phone, choose a new password and then log in: {publicUrl}/forgot-password

If it was not you, these tries did not get in. Choose a new password if yours is short or if you use it elsewhere too.`,
  'reviewReady.subject': 'Your report has been reviewed',
  'reviewReady.text': `a doctor has read your report and written what it means. For your privacy it does not stand in this e-mail.

Read it here: {publicUrl}/dashboard/previous-report/{patientId}`,
  'translationReady.subject': 'Your review is there in your language',
  'translationReady.text': `a doctor has written the review of your report in your language. For your privacy it does not stand in this e-mail.

Read it here: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reportsWait.subject':
    '{count, plural, one {A report waits for a review} other {# reports wait for a review}}',
  'reportsWait.text': `{count, plural, one {one report waits for a doctor.} other {# reports wait for a doctor.}} Nothing of what is in them stands in this e-mail.

See what waits: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject':
    '{count, plural, one {A doctor waits for approval} other {# doctors wait for approval}}',
  'expertsWait.text': `{count, plural, one {one doctor waits for approval.} other {# doctors wait for approval.}} Check the registration number before you approve anybody.

See who waits: {publicUrl}/dashboard/pending-expert`,
  'accountApproved.subject': 'Your {productName} account is approved',
  'accountApproved.text': `an admin of the clinic has approved your account. You can now read the reports that wait and review them.

Go to the reports: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'About your {productName} account',
  'accountRejected.text':
    'an admin has not approved your account. Log in to see why: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'Your {productName} account is suspended',
  'accountSuspended.text':
    'an admin has suspended your account, and you were logged out everywhere. Log in to see why: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'Your {productName} account is restored',
  'accountRestored.text': `an admin has restored your account. You can read and review reports again.

Log in: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'Your {productName} account is restored',
  'accountToWait.text': `an admin will look at your account again. We write to you once it is approved.

Log in: {publicUrl}/dashboard/home`,
  'testEmail.subject': 'Test e-mail from {productName}',
  'testEmail.text':
    'you asked for this e-mail on the dashboard of {productName}. It has arrived, so e-mail works.',
  'contactMessage.subject': 'A message from the {productName} contact page',
  'contactMessage.text': `somebody has written on the contact page.

Name: {name}
E-mail: {email}

{message}

All messages: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'A question waits for an answer',
  'queryWaits.text': `somebody has sent a question on the home page. For their privacy it does not stand in this e-mail.

Read it here: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'Somebody asks for a call back',
  'callBackWaits.text': `somebody asks to be called on the home page. For their privacy it does not stand in this e-mail.

Read it here: {publicUrl}/dashboard/messages?kind=callback`,
};
