import type { Messages } from '~/i18n/messages/en';

/** The sentences on photos that are the pages of one report, in Urdu. */
export const pages: Messages<'pages'> = {
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

  // Where it is read
  'pageNote.blurred': 'صفحہ {n} دھندلا لگتا ہے۔',
  'pageNote.dark': 'صفحہ {n} اندھیرا لگتا ہے۔',
  'pageNote.small': 'صفحہ {n} کی تصویر چھوٹی ہے: باریک حروف پڑھنا مشکل ہو سکتا ہے۔',
};
