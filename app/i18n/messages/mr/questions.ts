import type { Messages } from '~/i18n/messages/en';

/** The sentences on what doctors ask patients before a review, in Marathi. */
export const questions: Messages<'questions'> = {
  // Several files at once
  'file.chooseSome': 'फाइली निवडा',
  'upload.fileNumber': 'फाइल {number}: {what}',
  'upload.tooManyFiles': 'कृपया एका वेळी जास्तीत जास्त {most} फाइली पाठवा.',
  'upload.tooLargeTogether': 'सर्व फाइली मिळून {megabytes} MB पेक्षा मोठ्या आहेत. कृपया कमी किंवा लहान फाइली पाठवा.',

  // What a doctor asks
  'ask.title': 'यावर आत्ताच अभिप्राय देता येत नाही',
  'ask.pageTitle': 'रुग्णाला विचारा',
  'ask.lead': 'रुग्णाला ई-मेल जातो, आणि उत्तर येईपर्यंत रिपोर्ट यादीत राहत नाही. मग तो सर्वात आधी तुमच्याकडे येतो.',
  'ask.kindLabel': 'काय कमी आहे?',
  'ask.choose.unreadable': 'मला हे वाचता येत नाही',
  'ask.choose.pageMissing': 'एक पान राहिलेले दिसते',
  'ask.choose.otherPerson': 'हा दुसऱ्या कोणाचा रिपोर्ट दिसतो. मग ॲडमिन पाहीपर्यंत इतर डॉक्टर तो उघडू शकत नाहीत.',
  'ask.choose.olderReport': 'मला जुना रिपोर्ट हवा आहे',
  'ask.choose.detail': 'मला एक प्रश्न आहे',
  'ask.pagesLabel': 'कोणती पाने? (ऐच्छिक)',
  'ask.pagesHint': 'उदाहरणार्थ: 2, 5-6',
  'ask.textLabel': 'तुमच्या शब्दांत',
  'ask.textHint':
    'रुग्ण आमचे वाक्य त्यांच्या भाषेत वाचतात आणि त्याखाली हे. जुन्या रिपोर्टसाठी किंवा प्रश्नासाठी हे लिहिणे आवश्यक आहे.',
  'ask.languageLabel': 'तुमच्या मजकुराची भाषा',
  'ask.send': 'रुग्णाला पाठवा',
  'ask.busy': 'पाठवत आहोत...',
  'ask.done': 'तुमचा प्रश्न रुग्णाला पाठवला आहे',
  'ask.failed': 'प्रश्न पाठवता आला नाही',
  'ask.kind': 'कृपया काय कमी आहे ते निवडा',
  'ask.text': 'कृपया तुम्हाला काय जाणून घ्यायचे आहे ते लिहा',
  'ask.pagesWrong': 'कृपया पानांचे क्रमांक लिहा, उदाहरणार्थ: 2, 5-6',
  'ask.noSuchPage': '{pages, plural, one {या रिपोर्टमध्ये फक्त # पान आहे} other {या रिपोर्टमध्ये फक्त # पाने आहेत}}',
  'ask.open': 'हा रिपोर्ट आधीच रुग्णाच्या उत्तराची वाट पाहत आहे.',
  'ask.held': 'आधी ॲडमिनने हा रिपोर्ट पाहायला हवा.',
  'ask.noClaim': 'हा रिपोर्ट वाचणारे डॉक्टरच विचारू शकतात. कृपया आधी तो उघडा.',

  // What the patient reads
  'wanted.unreadable': 'डॉक्टरांना रिपोर्ट वाचता येत नाही. कृपया दिवसाच्या उजेडात नवीन फोटो काढा.',
  'wanted.unreadablePage': 'डॉक्टरांना पान {pages} वाचता येत नाही. कृपया दिवसाच्या उजेडात नवीन फोटो काढा.',
  'wanted.unreadablePages': 'डॉक्टरांना पाने {pages} वाचता येत नाहीत. कृपया दिवसाच्या उजेडात नवीन फोटो काढा.',
  'wanted.pageMissing': 'एक पान राहिलेले दिसते. कृपया ते जोडा.',
  'wanted.otherPerson': 'हा रिपोर्ट दुसऱ्या कोणाचा दिसतो. हा बरोबर रिपोर्ट आहे का?',
  'wanted.olderReport': 'याच तपासणीचा जुना रिपोर्ट असेल तर कृपया जोडा.',
  'wanted.detail': 'डॉक्टरांना एक प्रश्न आहे.',
  'question.badge': 'तुमच्या उत्तराची वाट पाहत आहे',
  'question.title': 'डॉक्टरांना तुमच्याकडून काही हवे आहे',
  'question.by': '{name} यांनी विचारले, {date}',
  'question.pages': 'पाने: {pages}',
  'question.answer': 'उत्तर',
  'question.noAnswer': 'उत्तर आले नाही',
  'question.answered': 'तुमचे उत्तर मिळाले आहे. तेच डॉक्टर पुढे पाहतील.',
  'question.held': 'आधी क्लिनिक हा रिपोर्ट पाहील. मग डॉक्टर पुढे पाहतील.',
  'question.history': 'प्रश्न आणि उत्तरे',
  'question.lifted': 'क्लिनिकने हा डॉक्टरांसाठी पुन्हा उघडला: {reason}',
  'question.added': 'जोडलेली फाइल {number}, {date}',
  'question.someWait':
    '{count, plural, one {डॉक्टरांना तुमच्याकडून काही हवे आहे} other {# रिपोर्टसाठी डॉक्टरांना तुमच्याकडून काही हवे आहे}}',

  // The answer
  'answer.title': 'डॉक्टरांना उत्तर द्या',
  'answer.open': 'उत्तर द्या',
  'answer.filesLabel': 'फोटो किंवा PDF',
  'answer.filesHint': 'जास्तीत जास्त {most} फाइली, एकूण {megabytes} MB पर्यंत.',
  'answer.textLabel': 'तुमचे उत्तर',
  'answer.textHint': 'तुम्ही लिहू शकता, फाइली जोडू शकता, किंवा दोन्ही.',
  'answer.submit': 'उत्तर पाठवा',
  'answer.done': 'तुमचे उत्तर पाठवले आहे',
  'answer.failed': 'तुमचे उत्तर पाठवता आले नाही',
  'answer.empty': 'कृपया काहीतरी लिहा किंवा फाइल जोडा',
  'answer.already': 'तुम्ही आधीच उत्तर दिले आहे. धन्यवाद.',
  'answer.none': 'या रिपोर्टबद्दल आता काही विचारलेले नाही.',
  'answer.reviewed': 'या रिपोर्टवर आधीच अभिप्राय दिला आहे. आता आणखी काही नको.',

  // Closing a question, and opening a report to doctors again
  'closeQuestion.title': 'हा प्रश्न बंद करायचा?',
  'closeQuestion.textBelow': 'रुग्णाला आता विचारले जाणार नाही, आणि रिपोर्ट यादीत परत येईल.',
  'closeQuestion.confirm': 'प्रश्न बंद करा',
  'closeQuestion.keep': 'वाट पाहा',
  'closeQuestion.done': 'प्रश्न बंद केला',
  'closeQuestion.failed': 'प्रश्न बंद करता आला नाही',
  'closeQuestion.none': 'या रिपोर्टवर कोणताही प्रश्न बाकी नाही.',
  'lift.title': 'हा रिपोर्ट डॉक्टरांसाठी पुन्हा उघडायचा?',
  'lift.textBelow':
    'हा रिपोर्ट दुसऱ्या कोणाचा आहे का, असे एका डॉक्टरांनी विचारले आहे. तुम्ही उघडेपर्यंत इतर कोणतेही डॉक्टर त्याच्या फाइली पाहू शकत नाहीत.',
  'lift.reasonHint': 'रुग्ण आणि डॉक्टर हे वाचू शकतात.',
  'lift.confirm': 'डॉक्टरांसाठी उघडा',
  'lift.keep': 'बंद ठेवा',
  'lift.done': 'डॉक्टर हा रिपोर्ट पुन्हा उघडू शकतात',
  'lift.failed': 'रिपोर्ट डॉक्टरांसाठी उघडता आला नाही',
  'lift.notHeld': 'डॉक्टर हा रिपोर्ट आधीच उघडू शकतात.',
  'lift.someHeld':
    '{count, plural, one {तुम्ही पाहीपर्यंत एक रिपोर्ट डॉक्टरांसाठी बंद आहे} other {तुम्ही पाहीपर्यंत # रिपोर्ट डॉक्टरांसाठी बंद आहेत}}',

  // In the list
  'waits.label': 'कोणाची वाट पाहत आहे',
  'waits.doctor': 'डॉक्टरांची',
  'waits.patient': 'रुग्णाची',
  'waits.admin': 'ॲडमिनची',
  'waits.noAnswer': 'विचारले, उत्तर आले नाही',
  'waits.held': 'इतर डॉक्टरांसाठी बंद',
  'waits.patientSince': '{date} पासून रुग्णाच्या उत्तराची वाट पाहत आहे',
  'waits.forDoctor': 'डॉक्टरांची वाट पाहत आहे',
  'waits.beingRead': 'डॉक्टर हा रिपोर्ट वाचत आहेत.',
  'waits.withdrawn': 'रुग्णाने संमती मागे घेतली आहे. आता कोणत्याही डॉक्टरांना हा रिपोर्ट उघडता येत नाही.',
  'waits.takenBack': 'अभिप्राय {date} रोजी मागे घेतला.',

  // Their e-mails
  'letterName.questionWaits': 'डॉक्टरांनी रुग्णाला विचारले आहे',
  'letterName.answerWaits': 'रुग्णाने उत्तर दिले आहे',
  'letterName.reportHeld': 'एक रिपोर्ट डॉक्टरांसाठी बंद आहे',
};
