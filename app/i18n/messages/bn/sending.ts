import type { Messages } from '~/i18n/messages/en';

/** The sentences of how reports are sent: in pieces, as several photos, and later, in Bengali. */
export const sending: Messages<'sending'> = {
  'pieces.gone': 'এই ফাইলটি আর এখানে নেই। আবার বেছে নিন।',
  'pieces.taken': 'এই ফাইলটি আগেই একটি রিপোর্টের সঙ্গে পাঠানো হয়েছে।',
  'pieces.unfinished': 'এই ফাইলের একটি অংশ এখনও পৌঁছায়নি। আবার পাঠান।',
  'pieces.notNext': 'এবার এই ফাইলের অন্য একটি অংশ আসার কথা।',
  'pieces.protocol': 'ভাগে ভাগে ফাইল {protocol} অনুযায়ী পাঠাতে হয়।',
  'waiting.title': 'একটি রিপোর্ট এই ফোনে অপেক্ষায় আছে',
  'waiting.sending': 'এর {percent}% পাঠানো হয়েছে।',
  'waiting.offline': 'এখন ইন্টারনেট নেই। এটা নিজে থেকেই আবার যাবে।',
  'waiting.refused': 'এটা পাঠানো যায়নি।',
  'waiting.kept': 'না পাঠানো পর্যন্ত এটা এই ফোনে থাকে: বড়জোর 3 দিন, বা আপনি লগ আউট করা পর্যন্ত।',
  'waiting.goOn': 'এগিয়ে যান',
  'waiting.throwAway': 'ফেলে দিন',
  'waiting.sure': 'এই রিপোর্ট ফেলে দেবেন? তাহলে এটা পাঠানো হবে না।',
  'waiting.over': 'একটি রিপোর্ট 3 দিন এই ফোনে অপেক্ষা করেছে, তারপর মুছে দেওয়া হয়েছে। আবার পাঠান।',
  'offline.title': 'ইন্টারনেট নেই',
  'offline.text': 'আপনি ইন্টারনেটে যুক্ত নেই। যে রিপোর্ট এই ফোনে অপেক্ষায় আছে, সংযোগ ফিরলেই সেটা পাঠানো হবে।',
  'offline.again': 'আবার চেষ্টা করুন',
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
  'photo.long': 'পাতা {n} খুব লম্বা ছবি। কয়েকটি ছোট ছবি পড়া সহজ। ভাগে ভাগে আবার তুলুন, বা যেমন আছে তেমনই পাঠান।',

  // Where it is read
  'pageNote.blurred': 'পাতা {n} ঝাপসা মনে হচ্ছে।',
  'pageNote.dark': 'পাতা {n} অন্ধকার মনে হচ্ছে।',
  'pageNote.small': 'পাতা {n}-এর ছবি ছোট: ছোট অক্ষর পড়া কঠিন হতে পারে।',
};
