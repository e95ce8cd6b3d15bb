import type { Messages } from '~/i18n/messages/en';

/** The sentences of reports that wait on a phone until they are sent, in Malayalam. */
export const sending: Messages<'sending'> = {
  'pieces.gone': 'ഈ ഫയൽ ഇപ്പോൾ ഇവിടെ ഇല്ല. അത് വീണ്ടും തിരഞ്ഞെടുക്കുക.',
  'pieces.taken': 'ഈ ഫയൽ ഒരു റിപ്പോർട്ടിനൊപ്പം മുൻപേ അയച്ചതാണ്.',
  'pieces.unfinished': 'ഈ ഫയലിന്റെ ഒരു ഭാഗം ഇനിയും എത്തിയിട്ടില്ല. വീണ്ടും അയയ്ക്കുക.',
  'pieces.notNext': 'ഇനി ഈ ഫയലിന്റെ മറ്റൊരു ഭാഗമാണ് വരേണ്ടത്.',
  'pieces.protocol': 'ഭാഗങ്ങളായി ഫയലുകൾ അയയ്ക്കുന്നത് {protocol} പ്രകാരമാണ്.',
  'waiting.title': 'ഒരു റിപ്പോർട്ട് ഈ ഫോണിൽ കാത്തിരിക്കുന്നു',
  'waiting.sending': 'അതിന്റെ {percent}% അയച്ചു.',
  'waiting.offline': 'ഇപ്പോൾ ഇന്റർനെറ്റ് ഇല്ല. അത് തനിയെ തുടരും.',
  'waiting.refused': 'അത് അയയ്ക്കാനായില്ല.',
  'waiting.kept': 'അയയ്ക്കുന്നതുവരെ അത് ഈ ഫോണിൽ ഉണ്ടാകും: പരമാവധി 3 ദിവസം, അല്ലെങ്കിൽ നിങ്ങൾ ലോഗ് ഔട്ട് ചെയ്യുന്നതുവരെ.',
  'waiting.goOn': 'തുടരുക',
  'waiting.throwAway': 'അത് കളയുക',
  'waiting.sure': 'ഈ റിപ്പോർട്ട് കളയണോ? പിന്നെ അത് അയയ്ക്കില്ല.',
  'waiting.over': 'ഒരു റിപ്പോർട്ട് 3 ദിവസം ഈ ഫോണിൽ കാത്തിരുന്നു, പിന്നെ നീക്കം ചെയ്തു. വീണ്ടും അയയ്ക്കുക.',
  'offline.title': 'ഇന്റർനെറ്റ് ഇല്ല',
  'offline.text': 'നിങ്ങൾക്ക് ഇപ്പോൾ ഇന്റർനെറ്റ് ഇല്ല. ഈ ഫോണിൽ കാത്തിരിക്കുന്ന റിപ്പോർട്ട് ഇന്റർനെറ്റ് വന്നാലുടൻ അയയ്ക്കും.',
  'offline.again': 'വീണ്ടും ശ്രമിക്കുക',
};
