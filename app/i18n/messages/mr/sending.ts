import type { Messages } from '~/i18n/messages/en';

/** The sentences of reports that wait on a phone until they are sent, in Marathi. */
export const sending: Messages<'sending'> = {
  'pieces.gone': 'ही फाइल आता इथे नाही. कृपया ती पुन्हा निवडा.',
  'pieces.taken': 'ही फाइल एका रिपोर्टसोबत आधीच पाठवली आहे.',
  'pieces.unfinished': 'या फाइलचा एक भाग अजून आलेला नाही. कृपया ती पुन्हा पाठवा.',
  'pieces.notNext': 'आता या फाइलचा दुसरा भाग यायचा आहे.',
  'pieces.protocol': 'भागांमध्ये फाइल {protocol} प्रमाणे पाठवल्या जातात.',
  'waiting.title': 'एक रिपोर्ट या फोनवर पाठवायचा बाकी आहे',
  'waiting.sending': 'त्याचा {percent}% भाग पाठवला आहे.',
  'waiting.offline': 'सध्या इंटरनेट नाही. तो आपोआप पुढे जाईल.',
  'waiting.refused': 'तो पाठवता आला नाही.',
  'waiting.kept': 'पाठवला जाईपर्यंत तो या फोनवर राहतो: जास्तीत जास्त 3 दिवस, किंवा तुम्ही लॉग आउट करेपर्यंत.',
  'waiting.goOn': 'पुढे चला',
  'waiting.throwAway': 'तो काढून टाका',
  'waiting.sure': 'हा रिपोर्ट काढून टाकायचा का? मग तो पाठवला जाणार नाही.',
  'waiting.over': 'एक रिपोर्ट 3 दिवस या फोनवर राहिला आणि काढून टाकला गेला. कृपया तो पुन्हा पाठवा.',
  'offline.title': 'इंटरनेट नाही',
  'offline.text': 'तुम्ही इंटरनेटशी जोडलेले नाही. या फोनवर बाकी असलेला रिपोर्ट इंटरनेट आल्यावर लगेच पाठवला जाईल.',
  'offline.again': 'पुन्हा प्रयत्न करा',
};
