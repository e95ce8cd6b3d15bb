import type { Messages } from '~/i18n/messages/en';

/** The sentences of reports that wait on a phone until they are sent, in Hindi. */
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
};
