/** The sentences that only experts' and admins' own pages show, in English. */
export const staff = {
  // What admins see of what visitors wrote
  'messages.lead': 'What visitors wrote, the newest first. 90 days after you close one, it is deleted.',
  'messages.state': 'State',
  'messages.open': 'Open',
  'messages.closed': 'Closed',
  'messages.kind': 'Kind',
  'messages.allKinds': 'All kinds',
  'messages.contact': 'Contact',
  'messages.query': 'Query',
  'messages.callback': 'Callback',
  'messages.filter': 'Show',
  'messages.close': 'Close',
  'messages.closedOn': 'Closed on {date}',
  'messages.noName': 'No name given',
  'messages.empty': 'No messages found.',

  // Review
  'review.for': '{type} of {name}',
  'review.label': 'Your review',
  'review.hint': 'Write what the report means, what to do next, and when to see a doctor in person.',
  'review.submit': 'Submit Review',
  'review.busy': 'Submitting...',
  'review.description': 'What the patient writes',
  'review.back': 'Back to the list',
  'review.draft': 'Your text was kept. You can go on writing.',

  'review.languageLabel': 'Language of your review',
  'review.patientReads': 'The patient reads {language}.',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'Translate a Review',
  'translate.listTitle': 'Reviews to Translate',
  'translate.listLead':
    'Their patients read a language that you read too. The longest waiting review stands first.',
  'translate.empty': 'No reviews to translate.',
  'translate.emptyHint': 'Choose your languages in the settings. Reviews for their readers then stand here.',
  'translate.from': 'Written in',
  'translate.to': 'Needed in',
  'translate.original': 'The review, by {name}',
  'translate.lead': 'Say in {language} what the review says, and nothing else. Your name stands under it.',
  'translate.label': 'The review in {language}',
  'translate.submit': 'Send Translation',
  'translate.back': 'Back to the list',
  'translate.action': 'Translate',

  // The patient's language in the list of reports that wait
  'filter.language': 'Language of the patient',
  'filter.allLanguages': 'All languages',

  // The report beside the review
  'viewer.label': 'The report',
  'viewer.zoom': 'Zoom',
  'viewer.fit': 'Fit',
  'viewer.turn': 'Turn',
  'viewer.keys': 'Keys: + and − zoom, R turns.',
  'viewer.failed': 'This page cannot be shown here. Please open the file.',
  'viewer.more': 'Here you see the first {pages} pages. Open the file for the rest.',

  // Experts
  'experts.pendingLead': 'Check who they are before you let them read reports.',
  'experts.pendingEmpty': 'No pending experts found.',
  'experts.pendingEmptyHint': 'New requests appear here.',
  'experts.contact': 'Contact',
  'experts.accountType': 'Account type',
  'experts.approve': 'Approve',
  'approve.title': 'Open reports to {name}, registration {number}?',
  'approve.titleNoNumber': 'Open reports to {name}?',
  'approve.noNumber': '{name} gave no registration number.',
  'approve.opens':
    'They can then see the name, phone number and file of each patient who waits, and write reviews.',
  'approve.register': 'Look the number up in the register of this council: {council}',
  'approve.noCouncil':
    'They named no council. Ask them where the number is registered, and look it up there.',
  'approve.checked': 'I have checked this number',
  'approve.checkedOtherwise': 'I have checked in another way that they are a doctor',
  'experts.approvedEmpty': 'No approved experts found.',
  'experts.approvedEmptyHint': 'Experts appear here once an admin approves them.',

  // Credentials and standing
  'credentials.changed': 'Registration changed on {date}',
  'standing.since': 'since {date}',
  'standing.restore': 'Restore',
  'judge.reject': 'Reject',
  'judge.suspend': 'Suspend',
  'judge.rejectTitle': 'Reject this expert?',
  'judge.suspendTitle': 'Suspend this expert?',
  'judge.rejectText': 'They cannot read reports. You can restore them later.',
  'judge.suspendText': 'They are logged out at once and cannot read reports. Their reviews stay.',
  'judge.reasonHint': 'They read it on their dashboard. It does not stand in the e-mail.',
};
