import type { Messages } from '~/i18n/messages/en';

/** The e-mails in Urdu: a subject and a text each. */
export const emails: Messages<'emails'> = {
  greeting: 'آداب،',
  about: 'یہ {person} کی رپورٹ کے بارے میں ہے۔',
  'code.subject': '{code} آپ کا {productName} کوڈ ہے',
  'code.text': `آپ کا کوڈ ہے: {code}

اسے اس صفحے پر لکھیں جہاں آپ نے اکاؤنٹ بنایا۔ یہ {minutes} منٹ تک چلے گا۔
اگر آپ نے {productName} پر اکاؤنٹ نہیں بنایا ہے، تو آپ کو کچھ نہیں کرنا ہے۔`,
  'alreadyHaveAccount.subject': '{productName} پر آپ کا اکاؤنٹ پہلے سے ہے',
  'alreadyHaveAccount.text': `کسی نے، شاید آپ نے ہی، ابھی اس ای میل پتے سے {productName} پر اکاؤنٹ بنانے کی کوشش کی ہے۔ آپ کا اکاؤنٹ پہلے سے ہے۔

لاگ ان کریں: {publicUrl}/login
پاس ورڈ بھول گئے: {publicUrl}/forgot-password

اگر یہ آپ نے نہیں کیا، تو آپ کو کچھ نہیں کرنا ہے: آپ کا اکاؤنٹ جیسا تھا ویسا ہی ہے۔`,
  'resetPassword.subject': '{productName} کے لیے نیا پاس ورڈ چنیں',
  'resetPassword.text': `کسی نے، شاید آپ نے ہی، نیا پاس ورڈ مانگا ہے۔ اسے یہاں چنیں:

{publicUrl}/update-password/{token}

یہ لنک {minutes} منٹ تک چلے گا اور صرف ایک بار کام کرے گا۔ اگر یہ آپ نے نہیں مانگا، تو آپ کو کچھ نہیں کرنا ہے۔`,
  'passwordChanged.subject': 'آپ کا {productName} پاس ورڈ بدل گیا ہے',
  'passwordChanged.text': `آپ کے {productName} اکاؤنٹ کا پاس ورڈ ابھی ابھی بدلا گیا ہے، اور باقی سبھی فون اور کمپیوٹر لاگ آؤٹ ہو گئے ہیں۔

اگر یہ آپ نے کیا ہے، تو آپ کو کچھ نہیں کرنا ہے۔ اگر نہیں، تو فوراً نیا پاس ورڈ چنیں: {publicUrl}/forgot-password`,
  'manyWrongLogins.subject': 'آپ کے {productName} اکاؤنٹ پر بہت بار غلط پاس ورڈ ڈالا گیا',
  'manyWrongLogins.text': `کسی نے، شاید آپ نے ہی، پچھلے ایک گھنٹے میں آپ کے {productName} اکاؤنٹ کے لیے بہت بار غلط پاس ورڈ ڈالا ہے۔ جب تک ایسا ہوتا رہے گا، آپ صرف اسی فون یا کمپیوٹر پر لاگ ان کر سکیں گے جہاں آپ پہلے لاگ ان کر چکے ہیں۔

اگر آپ پاس ورڈ بھول گئے ہیں یا آپ کا فون نیا ہے، تو نیا پاس ورڈ چنیں اور پھر لاگ ان کریں: {publicUrl}/forgot-password

اگر یہ آپ نے نہیں کیا، تو ان کوششوں سے کوئی اندر نہیں آ پایا ہے۔ اگر آپ کا پاس ورڈ چھوٹا ہے یا آپ اسے کہیں اور بھی استعمال کرتے ہیں، تو نیا پاس ورڈ چنیں۔`,
  'reviewReady.subject': 'آپ کی رپورٹ پر رائے آ گئی ہے',
  'reviewReady.text': `ڈاکٹر نے آپ کی رپورٹ پڑھ کر لکھ دیا ہے کہ اس کا کیا مطلب ہے۔ آپ کی بات راز میں رہے، اس لیے وہ اس ای میل میں نہیں لکھا ہے۔

یہاں پڑھیں: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewChanged.subject': 'آپ کی رپورٹ پر دی گئی رائے بدلی ہے',
  'reviewChanged.text': `ڈاکٹر نے آپ کی رپورٹ پر دی گئی رائے میں کچھ بڑھایا ہے یا اسے درست کیا ہے۔ آپ کی بات راز میں رہے، اس لیے وہ اس ای میل میں نہیں لکھی ہے۔

یہاں پڑھیں: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewWithdrawn.subject': 'آپ کی رپورٹ پر دی گئی رائے واپس لی گئی ہے',
  'reviewWithdrawn.text': `آپ کی ایک رپورٹ پر دی گئی رائے واپس لے لی گئی ہے۔ مہربانی کر کے اس کے حساب سے کچھ نہ کریں۔ ڈاکٹر آپ کی رپورٹ پھر سے پڑھیں گے، اور نئی رائے تیار ہوتے ہی ہم آپ کو ای میل بھیجیں گے۔

اپنی رپورٹیں دیکھیں: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewTakenBack.subject': 'ایک رائے واپس لی گئی ہے',
  'reviewTakenBack.text': `کیس نمبر {caseNumber} کی رپورٹ پر دی گئی رائے واپس لے لی گئی ہے۔ اگر وہ کسی اور کے لیے تھی، تو ہو سکتا ہے کہ مریض نے اسے پڑھ لیا ہو: مہربانی کر کے طے کریں کہ کیا اس کی اطلاع ڈیٹا لیک کے طور پر دینی ہے۔ بیماری کی کوئی بات اس ای میل میں نہیں ہے۔

کیس نمبر سے رپورٹ ڈھونڈیں: {publicUrl}/dashboard/pending-report`,
  'translationReady.subject': 'ڈاکٹر کی رائے اب آپ کی زبان میں ہے',
  'translationReady.text': `ایک ڈاکٹر نے آپ کی رپورٹ پر دی گئی رائے آپ کی زبان میں لکھ دی ہے۔ آپ کی بات راز میں رہے، اس لیے وہ اس ای میل میں نہیں لکھی ہے۔

یہاں پڑھیں: {publicUrl}/dashboard/previous-report/{patientId}`,
  'questionWaits.subject': 'ڈاکٹر کو آپ کی رپورٹ کے بارے میں کچھ پوچھنا ہے',
  'questionWaits.text': `ڈاکٹر نے آپ کی رپورٹ دیکھی ہے اور رائے دینے سے پہلے انہیں آپ سے کچھ چاہیے۔ آپ کی بات راز میں رہے، اس لیے وہ اس ای میل میں نہیں لکھا ہے۔

یہاں پڑھیں اور جواب دیں: {publicUrl}/dashboard/answer-question/{reportId}`,
  'answerWaits.subject': 'مریض نے آپ کے سوال کا جواب دیا ہے',
  'answerWaits.text': `مریض نے آپ کے سوال کا جواب دے دیا ہے۔ رپورٹ 24 گھنٹے تک آپ کی ہے؛ اس کے بعد کوئی بھی ڈاکٹر رائے دے سکتا ہے۔ اس ای میل میں علاج کی کوئی معلومات نہیں ہے۔

رپورٹ یہاں کھولیں: {publicUrl}/dashboard/add-review/{reportId}`,
  'reportHeld.subject': 'ایک رپورٹ ایڈمن کے انتظار میں ہے',
  'reportHeld.text': `ایک ڈاکٹر نے پوچھا ہے کہ کیا کوئی رپورٹ کسی اور کی ہے۔ ایڈمن کے دیکھنے تک کوئی دوسرا ڈاکٹر اسے نہیں کھول سکتا۔ اگر کسی کو دوسرے کی رپورٹ ملی ہے تو یہ ایسی غلطی ہو سکتی ہے جس کی اطلاع دینی ہوتی ہے۔

یہاں دیکھیں: {publicUrl}/dashboard/lift-hold/{reportId}`,
  'reportsWait.subject':
    '{count, plural, one {# رپورٹ رائے کے انتظار میں ہے} other {# رپورٹیں رائے کے انتظار میں ہیں}}',
  'reportsWait.text': `{count, plural, one {# رپورٹ ڈاکٹر کے انتظار میں ہے۔} other {# رپورٹیں ڈاکٹر کے انتظار میں ہیں۔}} ان میں جو لکھا ہے، وہ اس ای میل میں نہیں ہے۔

دیکھیں کہ کیا انتظار میں ہے: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject':
    '{count, plural, one {# ڈاکٹر منظوری کے انتظار میں ہیں} other {# ڈاکٹر منظوری کے انتظار میں ہیں}}',
  'expertsWait.text': `{count, plural, one {# ڈاکٹر منظوری کے انتظار میں ہیں۔} other {# ڈاکٹر منظوری کے انتظار میں ہیں۔}} منظوری دینے سے پہلے رجسٹریشن نمبر جانچ لیں۔

دیکھیں کہ کون انتظار میں ہے: {publicUrl}/dashboard/pending-expert`,
  'translationsWait.subject':
    '{count, plural, one {# رائے ترجمے کے انتظار میں ہے} other {# رائے ترجمے کے انتظار میں ہیں}}',
  'translationsWait.text': `{count, plural, one {# رائے ایسی زبان میں ترجمے کے انتظار میں ہے جو آپ پڑھتے ہیں۔} other {# رائے ایسی زبانوں میں ترجمے کے انتظار میں ہیں جو آپ پڑھتے ہیں۔}} ان میں جو لکھا ہے، وہ اس ای میل میں نہیں ہے۔

دیکھیں کہ کیا انتظار میں ہے: {publicUrl}/dashboard/translate

یہ ای میل دن میں زیادہ سے زیادہ ایک بار آتی ہے، ان زبانوں کے لیے جو آپ نے سیٹنگ میں چنی ہیں: {publicUrl}/dashboard/settings`,
  'accountApproved.subject': 'آپ کے {productName} اکاؤنٹ کو منظوری مل گئی ہے',
  'accountApproved.text': `کلینک کے ایڈمن نے آپ کے اکاؤنٹ کو منظوری دے دی ہے۔ اب آپ انتظار والی رپورٹیں پڑھ سکتے ہیں اور ان پر رائے دے سکتے ہیں۔

رپورٹوں پر جائیں: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'آپ کے {productName} اکاؤنٹ کے بارے میں',
  'accountRejected.text':
    'ایڈمن نے آپ کے اکاؤنٹ کو منظوری نہیں دی ہے۔ وجہ دیکھنے کے لیے لاگ ان کریں: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'آپ کے {productName} اکاؤنٹ پر روک لگی ہے',
  'accountSuspended.text':
    'ایڈمن نے آپ کے اکاؤنٹ پر روک لگا دی ہے، اور آپ ہر جگہ سے لاگ آؤٹ ہو گئے ہیں۔ وجہ دیکھنے کے لیے لاگ ان کریں: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'آپ کا {productName} اکاؤنٹ بحال ہو گیا ہے',
  'accountRestored.text': `ایڈمن نے آپ کا اکاؤنٹ بحال کر دیا ہے۔ آپ پھر سے رپورٹیں پڑھ کر رائے دے سکتے ہیں۔

لاگ ان کریں: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'آپ کا {productName} اکاؤنٹ بحال ہو گیا ہے',
  'accountToWait.text': `ایڈمن آپ کا اکاؤنٹ پھر سے دیکھیں گے۔ منظوری ملتے ہی ہم آپ کو لکھیں گے۔

لاگ ان کریں: {publicUrl}/dashboard/home`,
  'testEmail.subject': '{productName} سے جانچ کا ای میل',
  'testEmail.text':
    'آپ نے {productName} کے ڈیش بورڈ پر یہ ای میل منگوایا تھا۔ یہ پہنچ گیا، یعنی ای میل کام کرتا ہے۔',
  'contactMessage.subject': '{productName} کے رابطے کے صفحے سے ایک پیغام',
  'contactMessage.text': `کسی نے رابطے کے صفحے پر لکھا ہے۔

نام: {name}
ای میل: {email}

{message}

سبھی پیغامات: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'ایک سوال جواب کے انتظار میں ہے',
  'queryWaits.text': `کسی نے ہوم پیج پر سوال بھیجا ہے۔ ان کی بات راز میں رہے، اس لیے وہ اس ای میل میں نہیں لکھا ہے۔

یہاں پڑھیں: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'کسی نے فون کرنے کو کہا ہے',
  'callBackWaits.text': `کسی نے ہوم پیج پر لکھا ہے کہ انہیں فون کیا جائے۔ ان کی بات راز میں رہے، اس لیے وہ اس ای میل میں نہیں لکھی ہے۔

یہاں پڑھیں: {publicUrl}/dashboard/messages?kind=callback`,
};
