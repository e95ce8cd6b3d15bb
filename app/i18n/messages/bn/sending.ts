import type { Messages } from '~/i18n/messages/en';

/** The sentences of reports that wait on a phone until they are sent, in Bengali. */
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
};
