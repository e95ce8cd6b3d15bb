import type { Messages } from '~/i18n/messages/en';

/** The sentences on what doctors ask patients before a review, in Urdu. */
export const questions: Messages<'questions'> = {
  // Several files at once
  'file.chooseSome': 'فائلیں چنیں',
  'upload.fileNumber': 'فائل {number}: {what}',
  'upload.tooManyFiles': 'مہربانی کر کے ایک بار میں زیادہ سے زیادہ {most} فائلیں بھیجیں۔',
  'upload.tooLargeTogether':
    'ساری فائلیں مل کر {megabytes} MB سے بڑی ہیں۔ مہربانی کر کے کم یا چھوٹی فائلیں بھیجیں۔',

  // What a doctor asks
  'ask.title': 'میں ابھی اس پر رائے نہیں دے سکتا/سکتی',
  'ask.pageTitle': 'مریض سے پوچھیں',
  'ask.lead':
    'مریض کو ای میل جائے گا، اور جواب آنے تک رپورٹ فہرست میں نہیں رہے گی۔ پھر وہ سب سے پہلے آپ کے پاس آئے گی۔',
  'ask.kindLabel': 'کیا کمی ہے؟',
  'ask.choose.unreadable': 'میں اسے پڑھ نہیں پا رہا/رہی',
  'ask.choose.pageMissing': 'لگتا ہے کوئی صفحہ رہ گیا ہے',
  'ask.choose.otherPerson':
    'لگتا ہے یہ کسی اور کی رپورٹ ہے۔ تب ایڈمن کے دیکھنے تک دوسرے ڈاکٹر اسے نہیں کھول سکیں گے۔',
  'ask.choose.olderReport': 'مجھے پرانی رپورٹ چاہیے',
  'ask.choose.detail': 'مجھے کچھ پوچھنا ہے',
  'ask.pagesLabel': 'کون سے صفحے؟ (ضروری نہیں)',
  'ask.pagesHint': 'جیسے: 2, 5-6',
  'ask.textLabel': 'اپنے الفاظ میں',
  'ask.textHint':
    'مریض ہمارا جملہ اپنی زبان میں پڑھیں گے اور اس کے نیچے یہ۔ پرانی رپورٹ یا سوال کے لیے یہ لکھنا ضروری ہے۔',
  'ask.languageLabel': 'آپ کے لکھے کی زبان',
  'ask.send': 'مریض کو بھیجیں',
  'ask.busy': 'بھیجا جا رہا ہے...',
  'ask.done': 'آپ کا سوال مریض کو بھیج دیا گیا',
  'ask.failed': 'سوال نہیں بھیجا جا سکا',
  'ask.kind': 'مہربانی کر کے چنیں کہ کیا کمی ہے',
  'ask.text': 'مہربانی کر کے لکھیں کہ آپ کیا جاننا چاہتے ہیں',
  'ask.pagesWrong': 'مہربانی کر کے صفحوں کے نمبر لکھیں، جیسے: 2, 5-6',
  'ask.noSuchPage': '{pages, plural, one {اس رپورٹ میں صرف # صفحہ ہے} other {اس رپورٹ میں صرف # صفحے ہیں}}',
  'ask.open': 'یہ رپورٹ پہلے سے مریض کے جواب کے انتظار میں ہے۔',
  'ask.held': 'پہلے ایڈمن کو یہ رپورٹ دیکھنی ہوگی۔',
  'ask.noClaim': 'وہی ڈاکٹر پوچھ سکتے ہیں جو یہ رپورٹ پڑھ رہے ہیں۔ مہربانی کر کے پہلے اسے کھولیں۔',

  // What the patient reads
  'wanted.unreadable': 'ڈاکٹر رپورٹ پڑھ نہیں پا رہے ہیں۔ مہربانی کر کے دن کی روشنی میں نئی فوٹو لیں۔',
  'wanted.unreadablePage':
    'ڈاکٹر صفحہ {pages} پڑھ نہیں پا رہے ہیں۔ مہربانی کر کے دن کی روشنی میں نئی فوٹو لیں۔',
  'wanted.unreadablePages':
    'ڈاکٹر صفحے {pages} پڑھ نہیں پا رہے ہیں۔ مہربانی کر کے دن کی روشنی میں نئی فوٹو لیں۔',
  'wanted.pageMissing': 'لگتا ہے کوئی صفحہ رہ گیا ہے۔ مہربانی کر کے اسے شامل کریں۔',
  'wanted.otherPerson': 'لگتا ہے یہ رپورٹ کسی اور کی ہے۔ کیا یہ صحیح رپورٹ ہے؟',
  'wanted.olderReport': 'اگر آپ کے پاس اسی جانچ کی کوئی پرانی رپورٹ ہو تو مہربانی کر کے شامل کریں۔',
  'wanted.detail': 'ڈاکٹر کچھ پوچھنا چاہتے ہیں۔',
  'question.badge': 'آپ کے جواب کا انتظار',
  'question.title': 'ڈاکٹر کو آپ سے کچھ چاہیے',
  'question.by': '{name} نے پوچھا، {date}',
  'question.pages': 'صفحے: {pages}',
  'question.answer': 'جواب',
  'question.noAnswer': 'کوئی جواب نہیں',
  'question.answered': 'آپ کا جواب مل گیا ہے۔ وہی ڈاکٹر آگے دیکھیں گے۔',
  'question.held': 'پہلے کلینک یہ رپورٹ دیکھے گا۔ پھر ڈاکٹر آگے دیکھیں گے۔',
  'question.history': 'سوال اور جواب',
  'question.lifted': 'کلینک نے اسے ڈاکٹروں کے لیے پھر کھولا: {reason}',
  'question.added': 'شامل کی گئی فائل {number}، {date}',
  'question.someWait':
    '{count, plural, one {ڈاکٹر کو آپ سے کچھ چاہیے} other {ڈاکٹروں کو # رپورٹوں کے لیے آپ سے کچھ چاہیے}}',

  // The answer
  'answer.title': 'ڈاکٹر کو جواب دیں',
  'answer.open': 'جواب دیں',
  'answer.filesLabel': 'فوٹو یا PDF',
  'answer.filesHint': 'زیادہ سے زیادہ {most} فائلیں، کل {megabytes} MB تک۔',
  'answer.textLabel': 'آپ کا جواب',
  'answer.textHint': 'آپ لکھ سکتے ہیں، فائلیں شامل کر سکتے ہیں، یا دونوں۔',
  'answer.submit': 'جواب بھیجیں',
  'answer.done': 'آپ کا جواب بھیج دیا گیا',
  'answer.failed': 'آپ کا جواب نہیں بھیجا جا سکا',
  'answer.empty': 'مہربانی کر کے کچھ لکھیں یا کوئی فائل شامل کریں',
  'answer.already': 'آپ جواب دے چکے ہیں۔ شکریہ۔',
  'answer.none': 'اس رپورٹ کے بارے میں اب کچھ نہیں پوچھا گیا ہے۔',
  'answer.reviewed': 'اس رپورٹ پر رائے دی جا چکی ہے۔ اب اور کچھ نہیں چاہیے۔',

  // Closing a question, and opening a report to doctors again
  'closeQuestion.title': 'یہ سوال بند کریں؟',
  'closeQuestion.textBelow': 'مریض سے اب نہیں پوچھا جائے گا، اور رپورٹ فہرست میں واپس آ جائے گی۔',
  'closeQuestion.confirm': 'سوال بند کریں',
  'closeQuestion.keep': 'انتظار کریں',
  'closeQuestion.done': 'سوال بند ہو گیا',
  'closeQuestion.failed': 'سوال بند نہیں ہو سکا',
  'closeQuestion.none': 'اس رپورٹ پر کوئی سوال باقی نہیں ہے۔',
  'lift.title': 'یہ رپورٹ ڈاکٹروں کے لیے پھر کھولیں؟',
  'lift.textBelow':
    'ایک ڈاکٹر نے پوچھا ہے کہ کیا یہ رپورٹ کسی اور کی ہے۔ آپ کے کھولنے تک کوئی دوسرا ڈاکٹر اس کی فائلیں نہیں دیکھ سکتا۔',
  'lift.reasonHint': 'مریض اور ڈاکٹر اسے پڑھ سکتے ہیں۔',
  'lift.confirm': 'ڈاکٹروں کے لیے کھولیں',
  'lift.keep': 'بند رہنے دیں',
  'lift.done': 'ڈاکٹر یہ رپورٹ پھر کھول سکتے ہیں',
  'lift.failed': 'رپورٹ ڈاکٹروں کے لیے نہیں کھل سکی',
  'lift.notHeld': 'ڈاکٹر یہ رپورٹ پہلے سے کھول سکتے ہیں۔',
  'lift.someHeld':
    '{count, plural, one {ایک رپورٹ آپ کے دیکھنے تک ڈاکٹروں کے لیے بند ہے} other {# رپورٹیں آپ کے دیکھنے تک ڈاکٹروں کے لیے بند ہیں}}',

  // In the list
  'waits.label': 'کس کا انتظار',
  'waits.doctor': 'ڈاکٹر کا',
  'waits.patient': 'مریض کا',
  'waits.admin': 'ایڈمن کا',
  'waits.noAnswer': 'پوچھا گیا، جواب نہیں آیا',
  'waits.held': 'دوسرے ڈاکٹروں کے لیے بند',
  'waits.patientSince': '{date} سے مریض کے جواب کا انتظار',
  'waits.forDoctor': 'ڈاکٹر کے انتظار میں',
  'waits.beingRead': 'ایک ڈاکٹر یہ رپورٹ پڑھ رہے ہیں۔',
  'waits.withdrawn': 'مریض نے رضامندی واپس لے لی ہے۔ اب کوئی ڈاکٹر یہ رپورٹ نہیں کھول سکتے۔',
  'waits.takenBack': 'رائے {date} کو واپس لی گئی۔',

  // Their e-mails
  'letterName.questionWaits': 'ڈاکٹر نے مریض سے پوچھا ہے',
  'letterName.answerWaits': 'مریض نے جواب دیا ہے',
  'letterName.reportHeld': 'ایک رپورٹ ڈاکٹروں کے لیے بند ہے',
};
