import type { Messages } from '~/i18n/messages/en';

/** The sentences on photos that are the pages of one report, in Bengali. */
export const pages: Messages<'pages'> = {
  // What is said of several photos
  'upload.page': 'পাতা {n}: {what}',
  'upload.pages': '{n, plural, one {#টি পাতা} other {#টি পাতা}}, {size} MB',
  'upload.pagesHint':
    'একাধিক ছবি ({most}টি পর্যন্ত) একটিই রিপোর্টের পাতা হয়ে যায়, যে ক্রমে আপনি বেছে নেন সেই ক্রমে। আমরা এই পাতাগুলি রাখি, আসল ছবিগুলি নয়।',
  'upload.mixed': 'হয় একটি PDF পাঠান, নয়তো ছবি।',
  'upload.mostPages': 'সবচেয়ে বেশি {most}টি ছবি পাঠান।',
  'upload.pageTooLarge': 'এই ছবিটি {megabytes} MB-র চেয়ে বড়। আবার তুলুন বা ছোট একটি বেছে নিন।',
  'upload.notJoined': 'ছবিগুলি একসঙ্গে জোড়া গেল না। কম বা ছোট ছবি পাঠান।',
  'upload.preparing': 'ছবিগুলি তৈরি হচ্ছে…',
  'upload.fullSize': 'পুরো মাপে পাঠান (ধীর ইন্টারনেটে অনেক সময় লাগে)',

  // Each page
  'page.name': 'পাতা {n}',
  'page.up': 'পাতা {n} উপরে নিন',
  'page.down': 'পাতা {n} নিচে নিন',
  'page.turn': 'পাতা {n} ঘোরান',
  'page.remove': 'পাতা {n} সরিয়ে দিন',
  'page.again': 'পাতা {n}-এর ছবি আবার তুলুন',
  'page.moved': 'পাতা {from} এখন পাতা {n}।',
  'page.removed': 'পাতা {n} সরানো হয়েছে।',
  'page.turned': 'পাতা {n} ঘোরানো হয়েছে।',

  // Before it is sent
  'photo.blurred': 'পাতা {n} ঝাপসা মনে হচ্ছে। আবার ছবি তুলুন, বা যেমন আছে তেমনই পাঠান।',
  'photo.dark': 'পাতা {n} অন্ধকার মনে হচ্ছে। দিনের আলোয় আবার ছবি তুলুন, বা যেমন আছে তেমনই পাঠান।',
  'photo.small': 'পাতা {n}-এর ছবি ছোট। কাছ থেকে আবার ছবি তুলুন, বা যেমন আছে তেমনই পাঠান।',

  // Where it is read
  'pageNote.blurred': 'পাতা {n} ঝাপসা মনে হচ্ছে।',
  'pageNote.dark': 'পাতা {n} অন্ধকার মনে হচ্ছে।',
  'pageNote.small': 'পাতা {n}-এর ছবি ছোট: ছোট অক্ষর পড়া কঠিন হতে পারে।',
};
