import type { Messages } from '~/i18n/messages/en';

/** The sentences on changing a review and taking it back, in Hindi. */
export const amend: Messages<'amend'> = {
  // The page of its author
  'amend.action': 'सुधारें या जोड़ें',
  'amend.title': 'राय सुधारें या उसमें जोड़ें',
  'amend.told': 'मरीज़ को ईमेल जाएगा कि राय बदली है। बीमारी की कोई बात उसमें नहीं लिखी जाएगी।',
  'amend.holds': 'अभी की राय',
  'amend.kind': 'आप क्या करना चाहते हैं?',
  'amend.kind.addition': 'कुछ जोड़ना है; लिखी हुई राय वैसी ही रहेगी',
  'amend.kind.correction': 'सुधारना है; अब से नई राय मानी जाएगी',
  'amend.kind.takenBack': 'वापस लेनी है: यह किसी और रिपोर्ट के लिए थी',
  'amend.kindMissing': 'कृपया चुनें कि आप क्या करना चाहते हैं',
  'amend.text': 'आप क्या लिखना चाहते हैं',
  'amend.textHint': 'जोड़ने के लिए सिर्फ़ नई बात लिखें। सुधारने के लिए पूरी राय लिखें। वापस लेने के लिए यहाँ कुछ न लिखें।',
  'amend.textMissing': 'कृपया यहाँ लिखें',
  'amend.noText': 'राय वापस लेनी हो तो यहाँ कुछ न लिखें',
  'amend.languageLabel': 'सुधारी हुई राय की भाषा',
  'amend.reasonCode': 'वजह',
  'amend.reason.slip': 'लिखने में ग़लती',
  'amend.reason.newFinding': 'कोई नई बात दिखी',
  'amend.reason.wrongReport': 'किसी और रिपोर्ट के लिए थी',
  'amend.reason.other': 'कोई और वजह',
  'amend.choose': 'चुनें',
  'amend.reasonCodeMissing': 'कृपया वजह चुनें',
  'amend.reasonLabel': 'क्यों, थोड़े शब्दों में',
  'amend.reasonHint':
    'राय वापस लेने पर, या “कोई और वजह” चुनने पर लिखना ज़रूरी है। मरीज़ इसे पढ़ेंगे, पर राय वापस लेने पर नहीं।',
  'amend.reasonMissing': 'कृपया थोड़े शब्दों में लिखें कि क्यों',
  'amend.takeItBack': 'राय किसी और रिपोर्ट के लिए थी तो कृपया उसे वापस लें',
  'amend.submit': 'भेजें',
  'amend.done': 'राय बदल दी गई',
  'amend.failed': 'राय बदली नहीं जा सकी',
  'amend.changedMeanwhile': 'इस बीच यह राय बदल गई है। कृपया इसे दोबारा पढ़ें।',
  'amend.same': 'यह वही राय है।',
  'amend.tooLong': 'पहले की राय के साथ यह बहुत लंबी हो गई। कृपया कम लिखें, या पूरी राय सुधारें।',
  'amend.tooMany': 'यह राय बहुत बार बदली जा चुकी है। अब इसे सिर्फ़ वापस लिया जा सकता है।',
  'amend.notReviewed': 'यह राय पहले ही वापस ली जा चुकी है।',

  // What the patient reads
  'version.review': '{date} को लिखी: {name}',
  'version.addition': '{date} को कुछ जोड़ा: {name}',
  'version.correction': '{date} को सुधारी: {name}',
  'version.takenBack': '{date} को वापस ली: {name}',
  'amend.earlier': 'पहले की राय, अब नहीं मानी जाएगी',
  'amend.wrongReport':
    'यह राय वापस ले ली गई है: यह किसी और रिपोर्ट के लिए थी। कृपया इसके हिसाब से कुछ न करें। डॉक्टर आपकी रिपोर्ट फिर से पढ़ेंगे।',
  'amend.takenBack': 'यह राय वापस ले ली गई है। कृपया इसके हिसाब से कुछ न करें। डॉक्टर आपकी रिपोर्ट फिर से पढ़ेंगे।',
  'openings.review.added': '{name} ने राय में कुछ जोड़ा',
  'openings.review.corrected': '{name} ने राय सुधारी',
  'openings.review.takenBack': '{name} ने राय वापस ली',

  // The page of admins
  'takeBack.link': 'राय के सभी रूप',
  'takeBack.title': 'राय के सभी रूप',
  'takeBack.hidden':
    'जो वापस लिया गया, वह मरीज़ों और डॉक्टरों को अब नहीं दिखता। अगर किसी मरीज़ ने किसी और के लिए लिखी राय पढ़ ली हो, तो तय करें कि क्या इसकी सूचना डेटा लीक के तौर पर देनी है।',
  'takeBack.none': 'इस रिपोर्ट पर अभी कोई राय नहीं है।',
  'takeBack.form': 'यह राय वापस लें',
  'takeBack.text':
    'ऐसा तभी करें जब डॉक्टर ख़ुद न कर सकें। रिपोर्ट कतार में अपनी पुरानी जगह पर लौट जाएगी, और मरीज़ को यह राय नहीं दिखेगी।',
  'takeBack.reasonHint': 'इसे सिर्फ़ एडमिन पढ़ते हैं।',
  'takeBack.submit': 'वापस लें',
  'takeBack.done': 'राय वापस ले ली गई',
  'takeBack.failed': 'राय वापस नहीं ली जा सकी',
};
