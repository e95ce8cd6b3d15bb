import type { Messages } from '~/i18n/messages/en';

/** The sentences on changing a review and taking it back, in Marathi. */
export const amend: Messages<'amend'> = {
  // The page of its author
  'amend.action': 'दुरुस्त करा किंवा भर घाला',
  'amend.title': 'अभिप्राय दुरुस्त करा किंवा त्यात भर घाला',
  'amend.told': 'अभिप्राय बदलला आहे असा ई-मेल रुग्णाला मिळतो. त्यात आजाराची कोणतीही माहिती नसते.',
  'amend.holds': 'आत्ताचा अभिप्राय',
  'amend.kind': 'तुम्हाला काय करायचे आहे?',
  'amend.kind.addition': 'काही भर घालायची आहे; लिहिलेले तसेच राहते',
  'amend.kind.correction': 'दुरुस्त करायचा आहे; यापुढे नवीन अभिप्राय लागू होतो',
  'amend.kind.takenBack': 'मागे घ्यायचा आहे: तो दुसऱ्या रिपोर्टसाठी होता',
  'amend.kindMissing': 'काय करायचे आहे ते निवडा',
  'amend.text': 'तुमचा मजकूर',
  'amend.textHint':
    'भर घालण्यासाठी फक्त नवीन ते लिहा. दुरुस्त करण्यासाठी पूर्ण अभिप्राय लिहा. मागे घेण्यासाठी इथे काही लिहू नका.',
  'amend.textMissing': 'कृपया तुमचा मजकूर लिहा',
  'amend.noText': 'अभिप्राय मागे घ्यायचा असेल तर इथे काही लिहू नका',
  'amend.languageLabel': 'दुरुस्त केलेल्या अभिप्रायाची भाषा',
  'amend.reasonCode': 'कारण',
  'amend.reason.slip': 'लिहिताना झालेली चूक',
  'amend.reason.newFinding': 'नवीन बाब लक्षात आली',
  'amend.reason.wrongReport': 'दुसऱ्या रिपोर्टसाठी होता',
  'amend.reason.other': 'दुसरे कारण',
  'amend.choose': 'निवडा',
  'amend.reasonCodeMissing': 'कृपया कारण निवडा',
  'amend.reasonLabel': 'का, थोडक्यात',
  'amend.reasonHint':
    'अभिप्राय मागे घेताना, किंवा “दुसरे कारण” निवडल्यास हे लिहावे लागते. रुग्ण हे वाचतात, पण अभिप्राय मागे घेतल्यास नाही.',
  'amend.reasonMissing': 'कृपया का ते थोडक्यात लिहा',
  'amend.takeItBack': 'अभिप्राय दुसऱ्या रिपोर्टसाठी असेल तर कृपया तो मागे घ्या',
  'amend.submit': 'पाठवा',
  'amend.done': 'अभिप्राय बदलला',
  'amend.failed': 'अभिप्राय बदलता आला नाही',
  'amend.changedMeanwhile': 'दरम्यान हा अभिप्राय बदलला आहे. कृपया तो पुन्हा वाचा.',
  'amend.same': 'हा तोच मजकूर आहे.',
  'amend.tooLong': 'आधीच्या मजकुरासह हे खूप लांब होते. कृपया कमी लिहा, किंवा पूर्ण अभिप्राय दुरुस्त करा.',
  'amend.tooMany': 'हा अभिप्राय खूप वेळा बदलला आहे. आता तो फक्त मागे घेता येतो.',
  'amend.notReviewed': 'हा अभिप्राय आधीच मागे घेतलेला आहे.',

  // What the patient reads
  'version.review': '{date} रोजी लिहिला: {name}',
  'version.addition': '{date} रोजी भर घातली: {name}',
  'version.correction': '{date} रोजी दुरुस्त केला: {name}',
  'version.takenBack': '{date} रोजी मागे घेतला: {name}',
  'amend.earlier': 'आधीचा अभिप्राय, आता लागू नाही',
  'amend.wrongReport':
    'हा अभिप्राय मागे घेतला आहे: तो दुसऱ्या रिपोर्टसाठी होता. कृपया त्याप्रमाणे काही करू नका. डॉक्टर तुमचा रिपोर्ट पुन्हा वाचतील.',
  'amend.takenBack': 'हा अभिप्राय मागे घेतला आहे. कृपया त्याप्रमाणे काही करू नका. डॉक्टर तुमचा रिपोर्ट पुन्हा वाचतील.',
  'openings.review.added': 'अभिप्रायात भर घातली: {name}',
  'openings.review.corrected': 'अभिप्राय दुरुस्त केला: {name}',
  'openings.review.takenBack': 'अभिप्राय मागे घेतला: {name}',

  // The page of admins
  'takeBack.link': 'सर्व आवृत्त्या',
  'takeBack.title': 'अभिप्रायाच्या सर्व आवृत्त्या',
  'takeBack.hidden':
    'जे मागे घेतले आहे ते रुग्णांना आणि डॉक्टरांना आता दिसत नाही. दुसऱ्यासाठी लिहिलेला अभिप्राय एखाद्या रुग्णाने वाचला असेल, तर माहिती फुटल्याचे कळवायचे का ते ठरवा.',
  'takeBack.none': 'या रिपोर्टवर सध्या अभिप्राय नाही.',
  'takeBack.form': 'हा अभिप्राय मागे घ्या',
  'takeBack.text':
    'डॉक्टर स्वतः करू शकत नसतील तरच हे करा. रिपोर्ट रांगेत त्याच्या जुन्या जागी परत जातो, आणि रुग्णाला हा अभिप्राय दिसत नाही.',
  'takeBack.reasonHint': 'हे फक्त ॲडमिन वाचतात.',
  'takeBack.submit': 'मागे घ्या',
  'takeBack.done': 'अभिप्राय मागे घेतला',
  'takeBack.failed': 'अभिप्राय मागे घेता आला नाही',
};
