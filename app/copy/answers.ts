/**
 * The sentences that only a door says, in English: what went well, what is wrong with a field, why something is refused; and those of
 * a page that few people open. They reach a page inside its data.
 */
export const answers = {
  // A query, a call back, the contact page, and what admins see of them
  'query.name': 'Please enter your name',
  'query.answerTo': 'Please enter an e-mail address or a phone number',
  'query.answerToShape': 'Please enter a whole e-mail address, or 10 digits',
  'query.question': 'Please write your question',
  'query.done': 'Thank you. We have your question and will answer you.',
  'callBack.phoneNumberShape': 'Please enter 10 digits, or the country code too',
  'callBack.done': 'Thank you. An expert will call you.',
  'contact.done': 'Thank you for reaching out!',
  'contact.failed': 'Your message could not be sent',
  'closeMessage.done': 'Message closed',
  'closeMessage.failed': 'Could not close the message',
  'closeMessage.already': 'This message is closed already',
  'message.notFound': 'There is no such message here',

  // Sign-up
  'signup.accountType': 'Please choose Patient or Expert',
  'signup.firstName': 'Please enter your first name',
  'signup.lastName': 'Please enter your last name',
  'signup.email': 'Please enter your e-mail address',
  'signup.countryCode': 'Please choose a country code',
  'signup.contactNumber': 'Please enter your contact number',
  'signup.tenDigits': 'The phone number must have exactly 10 digits',
  'signup.password': 'Please enter a password',
  'signup.confirmPassword': 'Please enter the password again',
  'signup.done': 'Signup Successful, Please Login',
  'signup.failed': 'Signup Failed',
  'signup.nothingHeld': 'Your sign-up was not finished in time. Please fill in the form again.',

  // Passwords
  'password.short': 'The password needs at least 8 characters',
  'password.long': 'The password may have at most 128 characters',
  'password.common': 'This password is one of the most used, so it is easy to guess. Please choose another.',

  // The one-time code
  'otp.sent': 'OTP Sent Successfully',
  'otp.failed': 'Could not Send OTP',
  'otp.required': 'Please enter the code',
  'otp.shape': 'The code has 6 digits',
  'otp.wrong': 'This code is not right. Tries left: {tries}',
  'otp.expired': 'This code is too old. Ask for a new one below.',
  'otp.used': 'This code is no longer valid. Ask for a new one below.',
  'otp.right': 'The code is right',
  'otp.checkFailed': 'Could not check the code',

  // Log-in
  'login.email': 'Please enter your e-mail address',
  'login.password': 'Please enter your password',
  'login.done': 'Login Successful',
  'login.failed': 'Login Failed',
  'login.wrong': 'The e-mail address or the password is not right.',
  'login.wait': 'Too many wrong tries. Please try again in {wait}.',

  // The second step at log-in
  'login.codeNeeded': 'A code from your authenticator app is needed',
  'secondStep.over': 'This log-in is over. Please log in again.',
  'secondFactor.shape': 'The code of the app has 6 digits, a recovery code 16 letters and digits',
  'secondFactor.wrong': 'This code is not right, or it was used already',
  'secondFactor.required': 'Please switch on the second step at log-in first',
  'secondFactor.demanded': 'The clinic asks for the second step. It cannot be switched off.',
  'secondFactor.notBegun': 'Please set the second step up first',
  'secondFactor.begun': 'Now add it to your app',
  'secondFactor.on': 'The second step is on',
  'secondFactor.off': 'The second step is off',
  'secondFactor.cancelled': 'The second step stays off',
  'secondFactor.renewed': 'New recovery codes made',
  'secondFactor.failed': 'Could not change the second step',

  // The page that switches the second step on and off
  'secondFactorPage.demandedLead': 'The clinic asks this of your account. Please switch it on to go on.',
  'secondFactorPage.begin': 'Set it up',
  'secondFactorPage.scanTitle': '1. Let the app read this picture',
  'secondFactorPage.scan':
    'Open an authenticator app on your phone, add an account and point it at the picture.',
  'secondFactorPage.picture': 'A picture (QR code) for the app',
  'secondFactorPage.openApp': 'On this phone? Open the app',
  'secondFactorPage.type': 'Or type this key into the app:',
  'secondFactorPage.confirmTitle': '2. Type the code it shows',
  'secondFactorPage.confirm': 'Switch it on',
  'secondFactorPage.cancel': 'Not now',
  'secondFactorPage.onSince': 'On since {date}',
  'secondFactorPage.left': 'Recovery codes left: {left}',
  'secondFactorPage.otpLabel': 'Code from the app, or a recovery code',
  'secondFactorPage.renewTitle': 'New recovery codes',
  'secondFactorPage.renewText': 'You get ten new ones. The old ones stop working.',
  'secondFactorPage.renew': 'Make new codes',
  'secondFactorPage.moveTitle': 'A new phone',
  'secondFactorPage.moveText': 'You set the second step up again. The app on the old phone stops working.',
  'secondFactorPage.removeTitle': 'Switch it off',
  'secondFactorPage.removeText': 'From then on your password alone opens your account.',
  'secondFactorPage.codesTitle': 'Your recovery codes',
  'secondFactorPage.codesOn': 'The second step is on, and all other devices were logged out.',
  'secondFactorPage.codesText':
    'Each of them opens your account once when you do not have your phone. Print this page or write them down. They are not shown again.',
  'secondFactorPage.codesDone': 'I have kept them',

  // A new password
  'forgot.done': 'Reset Email sent',
  'forgot.failed': 'error while sending email',
  'reset.failed': 'Unable to reset password',

  // Log-out
  'logout.done': 'Logged out Successfully',
  'logout.failed': 'Could not log out',

  // Dashboard
  'dashboard.failed': 'Could not open the dashboard',

  // One's own account
  'profile.firstName': 'Please enter Your First Name',
  'profile.dateOfBirth': 'Please enter your Date of Birth.',
  'profile.noSuchDay': 'This is not a date of birth',
  'profile.future': 'Date of Birth cannot be in future',
  'profile.gender': 'Please select Your Gender',
  'profile.contactNumber': 'Please enter your Contact Number.',
  'profile.noNumber': 'Invalid Contact Number',
  'profile.about': 'Please enter your About.',
  'profile.done': 'Profile Updated Successfully',
  'profile.failed': 'Could not Update Profile',
  'profile.fetchFailed': 'Could not show your profile',
  'picture.missing': 'Please select a picture',
  'picture.done': 'Display Picture Updated Successfully',
  'picture.failed': 'Could not update the display picture',
  'picture.notFound': 'There is no such picture here',
  'changePassword.old': 'Please enter Current Password',
  'changePassword.new': 'Please enter New Password',
  'changePassword.confirm': 'Please enter Confirm Password',
  'changePassword.wrong': 'This is not your current password',
  'changePassword.done': 'Password Changed successfully',
  'changePassword.failed': 'Could not change the password',
  'deleteAccount.confirmation': 'Please type DELETE in capital letters',
  'deleteAccount.done': 'Profile Deleted Successfully',
  'deleteAccount.failed': 'Could not Delete Profile',
  'deleteAccount.later': 'Your Account Could not Deleted,Please Try later',
  'deleteAccount.lastAdmin': 'You are the last admin. Make another admin first.',

  // Upload
  'upload.reportType': 'Report Type is required',
  'upload.report': 'Report file is required',
  'upload.countryCode': 'Country code is required',
  'upload.phoneNumber': 'Phone number is required',
  'upload.consent': 'You must agree before submitting.',
  'upload.done': 'Report Submitted Succesfully',
  'upload.failed': 'Could not Uplaod Report',
  'upload.wrongType': 'This kind of file cannot be read here. Please choose a PDF, JPEG, PNG, WebP or GIF.',
  'upload.empty': 'This file is empty. Please choose another.',
  'upload.unreadable':
    'This file is damaged and cannot be opened. Please choose another or take a new photo.',
  'upload.truncated': 'This file is not complete. Please choose it again, or take a new photo.',
  'upload.passwordProtected':
    'This PDF is locked with a password. Please save it without one and choose it again.',
  'upload.tooManyPixels': 'This picture has more than 50 million points. Please choose a smaller one.',
  'upload.tooSlow': 'This file takes too long to open. Please choose another or take a photo of the paper.',
  'upload.emptyPdf': 'This PDF has no pages. Please choose another.',
  'phone.notInCountry': 'This is not a phone number of the chosen country',

  // Reports
  'report.fetched': 'Report Fetched Successfully',
  'report.fetchFailed': 'Could not fetch the report',
  'report.fetchOfPatientFailed': 'Could not fetchd the report',
  'report.notFound': 'There is no such report here',
  'report.pendingFailed': 'Could Not Fetch PEnding report',
  'delete.done': 'Report deleted Successfully',
  'delete.failed': 'Could not Delete Report',

  // Reviewed reports
  'report.allFetched': 'Successfully fetched the report',
  'report.allFailed': 'Could not fetch all Reports',

  // Review
  'review.required': 'Review is required',
  'review.failed': 'Could Not Add Review',
  'review.already': 'This report has been reviewed already. The first review stands.',
  'review.own': 'You cannot review your own report.',
  'review.unapproved': 'You do not have access to add a review. Please wait for admin approval.',
  'review.onlyExperts': 'Only experts can add reviews',

  // Experts
  'approve.done': 'Expert Approved!',
  'approve.failed': 'Approval failed',
  'approve.already': 'This expert is approved already',
  'expert.notFound': 'There is no such expert here',
  'expert.pendingFetched': 'Pending experts fetched successfully',
  'expert.pendingFailed': 'Could not fetch pending expert',
  'expert.approvedFetched': 'Approved experts fetched successfully',
  'expert.approvedFailed': 'Could not fetch Approved expert',

  // Lists
  'list.page': 'The page must be a whole number from 1',
  'list.limit': 'The limit must be a whole number from 1 to 100',

  // Forms and what goes wrong
  'form.invalid': 'This is not right',
  'form.tooLong': 'This text is too long',
  'form.email': 'Please enter a valid e-mail address',
  'limit.wait': 'That was often in a short time. Please try again in {wait}.',
  'role.wrong': 'Your account cannot open this page',
  'refused.signedOut': 'Please log in first',
  'refused.crossSite': 'This form came from another website and was not accepted.',
  'refused.tooLarge': 'That is more than this service takes at once.',
  'refused.method': 'This address does not take that method',
  'refused.bodyType': 'Please send JSON, a form or multipart form data',
  'refused.brokenJson': 'The JSON could not be read',
  'refused.brokenForm': 'The form could not be read',
  'refused.cutOff': 'The connection broke before everything arrived. Please try again.',
  'once.otherBody': 'This Idempotency-Key came before with another body',
  'once.key': 'The Idempotency-Key must have 1 to 255 characters',
  'refused.noSuchCall': 'There is no such call',
} as const;
