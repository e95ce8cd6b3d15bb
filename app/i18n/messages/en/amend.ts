/** The sentences on changing a review and taking it back, in English. */
export const amend = {
  // The page of its author
  'amend.action': 'Correct or add',
  'amend.title': 'Correct or add to a review',
  'amend.told': 'The patient gets an e-mail that the review has changed. It contains no medical details.',
  'amend.holds': 'The text that holds now',
  'amend.kind': 'What would you like to do?',
  'amend.kind.addition': 'Add something; the text stays',
  'amend.kind.correction': 'Correct it; the new text holds from now on',
  'amend.kind.takenBack': 'Take it back: it was meant for another report',
  'amend.kindMissing': 'Please choose what you would like to do',
  'amend.text': 'Your text',
  'amend.textHint':
    'To add something, write only what is new. To correct it, write the whole text. To take it back, write nothing here.',
  'amend.textMissing': 'Please write your text',
  'amend.noText': 'To take a review back, send no text',
  'amend.languageLabel': 'Language of the corrected text',
  'amend.reasonCode': 'Reason',
  'amend.reason.slip': 'Slip of the pen',
  'amend.reason.newFinding': 'New finding',
  'amend.reason.wrongReport': 'Meant for another report',
  'amend.reason.other': 'Another reason',
  'amend.choose': 'Please choose',
  'amend.reasonCodeMissing': 'Please choose the reason',
  'amend.reasonLabel': 'Why, in a few words',
  'amend.reasonHint':
    'Needed if you take the review back, or for “Another reason”. The patient reads it, but not if you take the review back.',
  'amend.reasonMissing': 'Please write why, in a few words',
  'amend.takeItBack': 'If the review was meant for another report, please take it back',
  'amend.submit': 'Send',
  'amend.done': 'Review changed',
  'amend.failed': 'Could not change the review',
  'amend.changedMeanwhile': 'This review was changed meanwhile. Please read it again.',
  'amend.same': 'This is the same text.',
  'amend.tooLong':
    'Together with the earlier text this is too long. Please write less, or correct the whole text.',
  'amend.tooMany': 'This review has been changed very often. Now it can only be taken back.',
  'amend.notReviewed': 'This review has already been taken back.',

  // What the patient reads
  'version.review': 'Written on {date} by {name}',
  'version.addition': 'Added on {date} by {name}',
  'version.correction': 'Corrected on {date} by {name}',
  'version.takenBack': 'Taken back on {date} by {name}',
  'amend.earlier': 'Earlier text, no longer holds',
  'amend.wrongReport':
    'The review was taken back: it was meant for another report. Please do not follow it. A doctor reads your report again.',
  'amend.takenBack': 'The review was taken back. Please do not follow it. A doctor reads your report again.',
  'openings.review.added': 'Added to the review by {name}',
  'openings.review.corrected': 'Review corrected by {name}',
  'openings.review.takenBack': 'Review taken back by {name}',

  // The page of admins
  'takeBack.link': 'All versions',
  'takeBack.title': 'All versions of a review',
  'takeBack.hidden':
    'Patients and doctors no longer see what was taken back. If a patient read what was meant for someone else, decide whether to report it as a data breach.',
  'takeBack.none': 'This report has no review at the moment.',
  'takeBack.form': 'Take this review back',
  'takeBack.text':
    'Do this only if the doctor cannot do it. The report goes back to its old place in the queue, and the patient no longer sees this review.',
  'takeBack.reasonHint': 'Only admins read it.',
  'takeBack.submit': 'Take back',
  'takeBack.done': 'Review taken back',
  'takeBack.failed': 'Could not take back the review',
};
