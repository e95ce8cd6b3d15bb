import type { Messages } from '~/i18n/messages/en';

/** The sentences of how reports are sent: in pieces, as several photos, and later, in Gujarati. */
export const sending: Messages<'sending'> = {
  'pieces.gone': 'આ ફાઇલ હવે અહીં નથી. કૃપા કરીને તેને ફરી પસંદ કરો.',
  'pieces.taken': 'આ ફાઇલ એક રિપોર્ટ સાથે પહેલેથી મોકલાઈ ગઈ છે.',
  'pieces.unfinished': 'આ ફાઇલનો એક ભાગ હજી પહોંચ્યો નથી. કૃપા કરીને તેને ફરી મોકલો.',
  'pieces.notNext': 'હવે આ ફાઇલનો બીજો ભાગ આવવાનો છે.',
  'pieces.protocol': 'ભાગોમાં ફાઇલો {protocol} પ્રમાણે મોકલાય છે.',
  'waiting.title': 'એક રિપોર્ટ આ ફોન પર મોકલવાનો બાકી છે',
  'waiting.sending': 'તેનો {percent}% ભાગ મોકલાઈ ગયો છે.',
  'waiting.offline': 'અત્યારે ઇન્ટરનેટ નથી. તે આપમેળે આગળ વધશે.',
  'waiting.refused': 'તે મોકલી શકાયો નથી.',
  'waiting.kept': 'મોકલાય ત્યાં સુધી તે આ ફોન પર રહે છે: વધુમાં વધુ 3 દિવસ, અથવા તમે લૉગ આઉટ કરો ત્યાં સુધી.',
  'waiting.goOn': 'આગળ વધો',
  'waiting.throwAway': 'તેને કાઢી નાખો',
  'waiting.sure': 'આ રિપોર્ટ કાઢી નાખવો છે? પછી તે મોકલાશે નહીં.',
  'waiting.over': 'એક રિપોર્ટ 3 દિવસ આ ફોન પર રહ્યો અને કાઢી નખાયો. કૃપા કરીને તેને ફરી મોકલો.',
  'offline.title': 'ઇન્ટરનેટ નથી',
  'offline.text': 'તમે ઇન્ટરનેટ સાથે જોડાયેલા નથી. આ ફોન પર બાકી રહેલો રિપોર્ટ ઇન્ટરનેટ આવતાં જ મોકલાશે.',
  'offline.again': 'ફરી પ્રયત્ન કરો',
  // What is said of several photos
  'upload.page': 'પાનું {n}: {what}',
  'upload.pages': '{n, plural, one {# પાનું} other {# પાનાં}}, {size} MB',
  'upload.pagesHint':
    'એકથી વધુ ફોટા ({most} સુધી) એક જ રિપોર્ટનાં પાનાં બને છે, તમે પસંદ કરો તે ક્રમમાં. અમે આ પાનાં રાખીએ છીએ, મૂળ ફોટા નહીં.',
  'upload.mixed': 'કૃપા કરીને કાં તો એક PDF મોકલો, અથવા ફોટા મોકલો.',
  'upload.mostPages': 'કૃપા કરીને વધુમાં વધુ {most} ફોટા મોકલો.',
  'upload.pageTooLarge': 'આ ફોટો {megabytes} MB કરતાં મોટો છે. કૃપા કરીને ફરી પાડો અથવા નાનો પસંદ કરો.',
  'upload.notJoined': 'આ ફોટા ભેગા જોડી શકાયા નહીં. કૃપા કરીને ઓછા અથવા નાના ફોટા મોકલો.',
  'upload.preparing': 'ફોટા તૈયાર થઈ રહ્યા છે…',
  'upload.fullSize': 'પૂરા કદમાં મોકલો (ધીમા ઇન્ટરનેટ પર વાર લાગે છે)',

  // Each page
  'page.name': 'પાનું {n}',
  'page.up': 'પાનું {n} ઉપર ખસેડો',
  'page.down': 'પાનું {n} નીચે ખસેડો',
  'page.turn': 'પાનું {n} ફેરવો',
  'page.remove': 'પાનું {n} કાઢી નાખો',
  'page.again': 'પાના {n} નો ફોટો ફરી પાડો',
  'page.moved': 'પાનું {from} હવે પાનું {n} છે.',
  'page.removed': 'પાનું {n} કાઢી નાખ્યું.',
  'page.turned': 'પાનું {n} ફેરવ્યું.',

  // Before it is sent
  'photo.blurred': 'પાનું {n} ઝાંખું લાગે છે. ફોટો ફરી પાડો, અથવા જેવું છે તેવું મોકલો.',
  'photo.dark': 'પાનું {n} અંધારું લાગે છે. દિવસના અજવાળામાં ફોટો ફરી પાડો, અથવા જેવું છે તેવું મોકલો.',
  'photo.small': 'પાના {n} નું ચિત્ર નાનું છે. નજીકથી ફોટો ફરી પાડો, અથવા જેવું છે તેવું મોકલો.',
  'photo.long':
    'પાના {n} નું ચિત્ર બહુ લાંબું છે. ઘણાં નાનાં ચિત્રો વાંચવાં સહેલાં છે. તેને ભાગોમાં ફરી લો, અથવા જેવું છે તેવું મોકલો.',

  // Where it is read
  'pageNote.blurred': 'પાનું {n} ઝાંખું લાગે છે.',
  'pageNote.dark': 'પાનું {n} અંધારું લાગે છે.',
  'pageNote.small': 'પાના {n} નું ચિત્ર નાનું છે: ઝીણા અક્ષર વાંચવા અઘરા પડી શકે.',
};
