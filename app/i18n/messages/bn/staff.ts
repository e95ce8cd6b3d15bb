import type { Catalogue } from '~/i18n/messages/en';

/** The sentences that only experts' and admins' own pages show, in Bengali. */
export const staff: Catalogue['staff'] = {
  // What admins see of what visitors wrote
  'messages.lead': 'লোকে যা লিখেছেন, সবচেয়ে নতুনটি আগে। বন্ধ করার 90 দিন পরে মেসেজ মুছে ফেলা হয়।',
  'messages.state': 'অবস্থা',
  'messages.open': 'খোলা',
  'messages.closed': 'বন্ধ',
  'messages.kind': 'ধরন',
  'messages.allKinds': 'সব ধরন',
  'messages.contact': 'যোগাযোগ',
  'messages.query': 'প্রশ্ন',
  'messages.callback': 'ফোন করতে হবে',
  'messages.filter': 'দেখান',
  'messages.close': 'বন্ধ করুন',
  'messages.closedOn': 'বন্ধ করা হয়েছে: {date}',
  'messages.noName': 'নাম দেওয়া নেই',
  'messages.empty': 'কোনও মেসেজ নেই।',

  // Review
  'review.for': '{name}, রিপোর্ট: {type}',
  'review.label': 'আপনার মতামত',
  'review.hint': 'লিখুন রিপোর্টের মানে কী, এরপর কী করতে হবে, আর কখন নিজে গিয়ে ডাক্তার দেখাতে হবে।',
  'review.submit': 'মতামত পাঠান',
  'review.busy': 'পাঠানো হচ্ছে...',
  'review.description': 'রোগী যা লিখেছেন',
  'review.back': 'তালিকায় ফিরে যান',
  'review.draft': 'আপনার লেখা রাখা আছে। আপনি লিখে যেতে পারেন।',

  'review.languageLabel': 'আপনার মতামতের ভাষা',
  'review.patientReads': 'রোগী {language} পড়েন।',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'মতামত অনুবাদ করুন',
  'translate.listTitle': 'অনুবাদের অপেক্ষায় থাকা মতামত',
  'translate.listLead': 'এই রোগীরা এমন ভাষা পড়েন যা আপনিও পড়েন। যে মতামত সবচেয়ে বেশি দিন অপেক্ষায় আছে, সেটা সবার আগে।',
  'translate.empty': 'অনুবাদ করার মতো কোনও মতামত নেই।',
  'translate.emptyHint': 'সেটিংসে আপনার ভাষা বেছে নিন। সেই ভাষার রোগীদের মতামত তখন এখানে দেখা যাবে।',
  'translate.from': 'যে ভাষায় লেখা',
  'translate.to': 'যে ভাষায় দরকার',
  'translate.original': 'মূল মতামত, লিখেছেন {name}',
  'translate.lead': 'মতামতে যা আছে, {language} ভাষায় ঠিক সেটাই লিখুন, আর কিছু নয়। নিচে আপনার নাম থাকবে।',
  'translate.label': 'মতামত, {language} ভাষায়',
  'translate.submit': 'অনুবাদ পাঠান',
  'translate.back': 'তালিকায় ফিরে যান',
  'translate.action': 'অনুবাদ করুন',

  // The patient's language in the list of reports that wait
  'filter.language': 'রোগীর ভাষা',
  'filter.allLanguages': 'সব ভাষা',

  // The report beside the review
  'viewer.label': 'রিপোর্ট',
  'viewer.zoom': 'ছোট-বড় করুন',
  'viewer.fit': 'পুরোটা দেখান',
  'viewer.turn': 'ঘোরান',
  'viewer.keys': 'কি-বোর্ডে: + আর − দিয়ে বড়-ছোট, R দিয়ে ঘোরানো।',
  'viewer.failed': 'এই পাতা এখানে দেখানো যাচ্ছে না। ফাইলটি খুলুন।',
  'viewer.more': 'এখানে প্রথম {pages}টি পাতা দেখা যাচ্ছে। বাকিটার জন্য ফাইল খুলুন।',

  // Experts
  'experts.pendingLead': 'রিপোর্ট পড়তে দেওয়ার আগে যাচাই করুন তাঁরা কে।',
  'experts.pendingEmpty': 'অপেক্ষায় থাকা কোনও বিশেষজ্ঞ নেই।',
  'experts.pendingEmptyHint': 'নতুন আবেদন এখানে দেখা যাবে।',
  'experts.contact': 'যোগাযোগ',
  'experts.accountType': 'অ্যাকাউন্টের ধরন',
  'experts.approve': 'অনুমোদন দিন',
  'approve.title': '{name}, রেজিস্ট্রেশন নম্বর {number}: এঁর জন্য রিপোর্ট খুলে দেবেন?',
  'approve.titleNoNumber': '{name}: এঁর জন্য রিপোর্ট খুলে দেবেন?',
  'approve.noNumber': '{name} কোনও রেজিস্ট্রেশন নম্বর দেননি।',
  'approve.opens': 'তারপর তিনি অপেক্ষায় থাকা প্রত্যেক রোগীর নাম, ফোন নম্বর আর ফাইল দেখতে পাবেন, আর মতামত লিখতে পারবেন।',
  'approve.register': 'এই কাউন্সিলের রেজিস্টারে নম্বরটি দেখুন: {council}',
  'approve.noCouncil': 'তিনি কোনও কাউন্সিলের নাম দেননি। নম্বরটি কোথাকার তা জেনে নিয়ে সেখানে দেখুন।',
  'approve.checked': 'আমি এই নম্বর যাচাই করেছি',
  'approve.checkedOtherwise': 'আমি অন্যভাবে যাচাই করেছি যে তিনি ডাক্তার',
  'experts.approvedEmpty': 'অনুমোদিত কোনও বিশেষজ্ঞ নেই।',
  'experts.approvedEmptyHint': 'অ্যাডমিন অনুমোদন দিলে বিশেষজ্ঞদের এখানে দেখা যাবে।',

  // Credentials and standing
  'credentials.changed': 'রেজিস্ট্রেশন বদলানো হয়েছে: {date}',
  'standing.since': '{date} থেকে',
  'standing.restore': 'আবার চালু করুন',
  'judge.reject': 'নাকচ করুন',
  'judge.suspend': 'সাসপেন্ড করুন',
  'judge.rejectTitle': 'এই বিশেষজ্ঞের আবেদন নাকচ করবেন?',
  'judge.suspendTitle': 'এই বিশেষজ্ঞকে সাসপেন্ড করবেন?',
  'judge.rejectText': 'তিনি রিপোর্ট পড়তে পারবেন না। পরে তাঁর অ্যাকাউন্ট আবার চালু করতে পারবেন।',
  'judge.suspendText': 'তিনি সঙ্গে সঙ্গে লগ আউট হয়ে যাবেন আর রিপোর্ট পড়তে পারবেন না। তাঁর লেখা মতামত থেকে যাবে।',
  'judge.reasonHint': 'তিনি এটা নিজের ড্যাশবোর্ডে পড়বেন। ইমেলে এটা লেখা থাকবে না।',
};
