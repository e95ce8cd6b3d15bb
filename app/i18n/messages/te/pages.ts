import type { Messages } from '~/i18n/messages/en';

/** The sentences on photos that are the pages of one report, in Telugu. */
export const pages: Messages<'pages'> = {
  // What is said of several photos
  'upload.page': 'పేజీ {n}: {what}',
  'upload.pages': '{n, plural, one {# పేజీ} other {# పేజీలు}}, {size} MB',
  'upload.pagesHint':
    'ఒకటి కంటే ఎక్కువ ఫోటోలు ({most} వరకు) ఒకే రిపోర్టు పేజీలవుతాయి, మీరు ఎంచుకున్న వరుసలో. మేము ఈ పేజీలనే ఉంచుతాం, అసలు ఫోటోలను కాదు.',
  'upload.mixed': 'దయచేసి ఒక PDF పంపండి, లేదా ఫోటోలు పంపండి.',
  'upload.mostPages': 'దయచేసి గరిష్ఠంగా {most} ఫోటోలు పంపండి.',
  'upload.pageTooLarge': 'ఈ ఫోటో {megabytes} MB కంటే పెద్దది. దయచేసి మళ్లీ తీయండి లేదా చిన్నది ఎంచుకోండి.',
  'upload.notJoined': 'ఈ ఫోటోలను కలపలేకపోయాం. దయచేసి తక్కువ లేదా చిన్న ఫోటోలు పంపండి.',
  'upload.preparing': 'ఫోటోలు సిద్ధమవుతున్నాయి…',
  'upload.fullSize': 'పూర్తి సైజులో పంపండి (ఇంటర్నెట్ నెమ్మదిగా ఉంటే చాలా సమయం పడుతుంది)',

  // Each page
  'page.name': 'పేజీ {n}',
  'page.up': 'పేజీ {n} పైకి జరపండి',
  'page.down': 'పేజీ {n} కిందికి జరపండి',
  'page.turn': 'పేజీ {n} తిప్పండి',
  'page.remove': 'పేజీ {n} తీసేయండి',
  'page.again': 'పేజీ {n} ఫోటో మళ్లీ తీయండి',
  'page.moved': 'పేజీ {from} ఇప్పుడు పేజీ {n}.',
  'page.removed': 'పేజీ {n} తీసేశాం.',
  'page.turned': 'పేజీ {n} తిప్పాం.',

  // Before it is sent
  'photo.blurred': 'పేజీ {n} మసకగా కనిపిస్తోంది. మళ్లీ ఫోటో తీయండి, లేదా ఉన్నది ఉన్నట్లే పంపండి.',
  'photo.dark': 'పేజీ {n} చీకటిగా కనిపిస్తోంది. పగటి వెలుతురులో మళ్లీ ఫోటో తీయండి, లేదా ఉన్నది ఉన్నట్లే పంపండి.',
  'photo.small': 'పేజీ {n} చిత్రం చిన్నగా ఉంది. దగ్గర నుంచి మళ్లీ ఫోటో తీయండి, లేదా ఉన్నది ఉన్నట్లే పంపండి.',

  // Where it is read
  'pageNote.blurred': 'పేజీ {n} మసకగా కనిపిస్తోంది.',
  'pageNote.dark': 'పేజీ {n} చీకటిగా కనిపిస్తోంది.',
  'pageNote.small': 'పేజీ {n} చిత్రం చిన్నగా ఉంది: చిన్న అక్షరాలు చదవడం కష్టం కావచ్చు.',
};
