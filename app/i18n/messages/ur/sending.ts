import type { Messages } from '~/i18n/messages/en';

/** The sentences of reports that wait on a phone until they are sent, in Urdu. */
export const sending: Messages<'sending'> = {
  'pieces.gone': 'یہ فائل اب یہاں نہیں ہے۔ مہربانی کر کے اسے پھر سے چنیں۔',
  'pieces.taken': 'یہ فائل ایک رپورٹ کے ساتھ پہلے ہی بھیجی جا چکی ہے۔',
  'pieces.unfinished': 'اس فائل کا ایک حصہ ابھی نہیں پہنچا۔ مہربانی کر کے اسے پھر سے بھیجیں۔',
  'pieces.notNext': 'اب اس فائل کا دوسرا حصہ آنا ہے۔',
  'pieces.protocol': 'حصوں میں فائلیں {protocol} کے مطابق بھیجی جاتی ہیں۔',
  'waiting.title': 'ایک رپورٹ اس فون پر انتظار میں ہے',
  'waiting.sending': 'اس کا {percent}% بھیجا جا چکا ہے۔',
  'waiting.offline': 'ابھی انٹرنیٹ نہیں ہے۔ یہ خود بخود آگے بڑھے گی۔',
  'waiting.refused': 'یہ بھیجی نہیں جا سکی۔',
  'waiting.kept': 'بھیجے جانے تک یہ اسی فون پر رہتی ہے: زیادہ سے زیادہ 3 دن، یا آپ کے لاگ آؤٹ کرنے تک۔',
  'waiting.goOn': 'آگے بڑھیں',
  'waiting.throwAway': 'اسے ہٹا دیں',
  'waiting.sure': 'کیا یہ رپورٹ ہٹانی ہے؟ تب یہ نہیں بھیجی جائے گی۔',
  'waiting.over':
    'ایک رپورٹ 3 دن تک اس فون پر انتظار کرتی رہی اور ہٹا دی گئی۔ مہربانی کر کے اسے پھر سے بھیجیں۔',
  'offline.title': 'انٹرنیٹ نہیں ہے',
  'offline.text':
    'آپ انٹرنیٹ سے جڑے ہوئے نہیں ہیں۔ جو رپورٹ اس فون پر انتظار میں ہے، وہ انٹرنیٹ آتے ہی بھیج دی جائے گی۔',
  'offline.again': 'پھر کوشش کریں',
};
