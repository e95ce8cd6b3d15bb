import type { Messages } from '~/i18n/messages/en';

/** The e-mails in Marathi. */
export const emails: Messages<'emails'> = {
  greeting: 'नमस्कार,',
  about: 'हे {person} यांच्या रिपोर्टबद्दल आहे.',
  'code.subject': '{code} हा तुमचा {productName} कोड आहे',
  'code.text': `तुमचा कोड आहे {code}

तुम्ही जिथे खाते उघडत होता त्या पानावर तो लिहा. हा कोड {minutes} मिनिटे चालतो.
तुम्ही {productName} वर खाते उघडत नसाल, तर तुम्हाला काहीही करायची गरज नाही.`,
  'alreadyHaveAccount.subject': 'तुमचे {productName} खाते आधीच आहे',
  'alreadyHaveAccount.text': `कोणीतरी, कदाचित तुम्हीच, आत्ता या ई-मेल पत्त्यावरून {productName} वर नवीन खाते उघडण्याचा प्रयत्न केला. तुमचे खाते आधीच आहे.

लॉग इन करा: {publicUrl}/login
पासवर्ड विसरलात तर: {publicUrl}/forgot-password

ते तुम्ही नसाल, तर तुम्हाला काहीही करायची गरज नाही: तुमचे खाते होते तसेच आहे.`,
  'resetPassword.subject': 'नवीन {productName} पासवर्ड निवडा',
  'resetPassword.text': `कोणीतरी, कदाचित तुम्हीच, नवीन पासवर्ड मागितला आहे. तो इथे निवडा:

{publicUrl}/update-password/{token}

ही लिंक {minutes} मिनिटे आणि एकदाच चालते. ते तुम्ही नसाल, तर तुम्हाला काहीही करायची गरज नाही.`,
  'passwordChanged.subject': 'तुमचा {productName} पासवर्ड बदलला आहे',
  'passwordChanged.text': `तुमच्या {productName} खात्याचा पासवर्ड आत्ताच बदलला आहे आणि बाकी सर्व फोन व कॉम्प्युटरवरून लॉग आउट केले आहे.

तो तुम्हीच बदलला असेल, तर काहीही करायची गरज नाही. नसेल, तर लगेच नवीन पासवर्ड निवडा: {publicUrl}/forgot-password`,
  'manyWrongLogins.subject': 'तुमच्या {productName} खात्यासाठी खूप वेळा चुकीचा पासवर्ड टाकला गेला',
  'manyWrongLogins.text': `कोणीतरी, कदाचित तुम्हीच, गेल्या एका तासात तुमच्या {productName} खात्यासाठी खूप वेळा चुकीचा पासवर्ड टाकला आहे. हे चालू असेपर्यंत, ज्या फोनवर किंवा कॉम्प्युटरवर तुम्ही आधी लॉग इन केले आहे, फक्त तिथेच लॉग इन करू शकता.

पासवर्ड विसरला असाल किंवा फोन नवीन असेल, तर नवीन पासवर्ड निवडा आणि मग लॉग इन करा: {publicUrl}/forgot-password

ते तुम्ही नसाल, तर या प्रयत्नांतून कोणीही आत आलेले नाही. तुमचा पासवर्ड छोटा असेल किंवा तो दुसरीकडेही वापरत असाल, तर नवीन पासवर्ड निवडा.`,
  'reviewReady.subject': 'तुमच्या रिपोर्टवर अभिप्राय आला आहे',
  'reviewReady.text': `डॉक्टरांनी तुमचा रिपोर्ट वाचून त्याचा अर्थ लिहिला आहे. तुमची माहिती खाजगी राहावी म्हणून तो या ई-मेलमध्ये लिहिलेला नाही.

इथे वाचा: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewChanged.subject': 'तुमच्या रिपोर्टवरील अभिप्राय बदलला आहे',
  'reviewChanged.text': `डॉक्टरांनी तुमच्या रिपोर्टवरील अभिप्रायात भर घातली आहे किंवा तो दुरुस्त केला आहे. तुमची माहिती खाजगी राहावी म्हणून तो या ई-मेलमध्ये लिहिलेला नाही.

इथे वाचा: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewWithdrawn.subject': 'तुमच्या रिपोर्टवरील अभिप्राय मागे घेतला आहे',
  'reviewWithdrawn.text': `तुमच्या एका रिपोर्टवरील अभिप्राय मागे घेतला आहे. कृपया त्याप्रमाणे काही करू नका. डॉक्टर तुमचा रिपोर्ट पुन्हा वाचतील, आणि नवीन अभिप्राय तयार झाल्यावर आम्ही तुम्हाला ई-मेल पाठवू.

तुमचे रिपोर्ट पाहा: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewTakenBack.subject': 'एक अभिप्राय मागे घेतला आहे',
  'reviewTakenBack.text': `केस नंबर {caseNumber} च्या रिपोर्टवरील अभिप्राय मागे घेतला आहे. तो दुसऱ्या कोणासाठी असेल तर रुग्णाने तो वाचला असू शकतो: माहिती फुटल्याचे कळवायचे का ते कृपया ठरवा. आजाराची कोणतीही माहिती या ई-मेलमध्ये नाही.

केस नंबरवरून रिपोर्ट शोधा: {publicUrl}/dashboard/pending-report`,
  'translationReady.subject': 'तुमचा अभिप्राय तुमच्या भाषेत आला आहे',
  'translationReady.text': `डॉक्टरांनी तुमच्या रिपोर्टवरील अभिप्राय तुमच्या भाषेत लिहिला आहे. तुमची माहिती खाजगी राहावी म्हणून तो या ई-मेलमध्ये लिहिलेला नाही.

इथे वाचा: {publicUrl}/dashboard/previous-report/{patientId}`,
  'questionWaits.subject': 'डॉक्टरांना तुमच्या रिपोर्टबद्दल काही विचारायचे आहे',
  'questionWaits.text': `डॉक्टरांनी तुमचा रिपोर्ट पाहिला आहे आणि अभिप्राय देण्याआधी त्यांना तुमच्याकडून काही हवे आहे. तुमची माहिती खाजगी राहावी म्हणून ते या ई-मेलमध्ये लिहिलेले नाही.

इथे वाचा आणि उत्तर द्या: {publicUrl}/dashboard/answer-question/{reportId}`,
  'answerWaits.subject': 'रुग्णाने तुमच्या प्रश्नाचे उत्तर दिले आहे',
  'answerWaits.text': `तुम्ही विचारलेल्याचे उत्तर रुग्णाने दिले आहे. रिपोर्ट 24 तास तुमचा आहे; त्यानंतर कोणतेही डॉक्टर अभिप्राय देऊ शकतात. या ई-मेलमध्ये वैद्यकीय माहिती नाही.

रिपोर्ट इथे उघडा: {publicUrl}/dashboard/add-review/{reportId}`,
  'reportHeld.subject': 'एक रिपोर्ट ॲडमिनची वाट पाहत आहे',
  'reportHeld.text': `एक रिपोर्ट दुसऱ्या कोणाचा आहे का, असे एका डॉक्टरांनी विचारले आहे. ॲडमिन पाहीपर्यंत इतर कोणतेही डॉक्टर तो उघडू शकत नाहीत. कोणाला दुसऱ्याचा रिपोर्ट मिळाला असेल, तर तो कळवण्यासारखा गोपनीयता भंग असू शकतो.

इथे पाहा: {publicUrl}/dashboard/lift-hold/{reportId}`,
  'reportsWait.subject':
    '{count, plural, one {एका रिपोर्टवर अभिप्राय बाकी आहे} other {# रिपोर्टवर अभिप्राय बाकी आहे}}',
  'reportsWait.text': `{count, plural, one {एक रिपोर्ट डॉक्टरांची वाट पाहत आहे.} other {# रिपोर्ट डॉक्टरांची वाट पाहत आहेत.}} रिपोर्टमधील कोणतीही माहिती या ई-मेलमध्ये नाही.

कोणते रिपोर्ट बाकी आहेत ते पाहा: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject':
    '{count, plural, one {# डॉक्टर मंजुरीची वाट पाहत आहेत} other {# डॉक्टर मंजुरीची वाट पाहत आहेत}}',
  'expertsWait.text': `{count, plural, one {# डॉक्टर मंजुरीची वाट पाहत आहेत.} other {# डॉक्टर मंजुरीची वाट पाहत आहेत.}} मंजुरी देण्यापूर्वी नोंदणी क्रमांक तपासा.

कोण वाट पाहत आहे ते पाहा: {publicUrl}/dashboard/pending-expert`,
  'translationsWait.subject':
    '{count, plural, one {एका अभिप्रायाचे भाषांतर बाकी आहे} other {# अभिप्रायांचे भाषांतर बाकी आहे}}',
  'translationsWait.text': `{count, plural, one {तुम्ही वाचता त्या भाषेत एका अभिप्रायाचे भाषांतर बाकी आहे.} other {तुम्ही वाचता त्या भाषांत # अभिप्रायांचे भाषांतर बाकी आहे.}} अभिप्रायातील कोणतीही माहिती या ई-मेलमध्ये नाही.

कोणते अभिप्राय बाकी आहेत ते पाहा: {publicUrl}/dashboard/translate

सेटिंग्जमध्ये तुम्ही निवडलेल्या भाषांसाठी हा ई-मेल दिवसातून जास्तीत जास्त एकदा येतो: {publicUrl}/dashboard/settings`,
  'accountApproved.subject': 'तुमच्या {productName} खात्याला मंजुरी मिळाली',
  'accountApproved.text': `दवाखान्याच्या ॲडमिनने तुमच्या खात्याला मंजुरी दिली आहे. आता तुम्ही बाकी असलेले रिपोर्ट वाचू शकता आणि त्यांवर अभिप्राय देऊ शकता.

रिपोर्टकडे जा: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'तुमच्या {productName} खात्याविषयी',
  'accountRejected.text':
    'ॲडमिनने तुमच्या खात्याला मंजुरी दिली नाही. कारण पाहण्यासाठी लॉग इन करा: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'तुमचे {productName} खाते निलंबित केले आहे',
  'accountSuspended.text':
    'ॲडमिनने तुमचे खाते निलंबित केले आहे आणि तुम्हाला सगळीकडून लॉग आउट केले आहे. कारण पाहण्यासाठी लॉग इन करा: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'तुमचे {productName} खाते पुन्हा सुरू झाले आहे',
  'accountRestored.text': `ॲडमिनने तुमचे खाते पुन्हा सुरू केले आहे. तुम्ही पुन्हा रिपोर्ट वाचू शकता आणि त्यांवर अभिप्राय देऊ शकता.

लॉग इन करा: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'तुमचे {productName} खाते पुन्हा सुरू झाले आहे',
  'accountToWait.text': `ॲडमिन तुमचे खाते पुन्हा तपासतील. मंजुरी मिळाली की आम्ही तुम्हाला कळवू.

लॉग इन करा: {publicUrl}/dashboard/home`,
  'testEmail.subject': '{productName} कडून चाचणीचा ई-मेल',
  'testEmail.text': 'तुम्ही {productName} च्या डॅशबोर्डवर हा ई-मेल मागवला होता. तो पोहोचला, म्हणजे ई-मेल चालतो.',
  'contactMessage.subject': '{productName} संपर्क पानावरून एक मेसेज',
  'contactMessage.text': `कोणीतरी संपर्क पानावर मेसेज लिहिला आहे.

नाव: {name}
ई-मेल: {email}

{message}

सर्व मेसेज: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'एक प्रश्न उत्तराची वाट पाहत आहे',
  'queryWaits.text': `कोणीतरी मुख्य पानावरून प्रश्न पाठवला आहे. त्यांची माहिती खाजगी राहावी म्हणून तो या ई-मेलमध्ये लिहिलेला नाही.

इथे वाचा: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'कोणीतरी फोन करण्याची विनंती केली आहे',
  'callBackWaits.text': `कोणीतरी मुख्य पानावरून फोन करण्याची विनंती केली आहे. त्यांची माहिती खाजगी राहावी म्हणून ती या ई-मेलमध्ये लिहिलेली नाही.

इथे वाचा: {publicUrl}/dashboard/messages?kind=callback`,
};
