import type { Catalogue } from '~/i18n/messages/en';

/** The sentences that only experts' and admins' own pages show, in Marathi. */
export const staff: Catalogue['staff'] = {
  // What admins see of what visitors wrote
  'messages.lead': 'लोकांनी काय लिहिले ते, सर्वात नवीन आधी. मेसेज बंद केल्यावर 90 दिवसांनी तो हटवला जातो.',
  'messages.state': 'स्थिती',
  'messages.open': 'उत्तर बाकी',
  'messages.closed': 'बंद केलेले',
  'messages.kind': 'प्रकार',
  'messages.allKinds': 'सर्व प्रकार',
  'messages.contact': 'संपर्क',
  'messages.query': 'प्रश्न',
  'messages.callback': 'फोनची विनंती',
  'messages.filter': 'दाखवा',
  'messages.close': 'बंद करा',
  'messages.closedOn': 'बंद केला: {date}',
  'messages.noName': 'नाव दिलेले नाही',
  'messages.empty': 'एकही मेसेज नाही.',

  // Review
  'review.for': '{name} यांचा रिपोर्ट: {type}',
  'review.label': 'तुमचा अभिप्राय',
  'review.hint': 'रिपोर्टचा अर्थ काय, पुढे काय करायचे आणि डॉक्टरांना प्रत्यक्ष कधी भेटायचे ते लिहा.',
  'review.submit': 'अभिप्राय पाठवा',
  'review.busy': 'पाठवत आहे...',
  'review.description': 'रुग्णाने काय लिहिले आहे',
  'review.back': 'यादीकडे परत जा',
  'review.draft': 'तुमचा मजकूर जपून ठेवला आहे. तुम्ही पुढे लिहू शकता.',

  'review.languageLabel': 'तुमच्या अभिप्रायाची भाषा',
  'review.patientReads': 'रुग्ण {language} वाचतात.',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'अभिप्रायाचे भाषांतर करा',
  'translate.listTitle': 'भाषांतर करायचे अभिप्राय',
  'translate.listLead': 'या रुग्णांची भाषा तुम्हालाही वाचता येते. सर्वात जास्त वेळ थांबलेला अभिप्राय सर्वात वर आहे.',
  'translate.empty': 'भाषांतर करायचा एकही अभिप्राय नाही.',
  'translate.emptyHint': 'सेटिंग्जमध्ये तुमच्या भाषा निवडा. मग त्या भाषा वाचणाऱ्यांचे अभिप्राय इथे दिसतात.',
  'translate.from': 'लिहिलेली भाषा',
  'translate.to': 'हवी असलेली भाषा',
  'translate.original': 'मूळ अभिप्राय, लिहिणारे: {name}',
  'translate.lead': 'अभिप्रायात जे आहे तेच {language} भाषेत लिहा, त्यात काही वाढवू नका. त्याखाली तुमचे नाव दिसते.',
  'translate.label': '{language} भाषेतील अभिप्राय',
  'translate.submit': 'भाषांतर पाठवा',
  'translate.back': 'यादीकडे परत जा',
  'translate.action': 'भाषांतर करा',

  // The patient's language in the list of reports that wait
  'filter.language': 'रुग्णाची भाषा',
  'filter.allLanguages': 'सर्व भाषा',

  // The report beside the review
  'viewer.label': 'रिपोर्ट',
  'viewer.zoom': 'झूम',
  'viewer.fit': 'पूर्ण दाखवा',
  'viewer.turn': 'फिरवा',
  'viewer.keys': 'कळा: + आणि − ने झूम, R ने फिरवा.',
  'viewer.failed': 'हे पान इथे दाखवता येत नाही. कृपया फाइल उघडा.',
  'viewer.more': 'इथे पहिली {pages} पाने दिसतात. बाकीची पाहण्यासाठी फाइल उघडा.',

  // Experts
  'experts.pendingLead': 'रिपोर्ट वाचण्याची परवानगी देण्यापूर्वी ते कोण आहेत याची खात्री करा.',
  'experts.pendingEmpty': 'मंजुरी बाकी असलेले कोणी तज्ज्ञ डॉक्टर नाहीत.',
  'experts.pendingEmptyHint': 'नवीन विनंत्या इथे दिसतात.',
  'experts.contact': 'संपर्क',
  'experts.accountType': 'खात्याचा प्रकार',
  'experts.approve': 'मंजुरी द्या',
  'approve.title': '{name}, नोंदणी क्रमांक {number}: यांच्यासाठी रिपोर्ट खुले करायचे का?',
  'approve.titleNoNumber': '{name}: यांच्यासाठी रिपोर्ट खुले करायचे का?',
  'approve.noNumber': '{name} यांनी नोंदणी क्रमांक दिलेला नाही.',
  'approve.opens':
    'त्यानंतर ते प्रतीक्षेत असलेल्या प्रत्येक रुग्णाचे नाव, फोन नंबर आणि फाइल पाहू शकतील आणि अभिप्राय लिहू शकतील.',
  'approve.register': 'या कौन्सिलच्या नोंदवहीत हा क्रमांक पाहा: {council}',
  'approve.noCouncil': 'त्यांनी कौन्सिलचे नाव दिलेले नाही. क्रमांक कुठला आहे ते विचारा आणि तिथे पाहा.',
  'approve.checked': 'मी हा क्रमांक तपासला आहे',
  'approve.checkedOtherwise': 'ते डॉक्टर आहेत याची खात्री मी दुसऱ्या मार्गाने केली आहे',
  'experts.approvedEmpty': 'मंजूर झालेले कोणी तज्ज्ञ डॉक्टर नाहीत.',
  'experts.approvedEmptyHint': 'ॲडमिनने मंजुरी दिली की तज्ज्ञ डॉक्टर इथे दिसतात.',

  // Credentials and standing
  'credentials.changed': 'नोंदणी बदलली: {date}',
  'standing.since': '{date} पासून',
  'standing.restore': 'पुन्हा सुरू करा',
  'judge.reject': 'नाकारा',
  'judge.suspend': 'निलंबित करा',
  'judge.rejectTitle': 'या तज्ज्ञ डॉक्टरांना नाकारायचे का?',
  'judge.suspendTitle': 'या तज्ज्ञ डॉक्टरांना निलंबित करायचे का?',
  'judge.rejectText': 'ते रिपोर्ट वाचू शकत नाहीत. तुम्ही त्यांचे खाते नंतर पुन्हा सुरू करू शकता.',
  'judge.suspendText': 'ते लगेच लॉग आउट होतात आणि रिपोर्ट वाचू शकत नाहीत. त्यांचे अभिप्राय तसेच राहतात.',
  'judge.reasonHint': 'ते हे कारण त्यांच्या डॅशबोर्डवर वाचतात. ई-मेलमध्ये ते लिहिले जात नाही.',
};
