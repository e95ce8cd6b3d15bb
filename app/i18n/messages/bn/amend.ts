import type { Messages } from '~/i18n/messages/en';

/** The sentences on changing a review and taking it back, in Bengali. */
export const amend: Messages<'amend'> = {
  // The page of its author
  'amend.action': 'ঠিক করুন বা যোগ করুন',
  'amend.title': 'মতামত ঠিক করুন বা তাতে যোগ করুন',
  'amend.told': 'মতামত বদলেছে বলে রোগী একটি ইমেল পাবেন। অসুখের কোনো কথা তাতে লেখা থাকবে না।',
  'amend.holds': 'এখনকার মতামত',
  'amend.kind': 'আপনি কী করতে চান?',
  'amend.kind.addition': 'কিছু যোগ করব; লেখাটা যেমন আছে থাকবে',
  'amend.kind.correction': 'ঠিক করব; এখন থেকে নতুন লেখাটাই মানা হবে',
  'amend.kind.takenBack': 'ফিরিয়ে নেব: এটা অন্য রিপোর্টের জন্য ছিল',
  'amend.kindMissing': 'কী করতে চান বেছে নিন',
  'amend.text': 'আপনার লেখা',
  'amend.textHint':
    'যোগ করতে হলে শুধু নতুন কথাটা লিখুন। ঠিক করতে হলে পুরো মতামত লিখুন। ফিরিয়ে নিতে হলে এখানে কিছু লিখবেন না।',
  'amend.textMissing': 'এখানে লিখুন',
  'amend.noText': 'মতামত ফিরিয়ে নিতে হলে এখানে কিছু লিখবেন না',
  'amend.languageLabel': 'ঠিক করা মতামতের ভাষা',
  'amend.reasonCode': 'কারণ',
  'amend.reason.slip': 'লেখার ভুল',
  'amend.reason.newFinding': 'নতুন কিছু চোখে পড়েছে',
  'amend.reason.wrongReport': 'অন্য রিপোর্টের জন্য ছিল',
  'amend.reason.other': 'অন্য কারণ',
  'amend.choose': 'বেছে নিন',
  'amend.reasonCodeMissing': 'কারণ বেছে নিন',
  'amend.reasonLabel': 'কেন, অল্প কথায়',
  'amend.reasonHint':
    'মতামত ফিরিয়ে নিলে, বা “অন্য কারণ” বেছে নিলে এটা লিখতেই হবে। রোগী এটা পড়বেন, তবে মতামত ফিরিয়ে নিলে নয়।',
  'amend.reasonMissing': 'কেন, অল্প কথায় লিখুন',
  'amend.takeItBack': 'মতামতটা অন্য রিপোর্টের জন্য হলে সেটা ফিরিয়ে নিন',
  'amend.submit': 'পাঠান',
  'amend.done': 'মতামত বদলানো হয়েছে',
  'amend.failed': 'মতামত বদলানো যায়নি',
  'amend.changedMeanwhile': 'এর মধ্যে এই মতামত বদলে গেছে। আবার পড়ে দেখুন।',
  'amend.same': 'এটা একই লেখা।',
  'amend.tooLong': 'আগের লেখার সঙ্গে এটা খুব বড় হয়ে যাচ্ছে। কম লিখুন, বা পুরো মতামত ঠিক করুন।',
  'amend.tooMany': 'এই মতামত অনেকবার বদলানো হয়েছে। এখন এটা শুধু ফিরিয়ে নেওয়া যায়।',
  'amend.notReviewed': 'এই মতামত আগেই ফিরিয়ে নেওয়া হয়েছে।',

  // What the patient reads
  'version.review': 'লেখা হয়েছে {date}: {name}',
  'version.addition': 'যোগ করা হয়েছে {date}: {name}',
  'version.correction': 'ঠিক করা হয়েছে {date}: {name}',
  'version.takenBack': 'ফিরিয়ে নেওয়া হয়েছে {date}: {name}',
  'amend.earlier': 'আগের মতামত, এখন আর মানা হবে না',
  'amend.wrongReport':
    'মতামতটি ফিরিয়ে নেওয়া হয়েছে: সেটা অন্য রিপোর্টের জন্য ছিল। সেই মতো কিছু করবেন না। একজন ডাক্তার আপনার রিপোর্ট আবার পড়বেন।',
  'amend.takenBack': 'মতামতটি ফিরিয়ে নেওয়া হয়েছে। সেই মতো কিছু করবেন না। একজন ডাক্তার আপনার রিপোর্ট আবার পড়বেন।',
  'openings.review.added': 'মতামতে কিছু যোগ করেছেন: {name}',
  'openings.review.corrected': 'মতামত ঠিক করেছেন: {name}',
  'openings.review.takenBack': 'মতামত ফিরিয়ে নিয়েছেন: {name}',

  // The page of admins
  'takeBack.link': 'মতামতের সব রূপ',
  'takeBack.title': 'মতামতের সব রূপ',
  'takeBack.hidden':
    'যা ফিরিয়ে নেওয়া হয়েছে, রোগী ও ডাক্তাররা তা আর দেখতে পান না। কোনো রোগী অন্য কারও জন্য লেখা মতামত পড়ে থাকলে ঠিক করুন, তথ্য ফাঁস বলে জানাতে হবে কি না।',
  'takeBack.none': 'এই রিপোর্টে এখন কোনো মতামত নেই।',
  'takeBack.form': 'এই মতামত ফিরিয়ে নিন',
  'takeBack.text':
    'ডাক্তার নিজে না পারলে তবেই এটা করুন। রিপোর্টটি লাইনে নিজের পুরোনো জায়গায় ফিরে যাবে, আর রোগী এই মতামত দেখতে পাবেন না।',
  'takeBack.reasonHint': 'এটা শুধু অ্যাডমিনরা পড়েন।',
  'takeBack.submit': 'ফিরিয়ে নিন',
  'takeBack.done': 'মতামত ফিরিয়ে নেওয়া হয়েছে',
  'takeBack.failed': 'মতামত ফিরিয়ে নেওয়া যায়নি',
};
