import type { Catalogue } from '~/i18n/messages/en';

/** The sentences that only experts' and admins' own pages show, in Urdu. */
export const staff: Catalogue['staff'] = {
  // What admins see of what visitors wrote
  'messages.lead': 'لوگوں نے جو لکھا، سب سے نیا اوپر۔ بند کرنے کے 90 دن بعد پیغام ہٹا دیا جاتا ہے۔',
  'messages.state': 'حالت',
  'messages.open': 'کھلے',
  'messages.closed': 'بند',
  'messages.kind': 'کس طرح کا',
  'messages.allKinds': 'سبھی طرح کے',
  'messages.contact': 'رابطہ',
  'messages.query': 'سوال',
  'messages.callback': 'فون کرنا ہے',
  'messages.filter': 'دکھائیں',
  'messages.close': 'بند کریں',
  'messages.closedOn': '{date} کو بند کیا گیا',
  'messages.noName': 'نام نہیں لکھا',
  'messages.empty': 'کوئی پیغام نہیں ملا۔',

  // Review
  'review.for': '{name} کی رپورٹ: {type}',
  'review.label': 'آپ کی رائے',
  'review.hint': 'لکھیں کہ رپورٹ کا کیا مطلب ہے، آگے کیا کرنا ہے، اور ڈاکٹر سے خود جا کر کب ملنا ہے۔',
  'review.submit': 'رائے بھیجیں',
  'review.busy': 'بھیجی جا رہی ہے...',
  'review.description': 'مریض نے کیا لکھا ہے',
  'review.back': 'فہرست پر واپس جائیں',
  'review.draft': 'آپ کا لکھا ہوا محفوظ ہے۔ آپ آگے لکھ سکتے ہیں۔',

  'review.languageLabel': 'آپ کی رائے کی زبان',
  'review.patientReads': 'مریض {language} پڑھتے ہیں۔',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'رائے کا ترجمہ کریں',
  'translate.listTitle': 'ترجمے کے انتظار میں رائے',
  'translate.listLead':
    'ان کے مریض وہ زبان پڑھتے ہیں جو آپ بھی پڑھتے ہیں۔ جو رائے سب سے زیادہ دیر سے انتظار میں ہے، وہ سب سے اوپر ہے۔',
  'translate.empty': 'ترجمے کے لیے کوئی رائے نہیں ہے۔',
  'translate.emptyHint':
    'سیٹنگ میں اپنی زبانیں چنیں۔ پھر ان زبانوں کے مریضوں کے لیے لکھی ہوئی رائے یہاں نظر آئے گی۔',
  'translate.from': 'کس زبان میں لکھی ہے',
  'translate.to': 'کس زبان میں چاہیے',
  'translate.original': '{name} کی لکھی ہوئی رائے',
  'translate.lead': 'رائے میں جو لکھا ہے، وہی {language} میں لکھیں، اور کچھ نہیں۔ اس کے نیچے آپ کا نام ہوگا۔',
  'translate.label': 'رائے {language} میں',
  'translate.submit': 'ترجمہ بھیجیں',
  'translate.back': 'فہرست پر واپس جائیں',
  'translate.action': 'ترجمہ کریں',

  // The patient's language in the list of reports that wait
  'filter.language': 'مریض کی زبان',
  'filter.allLanguages': 'سبھی زبانیں',

  // The report beside the review
  'viewer.label': 'رپورٹ',
  'viewer.zoom': 'چھوٹا بڑا کریں',
  'viewer.fit': 'پورا دکھائیں',
  'viewer.turn': 'گھمائیں',
  'viewer.keys': 'بٹن: + اور − سے بڑا چھوٹا، R سے گھمائیں۔',
  'viewer.failed': 'یہ صفحہ یہاں نہیں دکھایا جا سکتا۔ مہربانی کر کے فائل کھولیں۔',
  'viewer.more': 'یہاں پہلے {pages} صفحے نظر آ رہے ہیں۔ باقی کے لیے فائل کھولیں۔',

  // Experts
  'experts.pendingLead': 'رپورٹ پڑھنے کی منظوری دینے سے پہلے جانچ لیں کہ وہ کون ہیں۔',
  'experts.pendingEmpty': 'منظوری کے انتظار میں کوئی ماہر ڈاکٹر نہیں ہے۔',
  'experts.pendingEmptyHint': 'نئی درخواستیں یہاں نظر آئیں گی۔',
  'experts.contact': 'رابطہ',
  'experts.accountType': 'اکاؤنٹ کس کا ہے',
  'experts.approve': 'منظوری دیں',
  'approve.title': '{name}، رجسٹریشن نمبر {number}: ان کے لیے رپورٹیں کھولیں؟',
  'approve.titleNoNumber': '{name}: ان کے لیے رپورٹیں کھولیں؟',
  'approve.noNumber': '{name} نے کوئی رجسٹریشن نمبر نہیں دیا ہے۔',
  'approve.opens':
    'اس کے بعد وہ انتظار کرنے والے ہر مریض کا نام، فون نمبر اور فائل دیکھ سکیں گے، اور رائے لکھ سکیں گے۔',
  'approve.register': 'اس کونسل کے رجسٹر میں نمبر دیکھیں: {council}',
  'approve.noCouncil': 'انہوں نے کوئی کونسل نہیں بتائی ہے۔ ان سے پوچھیں کہ نمبر کہاں کا ہے، اور وہاں دیکھیں۔',
  'approve.checked': 'میں نے یہ نمبر جانچ لیا ہے',
  'approve.checkedOtherwise': 'میں نے دوسرے طریقے سے جانچ لیا ہے کہ وہ ڈاکٹر ہیں',
  'experts.approvedEmpty': 'منظور کیا گیا کوئی ماہر ڈاکٹر نہیں ملا۔',
  'experts.approvedEmptyHint': 'ایڈمن کی منظوری کے بعد ماہر ڈاکٹر یہاں نظر آئیں گے۔',

  // Credentials and standing
  'credentials.changed': '{date} کو رجسٹریشن بدلا گیا',
  'standing.since': '({date} سے)',
  'standing.restore': 'بحال کریں',
  'judge.reject': 'نامنظور کریں',
  'judge.suspend': 'روک لگائیں',
  'judge.rejectTitle': 'اس ماہر ڈاکٹر کو نامنظور کریں؟',
  'judge.suspendTitle': 'اس ماہر ڈاکٹر پر روک لگائیں؟',
  'judge.rejectText': 'وہ رپورٹیں نہیں پڑھ پائیں گے۔ آپ بعد میں انہیں بحال کر سکتے ہیں۔',
  'judge.suspendText':
    'وہ فوراً لاگ آؤٹ ہو جائیں گے اور رپورٹیں نہیں پڑھ پائیں گے۔ ان کی لکھی ہوئی رائے بنی رہے گی۔',
  'judge.reasonHint': 'وہ اسے اپنے ڈیش بورڈ پر پڑھیں گے۔ یہ ای میل میں نہیں لکھا جائے گا۔',
};
