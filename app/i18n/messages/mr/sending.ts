import type { Messages } from '~/i18n/messages/en';

/** The sentences of how reports are sent: in pieces, as several photos, and later, in Marathi. */
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
  // What is said of several photos
  'upload.page': 'पान {n}: {what}',
  'upload.pages': '{n, plural, one {# पान} other {# पाने}}, {size} MB',
  'upload.pagesHint':
    'एकापेक्षा जास्त फोटो ({most} पर्यंत) एकाच रिपोर्टची पाने होतात, तुम्ही निवडलेल्या क्रमाने. आम्ही ही पाने ठेवतो, मूळ फोटो नाही.',
  'upload.mixed': 'कृपया एकतर एक PDF पाठवा, किंवा फोटो पाठवा.',
  'upload.mostPages': 'कृपया जास्तीत जास्त {most} फोटो पाठवा.',
  'upload.pageTooLarge': 'हा फोटो {megabytes} MB पेक्षा मोठा आहे. कृपया तो पुन्हा काढा किंवा लहान निवडा.',
  'upload.notJoined': 'हे फोटो एकत्र जोडता आले नाहीत. कृपया कमी किंवा लहान फोटो पाठवा.',
  'upload.preparing': 'फोटो तयार होत आहेत…',
  'upload.fullSize': 'पूर्ण आकारात पाठवा (संथ इंटरनेटवर वेळ लागतो)',

  // Each page
  'page.name': 'पान {n}',
  'page.up': 'पान {n} वर न्या',
  'page.down': 'पान {n} खाली न्या',
  'page.turn': 'पान {n} फिरवा',
  'page.remove': 'पान {n} काढून टाका',
  'page.again': 'पान {n} चा फोटो पुन्हा काढा',
  'page.moved': 'पान {from} आता पान {n} आहे.',
  'page.removed': 'पान {n} काढून टाकले.',
  'page.turned': 'पान {n} फिरवले.',

  // Before it is sent
  'photo.blurred': 'पान {n} अस्पष्ट दिसते. फोटो पुन्हा काढा, किंवा आहे तसेच पाठवा.',
  'photo.dark': 'पान {n} अंधुक दिसते. दिवसाच्या उजेडात फोटो पुन्हा काढा, किंवा आहे तसेच पाठवा.',
  'photo.small': 'पान {n} चे चित्र लहान आहे. जवळून फोटो पुन्हा काढा, किंवा आहे तसेच पाठवा.',
  'photo.long':
    'पान {n} चे चित्र खूप लांब आहे. अनेक लहान चित्रे वाचायला सोपी असतात. ते भागांमध्ये पुन्हा काढा, किंवा आहे तसेच पाठवा.',

  // Where it is read
  'pageNote.blurred': 'पान {n} अस्पष्ट दिसते.',
  'pageNote.dark': 'पान {n} अंधुक दिसते.',
  'pageNote.small': 'पान {n} चे चित्र लहान आहे: बारीक अक्षरे वाचणे कठीण जाऊ शकते.',
};
