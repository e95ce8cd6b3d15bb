import type { Messages } from '~/i18n/messages/en';

/** The sentences of reports that wait on a phone until they are sent, in Gujarati. */
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
};
