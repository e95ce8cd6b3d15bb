import type { Messages } from '~/i18n/messages/en';

/** The e-mails in Telugu: a subject and a text each. */
export const emails: Messages<'emails'> = {
  greeting: 'నమస్కారం,',
  about: 'ఇది {person} రిపోర్ట్ గురించి.',
  'code.subject': '{code} మీ {productName} కోడ్',
  'code.text': `మీ కోడ్: {code}

మీరు అకౌంట్ తెరుస్తున్న పేజీలో దీన్ని రాయండి. ఇది {minutes} నిమిషాలు పని చేస్తుంది.
మీరు {productName}లో అకౌంట్ తెరవకపోతే, ఏమీ చేయనవసరం లేదు.`,
  'alreadyHaveAccount.subject': 'మీకు ఇప్పటికే {productName} అకౌంట్ ఉంది',
  'alreadyHaveAccount.text': `ఎవరో, బహుశా మీరే, ఇప్పుడే ఈ అడ్రస్‌తో {productName}లో అకౌంట్ తెరవడానికి ప్రయత్నించారు. మీకు ఇప్పటికే అకౌంట్ ఉంది.

లాగిన్: {publicUrl}/login
పాస్‌వర్డ్ మర్చిపోయారా: {publicUrl}/forgot-password

అది మీరు కాకపోతే, ఏమీ చేయనవసరం లేదు: మీ అకౌంట్ ముందు ఉన్నట్లే ఉంది.`,
  'resetPassword.subject': 'కొత్త {productName} పాస్‌వర్డ్ పెట్టుకోండి',
  'resetPassword.text': `ఎవరో, బహుశా మీరే, కొత్త పాస్‌వర్డ్ అడిగారు. దాన్ని ఇక్కడ పెట్టుకోండి:

{publicUrl}/update-password/{token}

ఈ లింక్ {minutes} నిమిషాలు, ఒక్కసారి మాత్రమే పని చేస్తుంది. అడిగింది మీరు కాకపోతే, ఏమీ చేయనవసరం లేదు.`,
  'passwordChanged.subject': 'మీ {productName} పాస్‌వర్డ్ మారింది',
  'passwordChanged.text': `మీ {productName} అకౌంట్ పాస్‌వర్డ్ ఇప్పుడే మారింది. మిగతా ఫోన్‌లు, కంప్యూటర్‌లు అన్నిటి నుండి లాగ్ అవుట్ చేశాం.

మార్చింది మీరే అయితే, ఏమీ చేయనవసరం లేదు. మీరు కాకపోతే, వెంటనే కొత్త పాస్‌వర్డ్ పెట్టుకోండి: {publicUrl}/forgot-password`,
  'manyWrongLogins.subject': 'మీ {productName} అకౌంట్‌కు చాలాసార్లు తప్పు పాస్‌వర్డ్ రాశారు',
  'manyWrongLogins.text': `ఎవరో, బహుశా మీరే, గత గంటలో మీ {productName} అకౌంట్‌కు చాలాసార్లు తప్పు పాస్‌వర్డ్ రాశారు. ఇలా జరుగుతున్నంత సేపు, మీరు ముందు లాగిన్ అయిన ఫోన్ లేదా కంప్యూటర్‌లో మాత్రమే లాగిన్ కాగలరు.

పాస్‌వర్డ్ మర్చిపోతే లేదా ఫోన్ కొత్తదైతే, కొత్త పాస్‌వర్డ్ పెట్టుకుని, తర్వాత లాగిన్ అవ్వండి: {publicUrl}/forgot-password

అది మీరు కాకపోతే, ఈ ప్రయత్నాలతో ఎవరూ లోపలికి రాలేదు. మీ పాస్‌వర్డ్ చిన్నదైతే, లేదా దాన్ని వేరే చోట కూడా వాడుతుంటే, కొత్త పాస్‌వర్డ్ పెట్టుకోండి.`,
  'reviewReady.subject': 'మీ రిపోర్ట్‌పై డాక్టర్ అభిప్రాయం వచ్చింది',
  'reviewReady.text': `ఒక డాక్టర్ మీ రిపోర్ట్ చదివి, దాని అర్థం ఏమిటో రాశారు. మీ సమాచారం రహస్యంగా ఉండాలని దాన్ని ఈ-మెయిల్‌లో రాయడం లేదు.

ఇక్కడ చదవండి: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewChanged.subject': 'మీ రిపోర్ట్‌పై అభిప్రాయం మారింది',
  'reviewChanged.text': `మీ రిపోర్ట్‌పై వచ్చిన అభిప్రాయానికి డాక్టర్ కొంత జోడించారు లేదా దాన్ని సరిదిద్దారు. మీ సమాచారం రహస్యంగా ఉండాలని దాన్ని ఈ-మెయిల్‌లో రాయడం లేదు.

ఇక్కడ చదవండి: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewWithdrawn.subject': 'మీ రిపోర్ట్‌పై అభిప్రాయాన్ని వెనక్కి తీసుకున్నారు',
  'reviewWithdrawn.text': `మీ ఒక రిపోర్ట్‌పై వచ్చిన అభిప్రాయాన్ని వెనక్కి తీసుకున్నారు. దయచేసి దాని ప్రకారం ఏమీ చేయకండి. డాక్టర్ మీ రిపోర్ట్‌ను మళ్లీ చదువుతారు. కొత్త అభిప్రాయం రాయగానే మీకు ఈ-మెయిల్ పంపుతాం.

మీ రిపోర్టులు చూడండి: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewTakenBack.subject': 'ఒక అభిప్రాయాన్ని వెనక్కి తీసుకున్నారు',
  'reviewTakenBack.text': `కేస్ నంబర్ {caseNumber} ఉన్న రిపోర్ట్‌పై అభిప్రాయాన్ని వెనక్కి తీసుకున్నారు. అది వేరొకరి కోసం రాసిందైతే, పేషెంట్ దాన్ని చదివి ఉండవచ్చు: దాన్ని సమాచారం బయటపడినట్టుగా తెలియజేయాలో లేదో నిర్ణయించండి. వైద్య వివరాలు ఏవీ ఈ ఈ-మెయిల్‌లో లేవు.

కేస్ నంబర్‌తో రిపోర్ట్‌ను వెతకండి: {publicUrl}/dashboard/pending-report`,
  'translationReady.subject': 'డాక్టర్ అభిప్రాయం మీ భాషలో వచ్చింది',
  'translationReady.text': `మీ రిపోర్ట్‌పై వచ్చిన అభిప్రాయాన్ని ఒక డాక్టర్ మీ భాషలో రాశారు. మీ సమాచారం రహస్యంగా ఉండాలని దాన్ని ఈ-మెయిల్‌లో రాయడం లేదు.

ఇక్కడ చదవండి: {publicUrl}/dashboard/previous-report/{patientId}`,
  'questionWaits.subject': 'మీ రిపోర్ట్ గురించి డాక్టర్ ఒకటి అడిగారు',
  'questionWaits.text': `ఒక డాక్టర్ మీ రిపోర్ట్ చూశారు. అభిప్రాయం రాసే ముందు వారికి మీ నుంచి ఒకటి కావాలి. మీ సమాచారం రహస్యంగా ఉండాలని దాన్ని ఈ-మెయిల్‌లో రాయడం లేదు.

ఇక్కడ చదివి జవాబివ్వండి: {publicUrl}/dashboard/answer-question/{reportId}`,
  'answerWaits.subject': 'పేషెంట్ మీ ప్రశ్నకు జవాబిచ్చారు',
  'answerWaits.text': `మీరు అడిగిన దానికి పేషెంట్ జవాబిచ్చారు. ఈ రిపోర్ట్ 24 గంటలు మీదే; ఆ తర్వాత ఏ డాక్టరైనా అభిప్రాయం రాయవచ్చు. ఈ ఈ-మెయిల్‌లో వైద్య వివరాలు లేవు.

రిపోర్ట్‌ను ఇక్కడ తెరవండి: {publicUrl}/dashboard/add-review/{reportId}`,
  'reportHeld.subject': 'ఒక రిపోర్ట్ అడ్మిన్ కోసం వేచి ఉంది',
  'reportHeld.text': `ఒక రిపోర్ట్ వేరే వ్యక్తిదా అని ఒక డాక్టర్ అడిగారు. అడ్మిన్ చూసే వరకు వేరే డాక్టర్ దాన్ని తెరవలేరు. ఎవరికైనా వేరేవారి రిపోర్ట్ చేరి ఉంటే, అది తెలియజేయాల్సిన గోప్యత ఉల్లంఘన కావచ్చు.

ఇక్కడ చూడండి: {publicUrl}/dashboard/lift-hold/{reportId}`,
  'reportsWait.subject':
    '{count, plural, one {ఒక రిపోర్ట్ అభిప్రాయం కోసం వేచి ఉంది} other {# రిపోర్టులు అభిప్రాయం కోసం వేచి ఉన్నాయి}}',
  'reportsWait.text': `{count, plural, one {ఒక రిపోర్ట్ డాక్టర్ కోసం వేచి ఉంది.} other {# రిపోర్టులు డాక్టర్ కోసం వేచి ఉన్నాయి.}} రిపోర్టుల్లో ఏముందో ఈ-మెయిల్‌లో రాయడం లేదు.

వేచి ఉన్నవి చూడండి: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject':
    '{count, plural, one {ఒక డాక్టర్ ఆమోదం కోసం వేచి ఉన్నారు} other {# డాక్టర్లు ఆమోదం కోసం వేచి ఉన్నారు}}',
  'expertsWait.text': `{count, plural, one {ఒక డాక్టర్ ఆమోదం కోసం వేచి ఉన్నారు.} other {# డాక్టర్లు ఆమోదం కోసం వేచి ఉన్నారు.}} ఆమోదించే ముందు రిజిస్ట్రేషన్ నంబర్ పరిశీలించండి.

ఎవరు వేచి ఉన్నారో చూడండి: {publicUrl}/dashboard/pending-expert`,
  'translationsWait.subject':
    '{count, plural, one {ఒక అభిప్రాయం అనువాదం కోసం వేచి ఉంది} other {# అభిప్రాయాలు అనువాదం కోసం వేచి ఉన్నాయి}}',
  'translationsWait.text': `{count, plural, one {మీరు చదివే భాషలోకి ఒక అభిప్రాయం అనువాదం కోసం వేచి ఉంది.} other {మీరు చదివే భాషల్లోకి # అభిప్రాయాలు అనువాదం కోసం వేచి ఉన్నాయి.}} అభిప్రాయాల్లో ఏముందో ఈ-మెయిల్‌లో రాయడం లేదు.

వేచి ఉన్నవి చూడండి: {publicUrl}/dashboard/translate

సెట్టింగ్స్‌లో మీరు ఎంచుకున్న భాషల కోసం ఈ ఈ-మెయిల్ రోజుకు గరిష్ఠంగా ఒక్కసారి వస్తుంది: {publicUrl}/dashboard/settings`,
  'accountApproved.subject': 'మీ {productName} అకౌంట్‌ను ఆమోదించారు',
  'accountApproved.text': `క్లినిక్ అడ్మిన్ మీ అకౌంట్‌ను ఆమోదించారు. ఇప్పుడు మీరు వేచి ఉన్న రిపోర్టులు చదివి, అభిప్రాయం రాయవచ్చు.

రిపోర్టులు ఇక్కడ ఉన్నాయి: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'మీ {productName} అకౌంట్ గురించి',
  'accountRejected.text': 'అడ్మిన్ మీ అకౌంట్‌ను ఆమోదించలేదు. కారణం చూడడానికి లాగిన్ చేయండి: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'మీ {productName} అకౌంట్‌ను తాత్కాలికంగా ఆపారు',
  'accountSuspended.text':
    'అడ్మిన్ మీ అకౌంట్‌ను తాత్కాలికంగా ఆపారు. మిమ్మల్ని అన్ని చోట్లా లాగ్ అవుట్ చేశాం. కారణం చూడడానికి లాగిన్ చేయండి: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'మీ {productName} అకౌంట్‌ను మళ్లీ తెరిచారు',
  'accountRestored.text': `అడ్మిన్ మీ అకౌంట్‌ను మళ్లీ తెరిచారు. ఇప్పుడు మీరు మళ్లీ రిపోర్టులు చదివి, అభిప్రాయం రాయవచ్చు.

లాగిన్: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'మీ {productName} అకౌంట్‌ను మళ్లీ తెరిచారు',
  'accountToWait.text': `అడ్మిన్ మీ అకౌంట్‌ను మళ్లీ పరిశీలిస్తారు. ఆమోదించిన తర్వాత మీకు ఈ-మెయిల్ పంపుతాం.

లాగిన్: {publicUrl}/dashboard/home`,
  'testEmail.subject': '{productName} నుండి పరీక్ష ఈ-మెయిల్',
  'testEmail.text': 'మీరు {productName} డ్యాష్‌బోర్డ్‌లో ఈ ఈ-మెయిల్ అడిగారు. ఇది వచ్చింది, అంటే ఈ-మెయిల్ పని చేస్తోంది.',
  'contactMessage.subject': '{productName} సంప్రదింపు పేజీ నుండి ఒక సందేశం',
  'contactMessage.text': `సంప్రదింపు పేజీలో ఒకరు రాశారు.

పేరు: {name}
ఈ-మెయిల్: {email}

{message}

అన్ని సందేశాలు: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'ఒక ప్రశ్న జవాబు కోసం వేచి ఉంది',
  'queryWaits.text': `హోమ్ పేజీలో ఒకరు ప్రశ్న పంపారు. వారి సమాచారం రహస్యంగా ఉండాలని దాన్ని ఈ-మెయిల్‌లో రాయడం లేదు.

ఇక్కడ చదవండి: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'ఒకరు తమకు ఫోన్ చేయమని అడుగుతున్నారు',
  'callBackWaits.text': `హోమ్ పేజీలో ఒకరు తమకు ఫోన్ చేయమని అడిగారు. వారి సమాచారం రహస్యంగా ఉండాలని దాన్ని ఈ-మెయిల్‌లో రాయడం లేదు.

ఇక్కడ చదవండి: {publicUrl}/dashboard/messages?kind=callback`,
};
