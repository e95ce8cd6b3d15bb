import type { Messages } from '~/i18n/messages/en';

/** The sentences on what doctors ask patients before a review, in Hindi. */
export const questions: Messages<'questions'> = {
  // Several files at once
  'file.chooseSome': 'फ़ाइलें चुनें',
  'upload.fileNumber': 'फ़ाइल {number}: {what}',
  'upload.tooManyFiles': 'एक बार में ज़्यादा से ज़्यादा {most} फ़ाइलें भेजें।',
  'upload.tooLargeTogether': 'सारी फ़ाइलें मिलाकर {megabytes} MB से बड़ी हैं। कृपया कम या छोटी फ़ाइलें भेजें।',

  // What a doctor asks
  'ask.title': 'मैं अभी इस पर राय नहीं दे सकता/सकती',
  'ask.pageTitle': 'मरीज़ से पूछें',
  'ask.lead': 'मरीज़ को ईमेल जाएगा, और जवाब आने तक रिपोर्ट सूची में नहीं रहेगी। फिर वह सबसे पहले आपके पास आएगी।',
  'ask.kindLabel': 'क्या कमी है?',
  'ask.choose.unreadable': 'मैं इसे पढ़ नहीं पा रहा/रही',
  'ask.choose.pageMissing': 'लगता है कोई पन्ना छूट गया है',
  'ask.choose.otherPerson': 'लगता है यह किसी और की रिपोर्ट है। तब एडमिन के देखने तक दूसरे डॉक्टर इसे नहीं खोल सकेंगे।',
  'ask.choose.olderReport': 'मुझे पुरानी रिपोर्ट चाहिए',
  'ask.choose.detail': 'मुझे कुछ पूछना है',
  'ask.pagesLabel': 'कौन से पन्ने? (ज़रूरी नहीं)',
  'ask.pagesHint': 'जैसे: 2, 5-6',
  'ask.textLabel': 'अपने शब्दों में',
  'ask.textHint':
    'मरीज़ हमारा वाक्य अपनी भाषा में पढ़ेंगे और उसके नीचे यह। पुरानी रिपोर्ट या सवाल के लिए यह लिखना ज़रूरी है।',
  'ask.languageLabel': 'आपके लिखे की भाषा',
  'ask.send': 'मरीज़ को भेजें',
  'ask.busy': 'भेजा जा रहा है...',
  'ask.done': 'आपका सवाल मरीज़ को भेज दिया गया',
  'ask.failed': 'सवाल नहीं भेजा जा सका',
  'ask.kind': 'कृपया चुनें कि क्या कमी है',
  'ask.text': 'कृपया लिखें कि आप क्या जानना चाहते हैं',
  'ask.pagesWrong': 'कृपया पन्नों के नंबर लिखें, जैसे: 2, 5-6',
  'ask.noSuchPage': '{pages, plural, one {इस रिपोर्ट में सिर्फ़ # पन्ना है} other {इस रिपोर्ट में सिर्फ़ # पन्ने हैं}}',
  'ask.open': 'यह रिपोर्ट पहले से मरीज़ के जवाब के इंतज़ार में है।',
  'ask.held': 'पहले एडमिन को यह रिपोर्ट देखनी होगी।',
  'ask.noClaim': 'वही डॉक्टर पूछ सकते हैं जो यह रिपोर्ट पढ़ रहे हैं। कृपया पहले इसे खोलें।',

  // What the patient reads
  'wanted.unreadable': 'डॉक्टर रिपोर्ट पढ़ नहीं पा रहे हैं। कृपया दिन की रोशनी में नई फ़ोटो लें।',
  'wanted.unreadablePage': 'डॉक्टर पन्ना {pages} पढ़ नहीं पा रहे हैं। कृपया दिन की रोशनी में नई फ़ोटो लें।',
  'wanted.unreadablePages': 'डॉक्टर पन्ने {pages} पढ़ नहीं पा रहे हैं। कृपया दिन की रोशनी में नई फ़ोटो लें।',
  'wanted.pageMissing': 'लगता है कोई पन्ना छूट गया है। कृपया उसे जोड़ें।',
  'wanted.otherPerson': 'लगता है यह रिपोर्ट किसी और की है। क्या यह सही रिपोर्ट है?',
  'wanted.olderReport': 'अगर आपके पास इसी जाँच की कोई पुरानी रिपोर्ट हो, तो कृपया जोड़ें।',
  'wanted.detail': 'डॉक्टर कुछ पूछना चाहते हैं।',
  'question.badge': 'आपके जवाब का इंतज़ार',
  'question.title': 'डॉक्टर को आपसे कुछ चाहिए',
  'question.by': '{name} ने पूछा, {date}',
  'question.pages': 'पन्ने: {pages}',
  'question.answer': 'जवाब',
  'question.noAnswer': 'कोई जवाब नहीं',
  'question.answered': 'आपका जवाब मिल गया है। वही डॉक्टर आगे देखेंगे।',
  'question.held': 'पहले क्लिनिक यह रिपोर्ट देखेगा। फिर डॉक्टर आगे देखेंगे।',
  'question.history': 'सवाल और जवाब',
  'question.lifted': 'क्लिनिक ने इसे डॉक्टरों के लिए फिर खोला: {reason}',
  'question.added': 'जोड़ी गई फ़ाइल {number}, {date}',
  'question.someWait':
    '{count, plural, one {डॉक्टर को आपसे कुछ चाहिए} other {डॉक्टरों को # रिपोर्टों के लिए आपसे कुछ चाहिए}}',

  // The answer
  'answer.title': 'डॉक्टर को जवाब दें',
  'answer.open': 'जवाब दें',
  'answer.filesLabel': 'फ़ोटो या PDF',
  'answer.filesHint': 'ज़्यादा से ज़्यादा {most} फ़ाइलें, कुल {megabytes} MB तक।',
  'answer.textLabel': 'आपका जवाब',
  'answer.textHint': 'आप लिख सकते हैं, फ़ाइलें जोड़ सकते हैं, या दोनों।',
  'answer.submit': 'जवाब भेजें',
  'answer.done': 'आपका जवाब भेज दिया गया',
  'answer.failed': 'आपका जवाब नहीं भेजा जा सका',
  'answer.empty': 'कृपया कुछ लिखें या कोई फ़ाइल जोड़ें',
  'answer.already': 'आप जवाब दे चुके हैं। धन्यवाद।',
  'answer.none': 'इस रिपोर्ट के बारे में अब कुछ नहीं पूछा गया है।',
  'answer.reviewed': 'इस रिपोर्ट पर राय दी जा चुकी है। अब और कुछ नहीं चाहिए।',

  // Closing a question, and opening a report to doctors again
  'closeQuestion.title': 'यह सवाल बंद करें?',
  'closeQuestion.textBelow': 'मरीज़ से अब नहीं पूछा जाएगा, और रिपोर्ट सूची में वापस आ जाएगी।',
  'closeQuestion.confirm': 'सवाल बंद करें',
  'closeQuestion.keep': 'इंतज़ार करें',
  'closeQuestion.done': 'सवाल बंद हो गया',
  'closeQuestion.failed': 'सवाल बंद नहीं हो सका',
  'closeQuestion.none': 'इस रिपोर्ट पर कोई सवाल बाकी नहीं है।',
  'lift.title': 'यह रिपोर्ट डॉक्टरों के लिए फिर खोलें?',
  'lift.textBelow':
    'एक डॉक्टर ने पूछा है कि क्या यह रिपोर्ट किसी और की है। आपके खोलने तक कोई दूसरा डॉक्टर इसकी फ़ाइलें नहीं देख सकता।',
  'lift.reasonHint': 'मरीज़ और डॉक्टर इसे पढ़ सकते हैं।',
  'lift.confirm': 'डॉक्टरों के लिए खोलें',
  'lift.keep': 'बंद रहने दें',
  'lift.done': 'डॉक्टर यह रिपोर्ट फिर खोल सकते हैं',
  'lift.failed': 'रिपोर्ट डॉक्टरों के लिए नहीं खुल सकी',
  'lift.notHeld': 'डॉक्टर यह रिपोर्ट पहले से खोल सकते हैं।',
  'lift.someHeld':
    '{count, plural, one {एक रिपोर्ट आपके देखने तक डॉक्टरों के लिए बंद है} other {# रिपोर्टें आपके देखने तक डॉक्टरों के लिए बंद हैं}}',

  // In the list
  'waits.label': 'किसका इंतज़ार',
  'waits.doctor': 'डॉक्टर का',
  'waits.patient': 'मरीज़ का',
  'waits.admin': 'एडमिन का',
  'waits.noAnswer': 'पूछा गया, जवाब नहीं आया',
  'waits.held': 'दूसरे डॉक्टरों के लिए बंद',
  'waits.patientSince': '{date} से मरीज़ के जवाब का इंतज़ार',
  'waits.forDoctor': 'डॉक्टर के इंतज़ार में',
  'waits.beingRead': 'एक डॉक्टर यह रिपोर्ट पढ़ रहे हैं।',
  'waits.withdrawn': 'मरीज़ ने सहमति वापस ले ली है। अब कोई डॉक्टर यह रिपोर्ट नहीं खोल सकते।',
  'waits.takenBack': 'राय {date} को वापस ली गई।',

  // Their e-mails
  'letterName.questionWaits': 'डॉक्टर ने मरीज़ से पूछा है',
  'letterName.answerWaits': 'मरीज़ ने जवाब दिया है',
  'letterName.reportHeld': 'एक रिपोर्ट डॉक्टरों के लिए बंद है',
};
