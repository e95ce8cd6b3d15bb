import type { Catalogue } from '~/i18n/messages/en';

/** The sentences that only experts' and admins' own pages show, in Gujarati. */
export const staff: Catalogue['staff'] = {
  // What admins see of what visitors wrote
  'messages.lead': 'લોકોએ શું લખ્યું તે, સૌથી નવું પહેલાં. મેસેજ બંધ કર્યા પછી 90 દિવસે તે ભૂંસાઈ જાય છે.',
  'messages.state': 'સ્થિતિ',
  'messages.open': 'જવાબ બાકી',
  'messages.closed': 'બંધ કરેલા',
  'messages.kind': 'પ્રકાર',
  'messages.allKinds': 'બધા પ્રકાર',
  'messages.contact': 'સંપર્ક',
  'messages.query': 'પ્રશ્ન',
  'messages.callback': 'ફોનની વિનંતી',
  'messages.filter': 'બતાવો',
  'messages.close': 'બંધ કરો',
  'messages.closedOn': 'બંધ કર્યો: {date}',
  'messages.noName': 'નામ આપ્યું નથી',
  'messages.empty': 'એક પણ મેસેજ નથી.',

  // Review
  'review.for': 'દર્દી: {name}, રિપોર્ટ: {type}',
  'review.label': 'તમારો અભિપ્રાય',
  'review.hint': 'રિપોર્ટનો અર્થ શું છે, હવે શું કરવું અને ડૉક્ટરને રૂબરૂ ક્યારે મળવું તે લખો.',
  'review.submit': 'અભિપ્રાય મોકલો',
  'review.busy': 'મોકલાઈ રહ્યો છે...',
  'review.description': 'દર્દીએ શું લખ્યું છે',
  'review.back': 'યાદી પર પાછા જાઓ',
  'review.draft': 'તમારું લખાણ સચવાયેલું છે. તમે આગળ લખી શકો છો.',

  'review.languageLabel': 'તમારા અભિપ્રાયની ભાષા',
  'review.patientReads': 'દર્દી {language} વાંચે છે.',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'અભિપ્રાયનો અનુવાદ કરો',
  'translate.listTitle': 'અનુવાદ કરવાના અભિપ્રાયો',
  'translate.listLead': 'આ દર્દીઓની ભાષા તમને પણ વાંચતાં આવડે છે. સૌથી વધુ સમયથી રાહ જોતો અભિપ્રાય સૌથી ઉપર છે.',
  'translate.empty': 'અનુવાદ કરવાનો એક પણ અભિપ્રાય નથી.',
  'translate.emptyHint': 'સેટિંગ્સમાં તમારી ભાષાઓ પસંદ કરો. પછી તે ભાષાઓ વાંચતા દર્દીઓના અભિપ્રાયો અહીં દેખાશે.',
  'translate.from': 'લખાયેલી ભાષા',
  'translate.to': 'જોઈતી ભાષા',
  'translate.original': 'મૂળ અભિપ્રાય, લખનાર: {name}',
  'translate.lead': 'અભિપ્રાયમાં જે છે તે જ {language} ભાષામાં લખો, બીજું કંઈ ઉમેરશો નહીં. તેની નીચે તમારું નામ દેખાશે.',
  'translate.label': '{language} ભાષામાં અભિપ્રાય',
  'translate.submit': 'અનુવાદ મોકલો',
  'translate.back': 'યાદી પર પાછા જાઓ',
  'translate.action': 'અનુવાદ કરો',

  // The patient's language in the list of reports that wait
  'filter.language': 'દર્દીની ભાષા',
  'filter.allLanguages': 'બધી ભાષાઓ',

  // The report beside the review
  'viewer.label': 'રિપોર્ટ',
  'viewer.zoom': 'ઝૂમ',
  'viewer.fit': 'આખું બતાવો',
  'viewer.turn': 'ફેરવો',
  'viewer.keys': 'કી: + અને − થી ઝૂમ, R થી ફેરવો.',
  'viewer.failed': 'આ પાનું અહીં બતાવી શકાતું નથી. કૃપા કરીને ફાઇલ ખોલો.',
  'viewer.more': 'અહીં પહેલાં {pages} પાનાં દેખાય છે. બાકીનાં જોવા માટે ફાઇલ ખોલો.',

  // Experts
  'experts.pendingLead': 'રિપોર્ટ વાંચવા દેતાં પહેલાં તેઓ કોણ છે તેની ખાતરી કરો.',
  'experts.pendingEmpty': 'મંજૂરી બાકી હોય તેવા કોઈ નિષ્ણાત ડૉક્ટર નથી.',
  'experts.pendingEmptyHint': 'નવી વિનંતીઓ અહીં દેખાશે.',
  'experts.contact': 'સંપર્ક',
  'experts.accountType': 'એકાઉન્ટનો પ્રકાર',
  'experts.approve': 'મંજૂરી આપો',
  'approve.title': '{name}, રજિસ્ટ્રેશન નંબર {number}: તેમના માટે રિપોર્ટ ખોલવા છે?',
  'approve.titleNoNumber': '{name}: તેમના માટે રિપોર્ટ ખોલવા છે?',
  'approve.noNumber': '{name} તરફથી કોઈ રજિસ્ટ્રેશન નંબર મળ્યો નથી.',
  'approve.opens': 'પછી તેઓ રાહ જોતા દરેક દર્દીનું નામ, ફોન નંબર અને ફાઇલ જોઈ શકશે અને અભિપ્રાય લખી શકશે.',
  'approve.register': 'આ કાઉન્સિલના રજિસ્ટરમાં નંબર જુઓ: {council}',
  'approve.noCouncil': 'તેમણે કાઉન્સિલનું નામ આપ્યું નથી. નંબર ક્યાંનો છે તે પૂછો અને ત્યાં જુઓ.',
  'approve.checked': 'મેં આ નંબર તપાસ્યો છે',
  'approve.checkedOtherwise': 'તેઓ ડૉક્ટર છે તેની મેં બીજી રીતે ખાતરી કરી છે',
  'experts.approvedEmpty': 'મંજૂર થયેલા કોઈ નિષ્ણાત ડૉક્ટર નથી.',
  'experts.approvedEmptyHint': 'ઍડમિન મંજૂરી આપે એટલે નિષ્ણાત ડૉક્ટર અહીં દેખાશે.',

  // Credentials and standing
  'credentials.changed': 'રજિસ્ટ્રેશન બદલ્યું: {date}',
  'standing.since': '{date} થી',
  'standing.restore': 'ફરી ચાલુ કરો',
  'judge.reject': 'નામંજૂર કરો',
  'judge.suspend': 'સસ્પેન્ડ કરો',
  'judge.rejectTitle': 'આ નિષ્ણાત ડૉક્ટરને નામંજૂર કરવા છે?',
  'judge.suspendTitle': 'આ નિષ્ણાત ડૉક્ટરને સસ્પેન્ડ કરવા છે?',
  'judge.rejectText': 'તેઓ રિપોર્ટ વાંચી શકશે નહીં. તમે તેમનું એકાઉન્ટ પછીથી ફરી ચાલુ કરી શકો છો.',
  'judge.suspendText': 'તેઓ તરત લૉગ આઉટ થઈ જશે અને રિપોર્ટ વાંચી શકશે નહીં. તેમના અભિપ્રાયો રહેશે.',
  'judge.reasonHint': 'તેઓ આ કારણ પોતાના ડૅશબોર્ડ પર વાંચે છે. ઈ-મેઇલમાં તે લખાતું નથી.',
};
