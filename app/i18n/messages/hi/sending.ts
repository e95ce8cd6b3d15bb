import type { Messages } from '~/i18n/messages/en';

/** The sentences of how reports are sent: in pieces, as several photos, and later, in Hindi. */
export const sending: Messages<'sending'> = {
  'pieces.gone': 'यह फ़ाइल अब यहाँ नहीं है। कृपया इसे फिर से चुनें।',
  'pieces.taken': 'यह फ़ाइल एक रिपोर्ट के साथ पहले ही भेजी जा चुकी है।',
  'pieces.unfinished': 'इस फ़ाइल का एक हिस्सा अभी नहीं पहुँचा है। कृपया इसे फिर से भेजें।',
  'pieces.notNext': 'अब इस फ़ाइल का दूसरा हिस्सा आना है।',
  'pieces.protocol': 'हिस्सों में फ़ाइलें {protocol} के अनुसार भेजी जाती हैं।',
  'waiting.title': 'एक रिपोर्ट इस फ़ोन पर इंतज़ार में है',
  'waiting.sending': 'इसका {percent}% भेजा जा चुका है।',
  'waiting.offline': 'अभी इंटरनेट नहीं है। यह अपने आप आगे बढ़ेगी।',
  'waiting.refused': 'यह भेजी नहीं जा सकी।',
  'waiting.kept': 'भेजे जाने तक यह इसी फ़ोन पर रहती है: ज़्यादा से ज़्यादा 3 दिन, या आपके लॉग आउट करने तक।',
  'waiting.goOn': 'आगे बढ़ें',
  'waiting.throwAway': 'इसे हटा दें',
  'waiting.sure': 'क्या यह रिपोर्ट हटानी है? तब यह नहीं भेजी जाएगी।',
  'waiting.over': 'एक रिपोर्ट 3 दिन तक इस फ़ोन पर इंतज़ार करती रही और हटा दी गई। कृपया इसे फिर से भेजें।',
  'offline.title': 'इंटरनेट नहीं है',
  'offline.text': 'आप इंटरनेट से जुड़े नहीं हैं। जो रिपोर्ट इस फ़ोन पर इंतज़ार में है, वह इंटरनेट आते ही भेज दी जाएगी।',
  'offline.again': 'फिर कोशिश करें',
  // What is said of several photos
  'upload.page': 'पेज {n}: {what}',
  'upload.pages': '{n, plural, one {# पेज} other {# पेज}}, {size} MB',
  'upload.pagesHint':
    'एक से ज़्यादा फ़ोटो ({most} तक) एक ही रिपोर्ट के पेज बन जाती हैं, उसी क्रम में जिसमें आप उन्हें चुनें। हम यही पेज रखते हैं, असली फ़ोटो नहीं।',
  'upload.mixed': 'कृपया या तो एक PDF भेजें, या फ़ोटो।',
  'upload.mostPages': 'कृपया ज़्यादा से ज़्यादा {most} फ़ोटो भेजें।',
  'upload.pageTooLarge': 'यह फ़ोटो {megabytes} MB से बड़ी है। कृपया इसे फिर से लें या छोटी चुनें।',
  'upload.notJoined': 'ये फ़ोटो एक साथ नहीं जोड़ी जा सकीं। कृपया कम या छोटी फ़ोटो भेजें।',
  'upload.preparing': 'फ़ोटो तैयार हो रही हैं…',
  'upload.fullSize': 'पूरे आकार में भेजें (धीमे इंटरनेट पर देर लगती है)',

  // Each page
  'page.name': 'पेज {n}',
  'page.up': 'पेज {n} ऊपर ले जाएँ',
  'page.down': 'पेज {n} नीचे ले जाएँ',
  'page.turn': 'पेज {n} घुमाएँ',
  'page.remove': 'पेज {n} हटाएँ',
  'page.again': 'पेज {n} की फ़ोटो फिर से लें',
  'page.moved': 'पेज {from} अब पेज {n} है।',
  'page.removed': 'पेज {n} हटा दिया गया।',
  'page.turned': 'पेज {n} घुमा दिया गया।',

  // Before it is sent
  'photo.blurred': 'पेज {n} धुँधला लगता है। फ़ोटो फिर से लें, या इसे ऐसे ही भेजें।',
  'photo.dark': 'पेज {n} अँधेरा लगता है। दिन की रोशनी में फ़ोटो फिर से लें, या इसे ऐसे ही भेजें।',
  'photo.small': 'पेज {n} की तस्वीर छोटी है। पास से फ़ोटो फिर से लें, या इसे ऐसे ही भेजें।',
  'photo.long': 'पेज {n} बहुत लंबी तस्वीर है। कई छोटी तस्वीरें पढ़ना आसान होता है। इसे हिस्सों में फिर से लें, या इसे ऐसे ही भेजें।',

  // Where it is read
  'pageNote.blurred': 'पेज {n} धुँधला लगता है।',
  'pageNote.dark': 'पेज {n} अँधेरा लगता है।',
  'pageNote.small': 'पेज {n} की तस्वीर छोटी है: बारीक अक्षर पढ़ना मुश्किल हो सकता है।',
};
