import type { Messages } from '~/i18n/messages/en';

/** The sentences of how reports are sent: in pieces, as several photos, and later, in Urdu. */
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
  // What is said of several photos
  'upload.page': 'صفحہ {n}: {what}',
  'upload.pages': '{n, plural, one {# صفحہ} other {# صفحے}}, {size} MB',
  'upload.pagesHint':
    'ایک سے زیادہ فوٹو ({most} تک) ایک ہی رپورٹ کے صفحے بن جاتی ہیں، اسی ترتیب میں جس میں آپ انہیں چنیں۔ ہم یہی صفحے رکھتے ہیں، اصل فوٹو نہیں۔',
  'upload.mixed': 'مہربانی کر کے یا تو ایک PDF بھیجیں، یا فوٹو۔',
  'upload.mostPages': 'مہربانی کر کے زیادہ سے زیادہ {most} فوٹو بھیجیں۔',
  'upload.pageTooLarge': 'یہ فوٹو {megabytes} MB سے بڑی ہے۔ مہربانی کر کے اسے پھر سے لیں یا چھوٹی چنیں۔',
  'upload.notJoined': 'یہ فوٹو ایک ساتھ نہیں جوڑی جا سکیں۔ مہربانی کر کے کم یا چھوٹی فوٹو بھیجیں۔',
  'upload.preparing': 'فوٹو تیار ہو رہی ہیں…',
  'upload.fullSize': 'پورے سائز میں بھیجیں (سست انٹرنیٹ پر دیر لگتی ہے)',

  // Each page
  'page.name': 'صفحہ {n}',
  'page.up': 'صفحہ {n} اوپر لے جائیں',
  'page.down': 'صفحہ {n} نیچے لے جائیں',
  'page.turn': 'صفحہ {n} گھمائیں',
  'page.remove': 'صفحہ {n} ہٹائیں',
  'page.again': 'صفحہ {n} کی فوٹو پھر سے لیں',
  'page.moved': 'صفحہ {from} اب صفحہ {n} ہے۔',
  'page.removed': 'صفحہ {n} ہٹا دیا گیا۔',
  'page.turned': 'صفحہ {n} گھما دیا گیا۔',

  // Before it is sent
  'photo.blurred': 'صفحہ {n} دھندلا لگتا ہے۔ فوٹو پھر سے لیں، یا اسے ایسے ہی بھیجیں۔',
  'photo.dark': 'صفحہ {n} اندھیرا لگتا ہے۔ دن کی روشنی میں فوٹو پھر سے لیں، یا اسے ایسے ہی بھیجیں۔',
  'photo.small': 'صفحہ {n} کی تصویر چھوٹی ہے۔ قریب سے فوٹو پھر سے لیں، یا اسے ایسے ہی بھیجیں۔',
  'photo.long':
    'صفحہ {n} بہت لمبی تصویر ہے۔ کئی چھوٹی تصویریں پڑھنا آسان ہوتا ہے۔ اسے حصوں میں پھر سے لیں، یا اسے ایسے ہی بھیجیں۔',

  // Where it is read
  'pageNote.blurred': 'صفحہ {n} دھندلا لگتا ہے۔',
  'pageNote.dark': 'صفحہ {n} اندھیرا لگتا ہے۔',
  'pageNote.small': 'صفحہ {n} کی تصویر چھوٹی ہے: باریک حروف پڑھنا مشکل ہو سکتا ہے۔',
};
