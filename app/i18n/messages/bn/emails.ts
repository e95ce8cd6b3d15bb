import type { Messages } from '~/i18n/messages/en';

/** The e-mails in Bengali: a subject and a text each. */
export const emails: Messages<'emails'> = {
  greeting: 'নমস্কার,',
  about: 'এটি {person}-এর রিপোর্ট নিয়ে।',
  'code.subject': '{code} আপনার {productName} কোড',
  'code.text': `আপনার কোড: {code}

যে পেজে অ্যাকাউন্ট খুলছিলেন, সেখানে এটা লিখুন। কোডটি {minutes} মিনিট চলবে।
আপনি যদি {productName}-এ অ্যাকাউন্ট না খুলে থাকেন, তাহলে কিছু করতে হবে না।`,
  'alreadyHaveAccount.subject': '{productName}-এ আপনার আগে থেকেই অ্যাকাউন্ট আছে',
  'alreadyHaveAccount.text': `কেউ, হয়তো আপনিই, এইমাত্র এই ইমেল ঠিকানা দিয়ে {productName}-এ অ্যাকাউন্ট খোলার চেষ্টা করেছেন। আপনার আগে থেকেই অ্যাকাউন্ট আছে।

লগ ইন করুন: {publicUrl}/login
পাসওয়ার্ড ভুলে গেছেন: {publicUrl}/forgot-password

আপনি না করে থাকলে কিছু করতে হবে না: আপনার অ্যাকাউন্ট আগের মতোই আছে।`,
  'resetPassword.subject': '{productName}-এর নতুন পাসওয়ার্ড ঠিক করুন',
  'resetPassword.text': `কেউ, হয়তো আপনিই, নতুন পাসওয়ার্ড চেয়েছেন। এখানে ঠিক করুন:

{publicUrl}/update-password/{token}

লিঙ্কটি {minutes} মিনিট চলবে আর একবারই কাজ করবে। আপনি না চেয়ে থাকলে কিছু করতে হবে না।`,
  'passwordChanged.subject': 'আপনার {productName} পাসওয়ার্ড বদলানো হয়েছে',
  'passwordChanged.text': `আপনার {productName} অ্যাকাউন্টের পাসওয়ার্ড এইমাত্র বদলানো হয়েছে, আর বাকি সব ফোন ও কম্পিউটার থেকে লগ আউট করা হয়েছে।

আপনি নিজে করে থাকলে কিছু করতে হবে না। না হলে এখনই নতুন পাসওয়ার্ড ঠিক করুন: {publicUrl}/forgot-password`,
  'manyWrongLogins.subject': 'আপনার {productName} অ্যাকাউন্টে অনেকবার ভুল পাসওয়ার্ড দেওয়া হয়েছে',
  'manyWrongLogins.text': `কেউ, হয়তো আপনিই, গত এক ঘণ্টায় আপনার {productName} অ্যাকাউন্টে অনেকবার ভুল পাসওয়ার্ড দিয়েছেন। এটা যতক্ষণ চলবে, আপনি শুধু সেই ফোন বা কম্পিউটার থেকে লগ ইন করতে পারবেন যেখানে আগে লগ ইন করেছেন।

পাসওয়ার্ড ভুলে গিয়ে থাকলে বা ফোন নতুন হলে নতুন পাসওয়ার্ড ঠিক করুন, তারপর লগ ইন করুন: {publicUrl}/forgot-password

আপনি না করে থাকলে, এই চেষ্টাগুলোয় কেউ ঢুকতে পারেনি। আপনার পাসওয়ার্ড ছোট হলে বা অন্য কোথাও ব্যবহার করলে নতুন পাসওয়ার্ড ঠিক করুন।`,
  'reviewReady.subject': 'আপনার রিপোর্ট নিয়ে মতামত এসে গেছে',
  'reviewReady.text': `একজন ডাক্তার আপনার রিপোর্ট পড়ে তার মানে লিখে দিয়েছেন। আপনার কথা গোপন রাখতে তা এই ইমেলে লেখা হয়নি।

এখানে পড়ুন: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewChanged.subject': 'আপনার রিপোর্টের মতামত বদলেছে',
  'reviewChanged.text': `ডাক্তার আপনার রিপোর্টের মতামতে কিছু যোগ করেছেন বা তা ঠিক করেছেন। আপনার কথা গোপন রাখতে তা এই ইমেলে লেখা হয়নি।

এখানে পড়ুন: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewWithdrawn.subject': 'আপনার রিপোর্টের মতামত ফিরিয়ে নেওয়া হয়েছে',
  'reviewWithdrawn.text': `আপনার একটি রিপোর্টের মতামত ফিরিয়ে নেওয়া হয়েছে। সেই মতো কিছু করবেন না। একজন ডাক্তার আপনার রিপোর্ট আবার পড়বেন, আর নতুন মতামত তৈরি হলে আমরা আপনাকে ইমেল পাঠাব।

আপনার রিপোর্ট দেখুন: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewTakenBack.subject': 'একটি মতামত ফিরিয়ে নেওয়া হয়েছে',
  'reviewTakenBack.text': `কেস নম্বর {caseNumber}-এর রিপোর্টের মতামত ফিরিয়ে নেওয়া হয়েছে। সেটা অন্য কারও জন্য হলে রোগী হয়তো তা পড়েছেন: তথ্য ফাঁস বলে জানাতে হবে কি না ঠিক করুন। অসুখের কোনো কথা এই ইমেলে লেখা নেই।

কেস নম্বর দিয়ে রিপোর্টটি খুঁজুন: {publicUrl}/dashboard/pending-report`,
  'translationReady.subject': 'ডাক্তারের মতামত এখন আপনার ভাষায়',
  'translationReady.text': `একজন ডাক্তার আপনার রিপোর্টের মতামত আপনার ভাষায় লিখে দিয়েছেন। আপনার কথা গোপন রাখতে তা এই ইমেলে লেখা হয়নি।

এখানে পড়ুন: {publicUrl}/dashboard/previous-report/{patientId}`,
  'questionWaits.subject': 'আপনার রিপোর্ট নিয়ে ডাক্তারের কিছু জানার আছে',
  'questionWaits.text': `একজন ডাক্তার আপনার রিপোর্ট দেখেছেন, মতামত দেওয়ার আগে আপনার কাছ থেকে তাঁর কিছু দরকার। আপনার কথা গোপন রাখতে তা এই ইমেলে লেখা হয়নি।

এখানে পড়ুন ও উত্তর দিন: {publicUrl}/dashboard/answer-question/{reportId}`,
  'answerWaits.subject': 'রোগী আপনার প্রশ্নের উত্তর দিয়েছেন',
  'answerWaits.text': `আপনি যা জানতে চেয়েছিলেন রোগী তার উত্তর দিয়েছেন। রিপোর্টটা 24 ঘণ্টা আপনার; তারপর যে কোনও ডাক্তার মতামত দিতে পারেন। এই ইমেলে চিকিৎসার কোনও তথ্য নেই।

রিপোর্ট এখানে খুলুন: {publicUrl}/dashboard/add-review/{reportId}`,
  'reportHeld.subject': 'একটি রিপোর্ট অ্যাডমিনের অপেক্ষায় আছে',
  'reportHeld.text': `একজন ডাক্তার জানতে চেয়েছেন একটি রিপোর্ট অন্য কারও কি না। অ্যাডমিন না দেখা পর্যন্ত অন্য কোনও ডাক্তার সেটা খুলতে পারবেন না। কেউ অন্যের রিপোর্ট পেয়ে থাকলে সেটা জানানোর মতো গোপনীয়তা লঙ্ঘন হতে পারে।

এখানে দেখুন: {publicUrl}/dashboard/lift-hold/{reportId}`,
  'reportsWait.subject':
    '{count, plural, one {#টি রিপোর্ট মতামতের অপেক্ষায় আছে} other {#টি রিপোর্ট মতামতের অপেক্ষায় আছে}}',
  'reportsWait.text': `{count, plural, one {#টি রিপোর্ট ডাক্তারের অপেক্ষায় আছে।} other {#টি রিপোর্ট ডাক্তারের অপেক্ষায় আছে।}} রিপোর্টে কী আছে তা এই ইমেলে লেখা নেই।

কী অপেক্ষায় আছে দেখুন: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject':
    '{count, plural, one {#জন ডাক্তার অনুমোদনের অপেক্ষায় আছেন} other {#জন ডাক্তার অনুমোদনের অপেক্ষায় আছেন}}',
  'expertsWait.text': `{count, plural, one {#জন ডাক্তার অনুমোদনের অপেক্ষায় আছেন।} other {#জন ডাক্তার অনুমোদনের অপেক্ষায় আছেন।}} অনুমোদন দেওয়ার আগে রেজিস্ট্রেশন নম্বর যাচাই করুন।

কে অপেক্ষায় আছেন দেখুন: {publicUrl}/dashboard/pending-expert`,
  'translationsWait.subject':
    '{count, plural, one {#টি মতামত অনুবাদের অপেক্ষায় আছে} other {#টি মতামত অনুবাদের অপেক্ষায় আছে}}',
  'translationsWait.text': `{count, plural, one {আপনি পড়েন এমন ভাষায় #টি মতামত অনুবাদের অপেক্ষায় আছে।} other {আপনি পড়েন এমন ভাষায় #টি মতামত অনুবাদের অপেক্ষায় আছে।}} মতামতে কী আছে তা এই ইমেলে লেখা নেই।

কী অপেক্ষায় আছে দেখুন: {publicUrl}/dashboard/translate

সেটিংসে বেছে নেওয়া ভাষার জন্য এই ইমেল দিনে বড়জোর একবার আসে: {publicUrl}/dashboard/settings`,
  'accountApproved.subject': 'আপনার {productName} অ্যাকাউন্ট অনুমোদন পেয়েছে',
  'accountApproved.text': `ক্লিনিকের অ্যাডমিন আপনার অ্যাকাউন্ট অনুমোদন করেছেন। এখন আপনি অপেক্ষায় থাকা রিপোর্ট পড়ে মতামত দিতে পারেন।

রিপোর্টে যান: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'আপনার {productName} অ্যাকাউন্ট সম্পর্কে',
  'accountRejected.text': 'অ্যাডমিন আপনার অ্যাকাউন্টে অনুমোদন দেননি। কারণ জানতে লগ ইন করুন: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'আপনার {productName} অ্যাকাউন্ট সাসপেন্ড করা হয়েছে',
  'accountSuspended.text':
    'অ্যাডমিন আপনার অ্যাকাউন্ট সাসপেন্ড করেছেন, আর সব জায়গা থেকে আপনাকে লগ আউট করা হয়েছে। কারণ জানতে লগ ইন করুন: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'আপনার {productName} অ্যাকাউন্ট আবার চালু হয়েছে',
  'accountRestored.text': `অ্যাডমিন আপনার অ্যাকাউন্ট আবার চালু করেছেন। আপনি আবার রিপোর্ট পড়ে মতামত দিতে পারেন।

লগ ইন করুন: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'আপনার {productName} অ্যাকাউন্ট আবার চালু হয়েছে',
  'accountToWait.text': `অ্যাডমিন আপনার অ্যাকাউন্ট আবার দেখবেন। অনুমোদন পেলে আমরা আপনাকে জানাব।

লগ ইন করুন: {publicUrl}/dashboard/home`,
  'testEmail.subject': '{productName} থেকে পরীক্ষার ইমেল',
  'testEmail.text': 'আপনি {productName} ড্যাশবোর্ডে এই ইমেল চেয়েছিলেন। এটি পৌঁছেছে, তাই ইমেল কাজ করছে।',
  'contactMessage.subject': '{productName} যোগাযোগ পেজ থেকে একটি মেসেজ',
  'contactMessage.text': `যোগাযোগ পেজে কেউ একজন লিখেছেন।

নাম: {name}
ইমেল: {email}

{message}

সব মেসেজ: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'একটি প্রশ্ন উত্তরের অপেক্ষায় আছে',
  'queryWaits.text': `হোম পেজে কেউ একজন প্রশ্ন পাঠিয়েছেন। তাঁর কথা গোপন রাখতে প্রশ্নটি এই ইমেলে লেখা হয়নি।

এখানে পড়ুন: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'একজন ফোন করতে বলেছেন',
  'callBackWaits.text': `হোম পেজে একজন তাঁকে ফোন করতে বলেছেন। তাঁর কথা গোপন রাখতে বাকিটা এই ইমেলে লেখা হয়নি।

এখানে পড়ুন: {publicUrl}/dashboard/messages?kind=callback`,
};
