/** The sentences on what doctors ask patients before a review, in English. */
export const questions = {
  // Several files at once
  'file.chooseSome': 'Choose files',
  'upload.fileNumber': 'File {number}: {what}',
  'upload.tooManyFiles': 'Please send at most {most} files at a time.',
  'upload.tooLargeTogether':
    'Together, the files are larger than {megabytes} MB. Please send fewer or smaller ones.',

  // What a doctor asks
  'ask.title': 'I cannot review this yet',
  'ask.pageTitle': 'Ask the patient',
  'ask.lead':
    'The patient gets an e-mail, and the report leaves the list until they answer. Then it comes back to you first.',
  'ask.kindLabel': 'What is missing?',
  'ask.choose.unreadable': 'I cannot read it',
  'ask.choose.pageMissing': 'A page seems to be missing',
  'ask.choose.otherPerson':
    'It seems to be another person’s report. Other doctors cannot open it then until an admin has looked at it.',
  'ask.choose.olderReport': 'I need an earlier report',
  'ask.choose.detail': 'I have a question',
  'ask.pagesLabel': 'Which pages? (optional)',
  'ask.pagesHint': 'For example: 2, 5-6',
  'ask.textLabel': 'In your own words',
  'ask.textHint':
    'The patient reads our sentence in their language, and this below it. For an earlier report or a question it is needed.',
  'ask.languageLabel': 'Language of your text',
  'ask.send': 'Send to the patient',
  'ask.busy': 'Sending...',
  'ask.done': 'Your question has been sent to the patient',
  'ask.failed': 'Could not send the question',
  'ask.kind': 'Please choose what is missing',
  'ask.text': 'Please write what you need to know',
  'ask.pagesWrong': 'Please write page numbers, for example: 2, 5-6',
  'ask.noSuchPage': '{pages, plural, one {This report has only # page} other {This report has only # pages}}',
  'ask.open': 'This report is already waiting for the patient.',
  'ask.held': 'An admin has to look at this report first.',
  'ask.noClaim': 'Only the doctor who is reading this report can ask. Please open it first.',

  // What the patient reads
  'wanted.unreadable': 'The doctor cannot read the report. Please take a new photo in daylight.',
  'wanted.unreadablePage': 'The doctor cannot read page {pages}. Please take a new photo in daylight.',
  'wanted.unreadablePages': 'The doctor cannot read pages {pages}. Please take new photos in daylight.',
  'wanted.pageMissing': 'A page seems to be missing. Please add it.',
  'wanted.otherPerson': 'The report seems to be another person’s. Is it the right one?',
  'wanted.olderReport': 'Please add an earlier report of the same kind, if you have one.',
  'wanted.detail': 'The doctor has a question.',
  'question.badge': 'Waiting for you',
  'question.title': 'The doctor needs something from you',
  'question.by': 'Asked by {name}, {date}',
  'question.pages': 'Pages: {pages}',
  'question.answer': 'The answer',
  'question.noAnswer': 'No answer',
  'question.answered': 'We have your answer. The same doctor will go on.',
  'question.held': 'The clinic will look at this report first. Then a doctor will go on.',
  'question.history': 'Questions and answers',
  'question.lifted': 'Opened to doctors again by the clinic: {reason}',
  'question.added': 'Added file {number}, {date}',
  'question.someWait':
    '{count, plural, one {A doctor needs something from you} other {Doctors need something from you for # reports}}',

  // The answer
  'answer.title': 'Answer the doctor',
  'answer.open': 'Answer',
  'answer.filesLabel': 'Photos or PDF',
  'answer.filesHint': 'Up to {most} files, at most {megabytes} MB together.',
  'answer.textLabel': 'Your answer',
  'answer.textHint': 'You can write, add files, or both.',
  'answer.submit': 'Send the answer',
  'answer.done': 'Your answer has been sent',
  'answer.failed': 'Could not send your answer',
  'answer.empty': 'Please write something or add a file',
  'answer.already': 'You have already answered. Thank you.',
  'answer.none': 'Nothing is asked about this report now.',
  'answer.reviewed': 'This report has already been reviewed. Nothing more is needed.',

  // Closing a question, and opening a report to doctors again
  'closeQuestion.title': 'Close this question?',
  'closeQuestion.textBelow': 'The patient is not asked any more, and the report goes back to the list.',
  'closeQuestion.confirm': 'Close the question',
  'closeQuestion.keep': 'Keep waiting',
  'closeQuestion.done': 'The question is closed',
  'closeQuestion.failed': 'Could not close the question',
  'closeQuestion.none': 'No question is open for this report.',
  'lift.title': 'Open this report to doctors again?',
  'lift.textBelow':
    'A doctor asked whether this report is another person’s. Until you open it, no other doctor can see its files.',
  'lift.reasonHint': 'The patient and the doctors can read it.',
  'lift.confirm': 'Open to doctors',
  'lift.keep': 'Keep it closed',
  'lift.done': 'Doctors can open this report again',
  'lift.failed': 'Could not open the report to doctors',
  'lift.notHeld': 'Doctors can already open this report.',
  'lift.someHeld':
    '{count, plural, one {A report is closed to doctors until you look at it} other {# reports are closed to doctors until you look at them}}',

  // In the list
  'waits.label': 'Waiting for',
  'waits.doctor': 'A doctor',
  'waits.patient': 'The patient',
  'waits.admin': 'An admin',
  'waits.noAnswer': 'Asked, no answer',
  'waits.held': 'Closed to other doctors',
  'waits.patientSince': 'Waiting for the patient since {date}',
  'waits.forDoctor': 'Waiting for a doctor',
  'waits.beingRead': 'A doctor is reading this report.',
  'waits.withdrawn': 'The patient has withdrawn the consent. No doctor can open this report now.',
  'waits.takenBack': 'The review was taken back on {date}.',

  // Their e-mails
  'letterName.questionWaits': 'A doctor asks a patient',
  'letterName.answerWaits': 'A patient has answered',
  'letterName.reportHeld': 'A report is closed to doctors',
};
