import type { Messages } from '~/i18n/messages/en';

/** The e-mails in Hindi: a subject and a text each. */
export const emails: Messages<'emails'> = {
  greeting: 'नमस्ते,',
  about: 'यह {person} की रिपोर्ट के बारे में है।',
  'code.subject': '{code} आपका {productName} कोड है',
  'code.text': `आपका कोड है: {code}

इसे उस पेज पर लिखें जहाँ आपने अकाउंट बनाया। यह {minutes} मिनट तक चलेगा।
अगर आपने {productName} पर अकाउंट नहीं बनाया है, तो आपको कुछ नहीं करना है।`,
  'alreadyHaveAccount.subject': '{productName} पर आपका अकाउंट पहले से है',
  'alreadyHaveAccount.text': `किसी ने, शायद आपने ही, अभी इस ईमेल पते से {productName} पर अकाउंट बनाने की कोशिश की है। आपका अकाउंट पहले से है।

लॉग इन करें: {publicUrl}/login
पासवर्ड भूल गए: {publicUrl}/forgot-password

अगर यह आपने नहीं किया, तो आपको कुछ नहीं करना है: आपका अकाउंट जैसा था वैसा ही है।`,
  'resetPassword.subject': '{productName} के लिए नया पासवर्ड चुनें',
  'resetPassword.text': `किसी ने, शायद आपने ही, नया पासवर्ड माँगा है। उसे यहाँ चुनें:

{publicUrl}/update-password/{token}

यह लिंक {minutes} मिनट तक चलेगा और सिर्फ़ एक बार काम करेगा। अगर यह आपने नहीं माँगा, तो आपको कुछ नहीं करना है।`,
  'passwordChanged.subject': 'आपका {productName} पासवर्ड बदल गया है',
  'passwordChanged.text': `आपके {productName} अकाउंट का पासवर्ड अभी-अभी बदला गया है, और बाक़ी सभी फ़ोन और कंप्यूटर लॉग आउट हो गए हैं।

अगर यह आपने किया है, तो आपको कुछ नहीं करना है। अगर नहीं, तो तुरंत नया पासवर्ड चुनें: {publicUrl}/forgot-password`,
  'manyWrongLogins.subject': 'आपके {productName} अकाउंट पर बहुत बार ग़लत पासवर्ड डाला गया',
  'manyWrongLogins.text': `किसी ने, शायद आपने ही, पिछले एक घंटे में आपके {productName} अकाउंट के लिए बहुत बार ग़लत पासवर्ड डाला है। जब तक ऐसा होता रहेगा, आप सिर्फ़ उसी फ़ोन या कंप्यूटर पर लॉग इन कर सकेंगे जहाँ आप पहले लॉग इन कर चुके हैं।

अगर आप पासवर्ड भूल गए हैं या आपका फ़ोन नया है, तो नया पासवर्ड चुनें और फिर लॉग इन करें: {publicUrl}/forgot-password

अगर यह आपने नहीं किया, तो इन कोशिशों से कोई अंदर नहीं आ पाया है। अगर आपका पासवर्ड छोटा है या आप उसे कहीं और भी इस्तेमाल करते हैं, तो नया पासवर्ड चुनें।`,
  'reviewReady.subject': 'आपकी रिपोर्ट पर राय आ गई है',
  'reviewReady.text': `डॉक्टर ने आपकी रिपोर्ट पढ़कर लिख दिया है कि उसका क्या मतलब है। आपकी बात निजी रहे, इसलिए वह इस ईमेल में नहीं लिखा है।

यहाँ पढ़ें: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewChanged.subject': 'आपकी रिपोर्ट पर दी गई राय बदली है',
  'reviewChanged.text': `डॉक्टर ने आपकी रिपोर्ट पर दी गई राय में कुछ जोड़ा है या उसे सुधारा है। आपकी बात निजी रहे, इसलिए वह इस ईमेल में नहीं लिखी है।

यहाँ पढ़ें: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewWithdrawn.subject': 'आपकी रिपोर्ट पर दी गई राय वापस ली गई है',
  'reviewWithdrawn.text': `आपकी एक रिपोर्ट पर दी गई राय वापस ले ली गई है। कृपया उसके हिसाब से कुछ न करें। डॉक्टर आपकी रिपोर्ट फिर से पढ़ेंगे, और नई राय तैयार होते ही हम आपको ईमेल भेजेंगे।

अपनी रिपोर्टें देखें: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewTakenBack.subject': 'एक राय वापस ली गई है',
  'reviewTakenBack.text': `केस नंबर {caseNumber} की रिपोर्ट पर दी गई राय वापस ले ली गई है। अगर वह किसी और के लिए थी, तो हो सकता है कि मरीज़ ने उसे पढ़ लिया हो: कृपया तय करें कि क्या इसकी सूचना डेटा लीक के तौर पर देनी है। बीमारी की कोई बात इस ईमेल में नहीं है।

केस नंबर से रिपोर्ट ढूँढें: {publicUrl}/dashboard/pending-report`,
  'translationReady.subject': 'डॉक्टर की राय अब आपकी भाषा में है',
  'translationReady.text': `एक डॉक्टर ने आपकी रिपोर्ट पर दी गई राय आपकी भाषा में लिख दी है। आपकी बात निजी रहे, इसलिए वह इस ईमेल में नहीं लिखी है।

यहाँ पढ़ें: {publicUrl}/dashboard/previous-report/{patientId}`,
  'questionWaits.subject': 'डॉक्टर को आपकी रिपोर्ट के बारे में कुछ पूछना है',
  'questionWaits.text': `डॉक्टर ने आपकी रिपोर्ट देखी है और राय देने से पहले उन्हें आपसे कुछ चाहिए। आपकी बात निजी रहे, इसलिए वह इस ईमेल में नहीं लिखा है।

यहाँ पढ़ें और जवाब दें: {publicUrl}/dashboard/answer-question/{reportId}`,
  'answerWaits.subject': 'मरीज़ ने आपके सवाल का जवाब दिया है',
  'answerWaits.text': `मरीज़ ने आपके सवाल का जवाब दे दिया है। रिपोर्ट 24 घंटे तक आपकी है; उसके बाद कोई भी डॉक्टर राय दे सकता है। इस ईमेल में इलाज की कोई जानकारी नहीं है।

रिपोर्ट यहाँ खोलें: {publicUrl}/dashboard/add-review/{reportId}`,
  'reportHeld.subject': 'एक रिपोर्ट एडमिन के इंतज़ार में है',
  'reportHeld.text': `एक डॉक्टर ने पूछा है कि क्या कोई रिपोर्ट किसी और की है। एडमिन के देखने तक कोई दूसरा डॉक्टर उसे नहीं खोल सकता। अगर किसी को दूसरे की रिपोर्ट मिली है, तो यह सूचना देने लायक चूक हो सकती है।

यहाँ देखें: {publicUrl}/dashboard/lift-hold/{reportId}`,
  'reportsWait.subject': '{count, plural, one {# रिपोर्ट राय के इंतज़ार में है} other {# रिपोर्टें राय के इंतज़ार में हैं}}',
  'reportsWait.text': `{count, plural, one {# रिपोर्ट डॉक्टर के इंतज़ार में है।} other {# रिपोर्टें डॉक्टर के इंतज़ार में हैं।}} उनमें जो लिखा है, वह इस ईमेल में नहीं है।

देखें कि क्या इंतज़ार में है: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject': '{count, plural, one {# डॉक्टर मंज़ूरी के इंतज़ार में हैं} other {# डॉक्टर मंज़ूरी के इंतज़ार में हैं}}',
  'expertsWait.text': `{count, plural, one {# डॉक्टर मंज़ूरी के इंतज़ार में हैं।} other {# डॉक्टर मंज़ूरी के इंतज़ार में हैं।}} मंज़ूरी देने से पहले रजिस्ट्रेशन नंबर जाँच लें।

देखें कि कौन इंतज़ार में है: {publicUrl}/dashboard/pending-expert`,
  'translationsWait.subject':
    '{count, plural, one {# राय अनुवाद के इंतज़ार में है} other {# राय अनुवाद के इंतज़ार में हैं}}',
  'translationsWait.text': `{count, plural, one {# राय ऐसी भाषा में अनुवाद के इंतज़ार में है जो आप पढ़ते हैं।} other {# राय ऐसी भाषाओं में अनुवाद के इंतज़ार में हैं जो आप पढ़ते हैं।}} उनमें जो लिखा है, वह इस ईमेल में नहीं है।

देखें कि क्या इंतज़ार में है: {publicUrl}/dashboard/translate

यह ईमेल दिन में ज़्यादा से ज़्यादा एक बार आता है, उन भाषाओं के लिए जो आपने सेटिंग में चुनी हैं: {publicUrl}/dashboard/settings`,
  'accountApproved.subject': 'आपके {productName} अकाउंट को मंज़ूरी मिल गई है',
  'accountApproved.text': `क्लिनिक के एडमिन ने आपके अकाउंट को मंज़ूरी दे दी है। अब आप इंतज़ार वाली रिपोर्टें पढ़ सकते हैं और उन पर राय दे सकते हैं।

रिपोर्टों पर जाएँ: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'आपके {productName} अकाउंट के बारे में',
  'accountRejected.text':
    'एडमिन ने आपके अकाउंट को मंज़ूरी नहीं दी है। वजह देखने के लिए लॉग इन करें: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'आपके {productName} अकाउंट पर रोक लगी है',
  'accountSuspended.text':
    'एडमिन ने आपके अकाउंट पर रोक लगा दी है, और आप हर जगह से लॉग आउट हो गए हैं। वजह देखने के लिए लॉग इन करें: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'आपका {productName} अकाउंट बहाल हो गया है',
  'accountRestored.text': `एडमिन ने आपका अकाउंट बहाल कर दिया है। आप फिर से रिपोर्टें पढ़कर राय दे सकते हैं।

लॉग इन करें: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'आपका {productName} अकाउंट बहाल हो गया है',
  'accountToWait.text': `एडमिन आपका अकाउंट फिर से देखेंगे। मंज़ूरी मिलते ही हम आपको लिखेंगे।

लॉग इन करें: {publicUrl}/dashboard/home`,
  'testEmail.subject': '{productName} से जाँच का ईमेल',
  'testEmail.text': 'आपने {productName} के डैशबोर्ड पर यह ईमेल मँगाया था। यह पहुँच गया, यानी ईमेल काम करता है।',
  'contactMessage.subject': '{productName} के संपर्क पेज से एक संदेश',
  'contactMessage.text': `किसी ने संपर्क पेज पर लिखा है।

नाम: {name}
ईमेल: {email}

{message}

सभी संदेश: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'एक सवाल जवाब के इंतज़ार में है',
  'queryWaits.text': `किसी ने होम पेज पर सवाल भेजा है। उनकी बात निजी रहे, इसलिए वह इस ईमेल में नहीं लिखा है।

यहाँ पढ़ें: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'किसी ने फ़ोन करने को कहा है',
  'callBackWaits.text': `किसी ने होम पेज पर लिखा है कि उन्हें फ़ोन किया जाए। उनकी बात निजी रहे, इसलिए वह इस ईमेल में नहीं लिखी है।

यहाँ पढ़ें: {publicUrl}/dashboard/messages?kind=callback`,
};
