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
  'judge.reasonHint': 'They read it on their dashboard. It does not stand in the letter.',
};
