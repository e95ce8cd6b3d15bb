import type { Messages } from '~/i18n/messages/en';

/** The sentences on what doctors ask patients before a review, in Bengali. */
export const questions: Messages<'questions'> = {
  // Several files at once
  'file.chooseSome': 'ফাইল বেছে নিন',
  'upload.fileNumber': 'ফাইল {number}: {what}',
  'upload.tooManyFiles': 'একবারে সবচেয়ে বেশি {most}টি ফাইল পাঠান।',
  'upload.tooLargeTogether': 'সব ফাইল মিলিয়ে {megabytes} MB-র চেয়ে বড়। কম বা ছোট ফাইল পাঠান।',

  // What a doctor asks
  'ask.title': 'এখনই এ নিয়ে মতামত দিতে পারছি না',
  'ask.pageTitle': 'রোগীকে জিজ্ঞাসা করুন',
  'ask.lead': 'রোগীর কাছে ইমেল যাবে, আর উত্তর না আসা পর্যন্ত রিপোর্ট তালিকায় থাকবে না। তারপর সেটা প্রথমে আপনার কাছেই আসবে।',
  'ask.kindLabel': 'কী বাকি?',
  'ask.choose.unreadable': 'পড়তে পারছি না',
  'ask.choose.pageMissing': 'মনে হচ্ছে একটা পাতা নেই',
  'ask.choose.otherPerson': 'মনে হচ্ছে এটা অন্য কারও রিপোর্ট। তাহলে অ্যাডমিন না দেখা পর্যন্ত অন্য ডাক্তাররা এটা খুলতে পারবেন না।',
  'ask.choose.olderReport': 'আগের একটা রিপোর্ট দরকার',
  'ask.choose.detail': 'একটা প্রশ্ন আছে',
  'ask.pagesLabel': 'কোন কোন পাতা? (না লিখলেও চলবে)',
  'ask.pagesHint': 'যেমন: 2, 5-6',
  'ask.textLabel': 'আপনার নিজের কথায়',
  'ask.textHint': 'রোগী আমাদের বাক্যটি নিজের ভাষায় পড়বেন, আর তার নিচে এটা। আগের রিপোর্ট বা প্রশ্নের জন্য এটা লিখতে হবে।',
  'ask.languageLabel': 'আপনার লেখার ভাষা',
  'ask.send': 'রোগীকে পাঠান',
  'ask.busy': 'পাঠানো হচ্ছে...',
  'ask.done': 'আপনার প্রশ্ন রোগীকে পাঠানো হয়েছে',
  'ask.failed': 'প্রশ্ন পাঠানো যায়নি',
  'ask.kind': 'কী বাকি বেছে নিন',
  'ask.text': 'আপনি কী জানতে চান লিখুন',
  'ask.pagesWrong': 'পাতার নম্বর লিখুন, যেমন: 2, 5-6',
  'ask.noSuchPage': '{pages, plural, one {এই রিপোর্টে মাত্র #টি পাতা আছে} other {এই রিপোর্টে মাত্র #টি পাতা আছে}}',
  'ask.open': 'এই রিপোর্ট আগে থেকেই রোগীর উত্তরের অপেক্ষায় আছে।',
  'ask.held': 'আগে একজন অ্যাডমিনকে এই রিপোর্ট দেখতে হবে।',
  'ask.noClaim': 'যে ডাক্তার এই রিপোর্ট পড়ছেন শুধু তিনিই জিজ্ঞাসা করতে পারেন। আগে এটা খুলুন।',

  // What the patient reads
  'wanted.unreadable': 'ডাক্তার রিপোর্টটা পড়তে পারছেন না। দিনের আলোয় নতুন ছবি তুলুন।',
  'wanted.unreadablePage': 'ডাক্তার {pages} নম্বর পাতা পড়তে পারছেন না। দিনের আলোয় নতুন ছবি তুলুন।',
  'wanted.unreadablePages': 'ডাক্তার এই পাতাগুলো পড়তে পারছেন না: {pages}। দিনের আলোয় নতুন ছবি তুলুন।',
  'wanted.pageMissing': 'মনে হচ্ছে একটা পাতা নেই। সেটা যোগ করুন।',
  'wanted.otherPerson': 'মনে হচ্ছে রিপোর্টটা অন্য কারও। এটাই কি ঠিক রিপোর্ট?',
  'wanted.olderReport': 'একই ধরনের আগের কোনও রিপোর্ট থাকলে যোগ করুন।',
  'wanted.detail': 'ডাক্তারের একটা প্রশ্ন আছে।',
  'question.badge': 'আপনার উত্তরের অপেক্ষায়',
  'question.title': 'ডাক্তারের আপনার কাছ থেকে কিছু দরকার',
  'question.by': 'জিজ্ঞাসা করেছেন {name}, {date}',
  'question.pages': 'পাতা: {pages}',
  'question.answer': 'উত্তর',
  'question.noAnswer': 'উত্তর আসেনি',
  'question.answered': 'আপনার উত্তর পেয়েছি। সেই ডাক্তারই আবার দেখবেন।',
  'question.held': 'আগে ক্লিনিক এই রিপোর্ট দেখবে। তারপর একজন ডাক্তার দেখবেন।',
  'question.history': 'প্রশ্ন ও উত্তর',
  'question.lifted': 'ক্লিনিক এটা ডাক্তারদের জন্য আবার খুলেছে: {reason}',
  'question.added': 'যোগ করা ফাইল {number}, {date}',
  'question.someWait':
    '{count, plural, one {ডাক্তারের আপনার কাছ থেকে কিছু দরকার} other {#টি রিপোর্টের জন্য ডাক্তারদের আপনার কাছ থেকে কিছু দরকার}}',

  // The answer
  'answer.title': 'ডাক্তারকে উত্তর দিন',
  'answer.open': 'উত্তর দিন',
  'answer.filesLabel': 'ছবি বা PDF',
  'answer.filesHint': 'সবচেয়ে বেশি {most}টি ফাইল, সব মিলিয়ে {megabytes} MB পর্যন্ত।',
  'answer.textLabel': 'আপনার উত্তর',
  'answer.textHint': 'আপনি লিখতে পারেন, ফাইল যোগ করতে পারেন, বা দুটোই।',
  'answer.submit': 'উত্তর পাঠান',
  'answer.done': 'আপনার উত্তর পাঠানো হয়েছে',
  'answer.failed': 'আপনার উত্তর পাঠানো যায়নি',
  'answer.empty': 'কিছু লিখুন বা একটা ফাইল যোগ করুন',
  'answer.already': 'আপনি আগেই উত্তর দিয়েছেন। ধন্যবাদ।',
  'answer.none': 'এই রিপোর্ট নিয়ে এখন কিছু জিজ্ঞাসা করা হচ্ছে না।',
  'answer.reviewed': 'এই রিপোর্ট নিয়ে মতামত দেওয়া হয়ে গেছে। আর কিছু দরকার নেই।',

  // Closing a question, and opening a report to doctors again
  'closeQuestion.title': 'এই প্রশ্ন বন্ধ করবেন?',
  'closeQuestion.textBelow': 'রোগীকে আর জিজ্ঞাসা করা হবে না, আর রিপোর্ট তালিকায় ফিরে আসবে।',
  'closeQuestion.confirm': 'প্রশ্ন বন্ধ করুন',
  'closeQuestion.keep': 'অপেক্ষা করুন',
  'closeQuestion.done': 'প্রশ্ন বন্ধ হয়েছে',
  'closeQuestion.failed': 'প্রশ্ন বন্ধ করা যায়নি',
  'closeQuestion.none': 'এই রিপোর্ট নিয়ে কোনও প্রশ্ন বাকি নেই।',
  'lift.title': 'এই রিপোর্ট ডাক্তারদের জন্য আবার খুলবেন?',
  'lift.textBelow':
    'একজন ডাক্তার জানতে চেয়েছেন এই রিপোর্ট অন্য কারও কি না। আপনি না খোলা পর্যন্ত অন্য কোনও ডাক্তার এর ফাইল দেখতে পাবেন না।',
  'lift.reasonHint': 'রোগী আর ডাক্তাররা এটা পড়তে পারেন।',
  'lift.confirm': 'ডাক্তারদের জন্য খুলুন',
  'lift.keep': 'বন্ধ থাকুক',
  'lift.done': 'ডাক্তাররা এই রিপোর্ট আবার খুলতে পারেন',
  'lift.failed': 'রিপোর্টটা ডাক্তারদের জন্য খোলা যায়নি',
  'lift.notHeld': 'ডাক্তাররা আগে থেকেই এই রিপোর্ট খুলতে পারেন।',
  'lift.someHeld':
    '{count, plural, one {আপনি না দেখা পর্যন্ত একটি রিপোর্ট ডাক্তারদের জন্য বন্ধ আছে} other {আপনি না দেখা পর্যন্ত #টি রিপোর্ট ডাক্তারদের জন্য বন্ধ আছে}}',

  // In the list
  'waits.label': 'কার অপেক্ষায়',
  'waits.doctor': 'ডাক্তারের',
  'waits.patient': 'রোগীর',
  'waits.admin': 'অ্যাডমিনের',
  'waits.noAnswer': 'জিজ্ঞাসা করা হয়েছে, উত্তর আসেনি',
  'waits.held': 'অন্য ডাক্তারদের জন্য বন্ধ',

  // Their e-mails
  'letterName.questionWaits': 'ডাক্তার রোগীকে জিজ্ঞাসা করেছেন',
  'letterName.answerWaits': 'রোগী উত্তর দিয়েছেন',
  'letterName.reportHeld': 'একটি রিপোর্ট ডাক্তারদের জন্য বন্ধ',
};
