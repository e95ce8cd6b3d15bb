import type { Messages } from '~/i18n/messages/en';

/** The sentences of reports that wait on a phone until they are sent, in Telugu. */
export const sending: Messages<'sending'> = {
  'pieces.gone': 'ఈ ఫైల్ ఇప్పుడు ఇక్కడ లేదు. దయచేసి దాన్ని మళ్లీ ఎంచుకోండి.',
  'pieces.taken': 'ఈ ఫైల్‌ను ఇప్పటికే ఒక రిపోర్ట్‌తో పంపారు.',
  'pieces.unfinished': 'ఈ ఫైల్‌లో ఒక భాగం ఇంకా రాలేదు. దయచేసి మళ్లీ పంపండి.',
  'pieces.notNext': 'ఇప్పుడు ఈ ఫైల్‌లో వేరే భాగం రావాలి.',
  'pieces.protocol': 'భాగాలుగా ఫైళ్లను {protocol} ప్రకారం పంపాలి.',
  'waiting.title': 'ఒక రిపోర్ట్ ఈ ఫోన్‌లో వేచి ఉంది',
  'waiting.sending': 'అందులో {percent}% పంపబడింది.',
  'waiting.offline': 'ఇప్పుడు ఇంటర్నెట్ లేదు. అది దానంతట అదే కొనసాగుతుంది.',
  'waiting.refused': 'దాన్ని పంపలేకపోయాం.',
  'waiting.kept': 'పంపే వరకు అది ఈ ఫోన్‌లోనే ఉంటుంది: ఎక్కువలో ఎక్కువ 3 రోజులు, లేదా మీరు లాగ్ అవుట్ చేసే వరకు.',
  'waiting.goOn': 'కొనసాగించండి',
  'waiting.throwAway': 'దాన్ని తీసేయండి',
  'waiting.sure': 'ఈ రిపోర్ట్‌ను తీసేయాలా? అప్పుడు అది పంపబడదు.',
  'waiting.over': 'ఒక రిపోర్ట్ 3 రోజులు ఈ ఫోన్‌లో వేచి ఉంది, తర్వాత తీసేశాం. దయచేసి మళ్లీ పంపండి.',
  'offline.title': 'ఇంటర్నెట్ లేదు',
  'offline.text': 'మీకు ఇప్పుడు ఇంటర్నెట్ లేదు. ఈ ఫోన్‌లో వేచి ఉన్న రిపోర్ట్‌ను ఇంటర్నెట్ రాగానే పంపుతాం.',
  'offline.again': 'మళ్లీ ప్రయత్నించండి',
};
