import type { Messages } from '~/i18n/messages/en';

/** The sentences on changing a review and taking it back, in Urdu. */
export const amend: Messages<'amend'> = {
  // The page of its author
  'amend.action': 'درست کریں یا بڑھائیں',
  'amend.title': 'رائے درست کریں یا اس میں کچھ بڑھائیں',
  'amend.told': 'مریض کو ای میل جائے گی کہ رائے بدلی ہے۔ بیماری کی کوئی بات اس میں نہیں لکھی جائے گی۔',
  'amend.holds': 'ابھی کی رائے',
  'amend.kind': 'آپ کیا کرنا چاہتے ہیں؟',
  'amend.kind.addition': 'کچھ بڑھانا ہے؛ لکھی ہوئی رائے ویسی ہی رہے گی',
  'amend.kind.correction': 'درست کرنی ہے؛ اب سے نئی رائے مانی جائے گی',
  'amend.kind.takenBack': 'واپس لینی ہے: یہ کسی اور رپورٹ کے لیے تھی',
  'amend.kindMissing': 'مہربانی کر کے چنیں کہ آپ کیا کرنا چاہتے ہیں',
  'amend.text': 'آپ کیا لکھنا چاہتے ہیں',
  'amend.textHint':
    'بڑھانے کے لیے صرف نئی بات لکھیں۔ درست کرنے کے لیے پوری رائے لکھیں۔ واپس لینے کے لیے یہاں کچھ نہ لکھیں۔',
  'amend.textMissing': 'مہربانی کر کے یہاں لکھیں',
  'amend.noText': 'رائے واپس لینی ہو تو یہاں کچھ نہ لکھیں',
  'amend.languageLabel': 'درست کی ہوئی رائے کی زبان',
  'amend.reasonCode': 'وجہ',
  'amend.reason.slip': 'لکھنے میں غلطی',
  'amend.reason.newFinding': 'کوئی نئی بات نظر آئی',
  'amend.reason.wrongReport': 'کسی اور رپورٹ کے لیے تھی',
  'amend.reason.other': 'کوئی اور وجہ',
  'amend.choose': 'چنیں',
  'amend.reasonCodeMissing': 'مہربانی کر کے وجہ چنیں',
  'amend.reasonLabel': 'کیوں، تھوڑے لفظوں میں',
  'amend.reasonHint':
    'رائے واپس لینے پر، یا ”کوئی اور وجہ“ چننے پر لکھنا ضروری ہے۔ مریض اسے پڑھیں گے، مگر رائے واپس لینے پر نہیں۔',
  'amend.reasonMissing': 'مہربانی کر کے تھوڑے لفظوں میں لکھیں کہ کیوں',
  'amend.takeItBack': 'رائے کسی اور رپورٹ کے لیے تھی تو مہربانی کر کے اسے واپس لیں',
  'amend.submit': 'بھیجیں',
  'amend.done': 'رائے بدل دی گئی',
  'amend.failed': 'رائے بدلی نہیں جا سکی',
  'amend.changedMeanwhile': 'اس دوران یہ رائے بدل گئی ہے۔ مہربانی کر کے اسے دوبارہ پڑھیں۔',
  'amend.same': 'یہ وہی رائے ہے۔',
  'amend.tooLong': 'پہلے کی رائے کے ساتھ یہ بہت لمبی ہو گئی۔ مہربانی کر کے کم لکھیں، یا پوری رائے درست کریں۔',
  'amend.tooMany': 'یہ رائے بہت بار بدلی جا چکی ہے۔ اب اسے صرف واپس لیا جا سکتا ہے۔',
  'amend.notReviewed': 'یہ رائے پہلے ہی واپس لی جا چکی ہے۔',

  // What the patient reads
  'version.review': '{date} کو لکھی: {name}',
  'version.addition': '{date} کو کچھ بڑھایا: {name}',
  'version.correction': '{date} کو درست کی: {name}',
  'version.takenBack': '{date} کو واپس لی: {name}',
  'amend.earlier': 'پہلے کی رائے، اب نہیں مانی جائے گی',
  'amend.wrongReport':
    'یہ رائے واپس لے لی گئی ہے: یہ کسی اور رپورٹ کے لیے تھی۔ مہربانی کر کے اس کے حساب سے کچھ نہ کریں۔ ڈاکٹر آپ کی رپورٹ پھر سے پڑھیں گے۔',
  'amend.takenBack':
    'یہ رائے واپس لے لی گئی ہے۔ مہربانی کر کے اس کے حساب سے کچھ نہ کریں۔ ڈاکٹر آپ کی رپورٹ پھر سے پڑھیں گے۔',
  'openings.review.added': '{name} نے رائے میں کچھ بڑھایا',
  'openings.review.corrected': '{name} نے رائے درست کی',
  'openings.review.takenBack': '{name} نے رائے واپس لی',

  // The page of admins
  'takeBack.link': 'رائے کی سب صورتیں',
  'takeBack.title': 'رائے کی سب صورتیں',
  'takeBack.hidden':
    'جو واپس لیا گیا، وہ مریضوں اور ڈاکٹروں کو اب نظر نہیں آتا۔ اگر کسی مریض نے کسی اور کے لیے لکھی رائے پڑھ لی ہو، تو طے کریں کہ کیا اس کی اطلاع ڈیٹا لیک کے طور پر دینی ہے۔',
  'takeBack.none': 'اس رپورٹ پر ابھی کوئی رائے نہیں ہے۔',
  'takeBack.form': 'یہ رائے واپس لیں',
  'takeBack.text':
    'ایسا تبھی کریں جب ڈاکٹر خود نہ کر سکیں۔ رپورٹ قطار میں اپنی پرانی جگہ پر لوٹ جائے گی، اور مریض کو یہ رائے نظر نہیں آئے گی۔',
  'takeBack.reasonHint': 'اسے صرف ایڈمن پڑھتے ہیں۔',
  'takeBack.submit': 'واپس لیں',
  'takeBack.done': 'رائے واپس لے لی گئی',
  'takeBack.failed': 'رائے واپس نہیں لی جا سکی',
};
