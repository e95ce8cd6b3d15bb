import type { Messages } from '~/i18n/messages/en';

/** The sentences on photos that are the pages of one report, in Hindi. */
export const pages: Messages<'pages'> = {
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

  // Where it is read
  'pageNote.blurred': 'पेज {n} धुँधला लगता है।',
  'pageNote.dark': 'पेज {n} अँधेरा लगता है।',
  'pageNote.small': 'पेज {n} की तस्वीर छोटी है: बारीक अक्षर पढ़ना मुश्किल हो सकता है।',
};
