import type { Catalogue } from '~/i18n/messages/en';

/** The sentences that only experts' and admins' own pages show, in Hindi. */
export const staff: Catalogue['staff'] = {
  // What admins see of what visitors wrote
  'messages.lead': 'लोगों ने जो लिखा, सबसे नया ऊपर। बंद करने के 90 दिन बाद संदेश हटा दिया जाता है।',
  'messages.state': 'स्थिति',
  'messages.open': 'खुले',
  'messages.closed': 'बंद',
  'messages.kind': 'किस तरह का',
  'messages.allKinds': 'सभी तरह के',
  'messages.contact': 'संपर्क',
  'messages.query': 'सवाल',
  'messages.callback': 'फ़ोन करना है',
  'messages.filter': 'दिखाएँ',
  'messages.close': 'बंद करें',
  'messages.closedOn': '{date} को बंद किया गया',
  'messages.noName': 'नाम नहीं लिखा',
  'messages.empty': 'कोई संदेश नहीं मिला।',

  // Review
  'review.for': '{name} की रिपोर्ट: {type}',
  'review.label': 'आपकी राय',
  'review.hint': 'लिखें कि रिपोर्ट का क्या मतलब है, आगे क्या करना है, और डॉक्टर से ख़ुद जाकर कब मिलना है।',
  'review.submit': 'राय भेजें',
  'review.busy': 'भेजी जा रही है...',
  'review.description': 'मरीज़ ने क्या लिखा है',
  'review.back': 'सूची पर वापस जाएँ',
  'review.draft': 'आपका लिखा हुआ सुरक्षित है। आप आगे लिख सकते हैं।',

  'review.languageLabel': 'आपकी राय की भाषा',
  'review.patientReads': 'मरीज़ {language} पढ़ते हैं।',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'राय का अनुवाद करें',
  'translate.listTitle': 'अनुवाद के इंतज़ार में राय',
  'translate.listLead':
    'इनके मरीज़ वह भाषा पढ़ते हैं जो आप भी पढ़ते हैं। जो राय सबसे ज़्यादा देर से इंतज़ार में है, वह सबसे ऊपर है।',
  'translate.empty': 'अनुवाद के लिए कोई राय नहीं है।',
  'translate.emptyHint': 'सेटिंग में अपनी भाषाएँ चुनें। फिर उन भाषाओं के मरीज़ों के लिए लिखी राय यहाँ दिखेगी।',
  'translate.from': 'किस भाषा में लिखी है',
  'translate.to': 'किस भाषा में चाहिए',
  'translate.original': '{name} की लिखी राय',
  'translate.lead': 'राय में जो लिखा है, वही {language} में लिखें, और कुछ नहीं। उसके नीचे आपका नाम होगा।',
  'translate.label': 'राय {language} में',
  'translate.submit': 'अनुवाद भेजें',
  'translate.back': 'सूची पर वापस जाएँ',
  'translate.action': 'अनुवाद करें',

  // The patient's language in the list of reports that wait
  'filter.language': 'मरीज़ की भाषा',
  'filter.allLanguages': 'सभी भाषाएँ',

  // The report beside the review
  'viewer.label': 'रिपोर्ट',
  'viewer.zoom': 'छोटा-बड़ा करें',
  'viewer.fit': 'पूरा दिखाएँ',
  'viewer.turn': 'घुमाएँ',
  'viewer.keys': 'बटन: + और − से बड़ा-छोटा, R से घुमाएँ।',
  'viewer.failed': 'यह पेज यहाँ नहीं दिखाया जा सकता। कृपया फ़ाइल खोलें।',
  'viewer.more': 'यहाँ पहले {pages} पेज दिख रहे हैं। बाक़ी के लिए फ़ाइल खोलें।',

  // Experts
  'experts.pendingLead': 'रिपोर्ट पढ़ने की मंज़ूरी देने से पहले जाँच लें कि वे कौन हैं।',
  'experts.pendingEmpty': 'मंज़ूरी के इंतज़ार में कोई विशेषज्ञ नहीं है।',
  'experts.pendingEmptyHint': 'नए आवेदन यहाँ दिखेंगे।',
  'experts.contact': 'संपर्क',
  'experts.accountType': 'अकाउंट किसका है',
  'experts.approve': 'मंज़ूरी दें',
  'approve.title': '{name}, रजिस्ट्रेशन नंबर {number}: इनके लिए रिपोर्टें खोलें?',
  'approve.titleNoNumber': '{name}: इनके लिए रिपोर्टें खोलें?',
  'approve.noNumber': '{name} ने कोई रजिस्ट्रेशन नंबर नहीं दिया है।',
  'approve.opens': 'इसके बाद वे इंतज़ार कर रहे हर मरीज़ का नाम, फ़ोन नंबर और फ़ाइल देख सकेंगे, और राय लिख सकेंगे।',
  'approve.register': 'इस काउंसिल के रजिस्टर में नंबर देखें: {council}',
  'approve.noCouncil': 'उन्होंने कोई काउंसिल नहीं बताई है। उनसे पूछें कि नंबर कहाँ का है, और वहाँ देखें।',
  'approve.checked': 'मैंने यह नंबर जाँच लिया है',
  'approve.checkedOtherwise': 'मैंने दूसरे तरीके से जाँच लिया है कि वे डॉक्टर हैं',
  'experts.approvedEmpty': 'मंज़ूर किया गया कोई विशेषज्ञ नहीं मिला।',
  'experts.approvedEmptyHint': 'एडमिन की मंज़ूरी के बाद विशेषज्ञ यहाँ दिखेंगे।',

  // Credentials and standing
  'credentials.changed': '{date} को रजिस्ट्रेशन बदला गया',
  'standing.since': '({date} से)',
  'standing.restore': 'बहाल करें',
  'judge.reject': 'नामंज़ूर करें',
  'judge.suspend': 'रोक लगाएँ',
  'judge.rejectTitle': 'इस विशेषज्ञ को नामंज़ूर करें?',
  'judge.suspendTitle': 'इस विशेषज्ञ पर रोक लगाएँ?',
  'judge.rejectText': 'वे रिपोर्टें नहीं पढ़ पाएँगे। आप बाद में उन्हें बहाल कर सकते हैं।',
  'judge.suspendText': 'वे तुरंत लॉग आउट हो जाएँगे और रिपोर्टें नहीं पढ़ पाएँगे। उनकी लिखी राय बनी रहेगी।',
  'judge.reasonHint': 'वे इसे अपने डैशबोर्ड पर पढ़ेंगे। यह ईमेल में नहीं लिखा जाएगा।',
};
