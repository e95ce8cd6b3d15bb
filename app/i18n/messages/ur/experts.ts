import type { Messages } from '~/i18n/messages/en';

/** The sentences on experts, as admins see them, in Urdu. */
export const experts: Messages<'experts'> = {
  // Lists of experts
  'experts.pendingTitle': 'منظوری کے انتظار میں ماہر ڈاکٹر',
  'experts.email': 'ای میل',
  'experts.approvedTitle': 'منظور کیے گئے ماہر ڈاکٹر',
  'experts.pendingLead': 'رپورٹ پڑھنے کی منظوری دینے سے پہلے جانچ لیں کہ وہ کون ہیں۔',
  'experts.pendingEmpty': 'منظوری کے انتظار میں کوئی ماہر ڈاکٹر نہیں ہے۔',
  'experts.pendingEmptyHint': 'نئی درخواستیں یہاں نظر آئیں گی۔',
  'experts.contact': 'رابطہ',
  'experts.accountType': 'اکاؤنٹ کس کا ہے',
  'experts.approve': 'منظوری دیں',
  'experts.approvedEmpty': 'منظور کیا گیا کوئی ماہر ڈاکٹر نہیں ملا۔',
  'experts.approvedEmptyHint': 'ایڈمن کی منظوری کے بعد ماہر ڈاکٹر یہاں نظر آئیں گے۔',
  'expert.notFound': 'یہاں ایسے کوئی ماہر ڈاکٹر نہیں ہیں',
  'expert.pendingFetched': 'انتظار والے ماہر ڈاکٹروں کی فہرست آ گئی',
  'expert.pendingFailed': 'انتظار والے ماہر ڈاکٹروں کی فہرست نہیں لائی جا سکی',
  'expert.approvedFetched': 'منظور کیے گئے ماہر ڈاکٹروں کی فہرست آ گئی',
  'expert.approvedFailed': 'منظور کیے گئے ماہر ڈاکٹروں کی فہرست نہیں لائی جا سکی',

  // Standing
  'standing.label': 'حالت',
  'standing.approved': 'منظور',
  'standing.suspended': 'روک لگی ہے',
  'standing.rejected': 'نامنظور',
  'standing.youSuspended': 'ایڈمن نے آپ کے اکاؤنٹ پر روک لگا دی ہے۔',
  'standing.youRejected': 'ایڈمن نے آپ کے اکاؤنٹ کو منظوری نہیں دی ہے۔',
  'standing.reason': 'وجہ',
  'standing.own': 'ابھی آپ صرف اپنی چیزیں کھول سکتے ہیں۔ کیا یہ غلط ہے؟',
  'standing.since': '({date} سے)',
  'standing.restore': 'بحال کریں',
  'standing.taken': 'ایڈمن نے آپ کے لیے یہ بند کر دیا ہے۔ وجہ آپ کے ڈیش بورڈ پر لکھی ہے۔',

  // Approval
  'approve.title': '{name}، رجسٹریشن نمبر {number}: ان کے لیے رپورٹیں کھولیں؟',
  'approve.titleNoNumber': '{name}: ان کے لیے رپورٹیں کھولیں؟',
  'approve.noNumber': '{name} نے کوئی رجسٹریشن نمبر نہیں دیا ہے۔',
  'approve.opens':
    'اس کے بعد وہ انتظار کرنے والے ہر مریض کا نام، فون نمبر اور فائل دیکھ سکیں گے، اور رائے لکھ سکیں گے۔',
  'approve.register': 'اس کونسل کے رجسٹر میں نمبر دیکھیں: {council}',
  'approve.noCouncil': 'انہوں نے کوئی کونسل نہیں بتائی ہے۔ ان سے پوچھیں کہ نمبر کہاں کا ہے، اور وہاں دیکھیں۔',
  'approve.checked': 'میں نے یہ نمبر جانچ لیا ہے',
  'approve.checkedOtherwise': 'میں نے دوسرے طریقے سے جانچ لیا ہے کہ وہ ڈاکٹر ہیں',
  'approve.done': 'ماہر ڈاکٹر کو منظوری مل گئی!',
  'approve.failed': 'منظوری نہیں دی جا سکی',
  'approve.already': 'اس ماہر ڈاکٹر کو پہلے ہی منظوری مل چکی ہے',
  'approve.mustCheck': 'مہربانی کر کے پہلے جانچ لیں، پھر یہاں نشان لگائیں',
  'approve.numberChanged': 'آپ کے دیکھنے کے بعد رجسٹریشن نمبر بدل گیا ہے۔ مہربانی کر کے اسے پھر سے جانچیں۔',
  'approve.restoreFirst': 'اس ماہر ڈاکٹر پر روک لگی ہے یا انہیں نامنظور کیا گیا ہے۔ پہلے انہیں بحال کریں۔',

  // Rejection, suspension and restoration
  'judge.reject': 'نامنظور کریں',
  'judge.suspend': 'روک لگائیں',
  'judge.rejectTitle': 'اس ماہر ڈاکٹر کو نامنظور کریں؟',
  'judge.suspendTitle': 'اس ماہر ڈاکٹر پر روک لگائیں؟',
  'judge.rejectText': 'وہ رپورٹیں نہیں پڑھ پائیں گے۔ آپ بعد میں انہیں بحال کر سکتے ہیں۔',
  'judge.suspendText':
    'وہ فوراً لاگ آؤٹ ہو جائیں گے اور رپورٹیں نہیں پڑھ پائیں گے۔ ان کی لکھی ہوئی رائے بنی رہے گی۔',
  'judge.reasonHint': 'وہ اسے اپنے ڈیش بورڈ پر پڑھیں گے۔ یہ ای میل میں نہیں لکھا جائے گا۔',
  'judge.reason': 'مہربانی کر کے وجہ لکھیں',
  'reject.done': 'ماہر ڈاکٹر کو نامنظور کیا گیا',
  'reject.failed': 'ماہر ڈاکٹر کو نامنظور نہیں کیا جا سکا',
  'reject.notWaiting': 'یہ ماہر ڈاکٹر اب منظوری کے انتظار میں نہیں ہیں',
  'suspend.done': 'ماہر ڈاکٹر پر روک لگ گئی',
  'suspend.failed': 'ماہر ڈاکٹر پر روک نہیں لگ سکی',
  'suspend.notApproved': 'اس ماہر ڈاکٹر کو منظوری نہیں ملی ہے، یا ان پر پہلے سے روک لگی ہے',
  'restore.done': 'ماہر ڈاکٹر کو بحال کیا گیا',
  'restore.failed': 'ماہر ڈاکٹر کو بحال نہیں کیا جا سکا',
  'restore.nothing': 'اس ماہر ڈاکٹر پر نہ روک لگی ہے، نہ انہیں نامنظور کیا گیا ہے',
};
