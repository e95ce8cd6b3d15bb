import type { Catalogue } from '~/i18n/messages/en';

/** The sentences that only experts' and admins' own pages show, in Telugu. */
export const staff: Catalogue['staff'] = {
  // What admins see of what visitors wrote
  'messages.lead': 'సందర్శకులు రాసినవి, కొత్తవి ముందు. మీరు ముగించిన 90 రోజుల తర్వాత సందేశం తొలగిపోతుంది.',
  'messages.state': 'స్థితి',
  'messages.open': 'ముగించనివి',
  'messages.closed': 'ముగించినవి',
  'messages.kind': 'రకం',
  'messages.allKinds': 'అన్ని రకాలు',
  'messages.contact': 'సంప్రదింపు',
  'messages.query': 'ప్రశ్న',
  'messages.callback': 'ఫోన్ చేయమన్నవారు',
  'messages.filter': 'చూపించు',
  'messages.close': 'ముగించండి',
  'messages.closedOn': 'ముగించిన తేదీ: {date}',
  'messages.noName': 'పేరు ఇవ్వలేదు',
  'messages.empty': 'సందేశాలు ఏమీ లేవు.',

  // Review
  'review.for': '{name} గారి {type}',
  'review.label': 'మీ అభిప్రాయం',
  'review.hint': 'రిపోర్ట్ అర్థం ఏమిటి, తర్వాత ఏం చేయాలి, ఎప్పుడు స్వయంగా డాక్టర్ దగ్గరికి వెళ్లాలి అనేది రాయండి.',
  'review.submit': 'అభిప్రాయం పంపండి',
  'review.busy': 'పంపుతోంది...',
  'review.description': 'పేషెంట్ రాసింది',
  'review.back': 'జాబితాకు తిరిగి వెళ్లండి',
  'review.draft': 'మీరు రాసింది పోలేదు. ఇక్కడి నుండి కొనసాగించవచ్చు.',

  'review.languageLabel': 'మీ అభిప్రాయం ఏ భాషలో ఉంది',
  'review.patientReads': 'పేషెంట్ చదివే భాష: {language}.',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'అభిప్రాయాన్ని అనువదించండి',
  'translate.listTitle': 'అనువదించాల్సిన అభిప్రాయాలు',
  'translate.listLead': 'ఈ పేషెంట్లు చదివే భాష మీరు కూడా చదవగలరు. ఎక్కువ కాలంగా వేచి ఉన్న అభిప్రాయం ముందు ఉంటుంది.',
  'translate.empty': 'అనువదించాల్సిన అభిప్రాయాలు ఏమీ లేవు.',
  'translate.emptyHint': 'సెట్టింగ్స్‌లో మీ భాషలు ఎంచుకోండి. ఆ భాషలు చదివే పేషెంట్ల అభిప్రాయాలు ఇక్కడ కనిపిస్తాయి.',
  'translate.from': 'రాసిన భాష',
  'translate.to': 'కావాల్సిన భాష',
  'translate.original': 'అసలు అభిప్రాయం, రాసినవారు: {name}',
  'translate.lead': 'అభిప్రాయంలో ఉన్నదాన్ని మాత్రమే {language} భాషలో రాయండి, ఇంకేమీ చేర్చకండి. దాని కింద మీ పేరు ఉంటుంది.',
  'translate.label': '{language} భాషలో అభిప్రాయం',
  'translate.submit': 'అనువాదం పంపండి',
  'translate.back': 'జాబితాకు తిరిగి వెళ్లండి',
  'translate.action': 'అనువదించండి',

  // The patient's language in the list of reports that wait
  'filter.language': 'పేషెంట్ భాష',
  'filter.allLanguages': 'అన్ని భాషలు',

  // The report beside the review
  'viewer.label': 'రిపోర్ట్',
  'viewer.zoom': 'జూమ్',
  'viewer.fit': 'సరిపడేలా',
  'viewer.turn': 'తిప్పండి',
  'viewer.keys': 'కీలు: + మరియు − జూమ్ చేస్తాయి, R తిప్పుతుంది.',
  'viewer.failed': 'ఈ పేజీని ఇక్కడ చూపించలేకపోతున్నాం. దయచేసి ఫైల్ తెరవండి.',
  'viewer.more': 'ఇక్కడ మొదటి {pages} పేజీలు కనిపిస్తాయి. మిగతావి చూడడానికి ఫైల్ తెరవండి.',

  // Experts
  'experts.pendingLead': 'రిపోర్టులు చదవనిచ్చే ముందు వారు ఎవరో పరిశీలించండి.',
  'experts.pendingEmpty': 'ఆమోదం కోసం వేచి ఉన్న నిపుణ డాక్టర్లు ఎవరూ లేరు.',
  'experts.pendingEmptyHint': 'కొత్తగా చేరాలని అడిగినవారు ఇక్కడ కనిపిస్తారు.',
  'experts.contact': 'ఫోన్ నంబర్',
  'experts.accountType': 'అకౌంట్ రకం',
  'experts.approve': 'ఆమోదించండి',
  'approve.title': '{name}, రిజిస్ట్రేషన్ నంబర్ {number}: వీరికి రిపోర్టులు తెరవాలా?',
  'approve.titleNoNumber': '{name}: వీరికి రిపోర్టులు తెరవాలా?',
  'approve.noNumber': '{name} రిజిస్ట్రేషన్ నంబర్ ఇవ్వలేదు.',
  'approve.opens': 'ఆ తర్వాత వేచి ఉన్న ప్రతి రోగి పేరు, ఫోన్ నంబర్, ఫైల్ వారు చూడగలరు, అభిప్రాయాలు రాయగలరు.',
  'approve.register': 'ఈ కౌన్సిల్ రిజిస్టర్‌లో నంబర్ చూడండి: {council}',
  'approve.noCouncil': 'వారు కౌన్సిల్ పేరు ఇవ్వలేదు. నంబర్ ఎక్కడిదో అడిగి, అక్కడ చూడండి.',
  'approve.checked': 'నేను ఈ నంబర్‌ను పరిశీలించాను',
  'approve.checkedOtherwise': 'వారు డాక్టర్ అని నేను వేరే విధంగా పరిశీలించాను',
  'experts.approvedEmpty': 'ఆమోదం పొందిన నిపుణ డాక్టర్లు ఎవరూ లేరు.',
  'experts.approvedEmptyHint': 'అడ్మిన్ ఆమోదించిన తర్వాత నిపుణ డాక్టర్లు ఇక్కడ కనిపిస్తారు.',

  // Credentials and standing
  'credentials.changed': 'రిజిస్ట్రేషన్ మారిన తేదీ: {date}',
  'standing.since': '({date} నుండి)',
  'standing.restore': 'మళ్లీ తెరవండి',
  'judge.reject': 'తిరస్కరించండి',
  'judge.suspend': 'తాత్కాలికంగా ఆపండి',
  'judge.rejectTitle': 'ఈ నిపుణ డాక్టర్‌ను తిరస్కరించాలా?',
  'judge.suspendTitle': 'ఈ నిపుణ డాక్టర్‌ను తాత్కాలికంగా ఆపాలా?',
  'judge.rejectText': 'వారు రిపోర్టులు చదవలేరు. వారి అకౌంట్‌ను మీరు తర్వాత మళ్లీ తెరవవచ్చు.',
  'judge.suspendText': 'వారు వెంటనే లాగ్ అవుట్ అవుతారు, రిపోర్టులు చదవలేరు. వారు రాసిన అభిప్రాయాలు అలాగే ఉంటాయి.',
  'judge.reasonHint': 'వారు దీన్ని తమ డాష్‌బోర్డ్‌లో చదువుతారు. ఈ-మెయిల్‌లో ఇది ఉండదు.',
};
