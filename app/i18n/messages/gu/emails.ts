import type { Messages } from '~/i18n/messages/en';

/** The e-mails in Gujarati. */
export const emails: Messages<'emails'> = {
  greeting: 'નમસ્તે,',
  about: 'આ {person}ના રિપોર્ટ વિશે છે.',
  'code.subject': '{code} એ તમારો {productName} કોડ છે',
  'code.text': `તમારો કોડ છે {code}

તમે જ્યાં એકાઉન્ટ ખોલતા હતા તે પાના પર આ કોડ લખો. તે {minutes} મિનિટ સુધી ચાલે છે.
તમે {productName} પર એકાઉન્ટ ન ખોલતા હો, તો તમારે કંઈ કરવાની જરૂર નથી.`,
  'alreadyHaveAccount.subject': 'તમારું {productName} એકાઉન્ટ પહેલેથી છે',
  'alreadyHaveAccount.text': `કોઈએ, કદાચ તમે જ, હમણાં આ ઈ-મેઇલ સરનામાથી {productName} પર નવું એકાઉન્ટ ખોલવાનો પ્રયત્ન કર્યો. તમારું એકાઉન્ટ પહેલેથી છે.

લૉગ ઇન કરો: {publicUrl}/login
પાસવર્ડ ભૂલી ગયા હો તો: {publicUrl}/forgot-password

જો તે તમે ન હો, તો તમારે કંઈ કરવાની જરૂર નથી: તમારું એકાઉન્ટ જેવું હતું તેવું જ છે.`,
  'resetPassword.subject': 'નવો {productName} પાસવર્ડ પસંદ કરો',
  'resetPassword.text': `કોઈએ, કદાચ તમે જ, નવો પાસવર્ડ માંગ્યો છે. તે અહીં પસંદ કરો:

{publicUrl}/update-password/{token}

આ લિંક {minutes} મિનિટ સુધી અને એક જ વાર ચાલે છે. જો તે તમે ન હો, તો તમારે કંઈ કરવાની જરૂર નથી.`,
  'passwordChanged.subject': 'તમારો {productName} પાસવર્ડ બદલાયો છે',
  'passwordChanged.text': `તમારા {productName} એકાઉન્ટનો પાસવર્ડ હમણાં જ બદલાયો છે અને બીજા બધા ફોન તથા કમ્પ્યૂટરમાંથી લૉગ આઉટ થઈ ગયું છે.

જો તે તમે જ બદલ્યો હોય, તો કંઈ કરવાની જરૂર નથી. જો ન બદલ્યો હોય, તો તરત નવો પાસવર્ડ પસંદ કરો: {publicUrl}/forgot-password`,
  'manyWrongLogins.subject': 'તમારા {productName} એકાઉન્ટ માટે ઘણી વાર ખોટો પાસવર્ડ નાખવામાં આવ્યો',
  'manyWrongLogins.text': `કોઈએ, કદાચ તમે જ, છેલ્લા એક કલાકમાં તમારા {productName} એકાઉન્ટ માટે ઘણી વાર ખોટો પાસવર્ડ નાખ્યો છે. આ ચાલે ત્યાં સુધી, જે ફોન કે કમ્પ્યૂટરમાં તમે પહેલાં લૉગ ઇન કર્યું છે, ફક્ત ત્યાં જ લૉગ ઇન કરી શકશો.

જો તમે પાસવર્ડ ભૂલી ગયા હો અથવા ફોન નવો હોય, તો નવો પાસવર્ડ પસંદ કરો અને પછી લૉગ ઇન કરો: {publicUrl}/forgot-password

જો તે તમે ન હો, તો આ પ્રયત્નોથી કોઈ અંદર આવી શક્યું નથી. જો તમારો પાસવર્ડ ટૂંકો હોય અથવા તમે તેને બીજે પણ વાપરતા હો, તો નવો પાસવર્ડ પસંદ કરો.`,
  'reviewReady.subject': 'તમારા રિપોર્ટ પર અભિપ્રાય આવી ગયો છે',
  'reviewReady.text': `ડૉક્ટરે તમારો રિપોર્ટ વાંચીને તેનો અર્થ લખ્યો છે. તમારી માહિતી ખાનગી રહે તે માટે તે આ ઈ-મેઇલમાં લખ્યો નથી.

અહીં વાંચો: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewChanged.subject': 'તમારા રિપોર્ટ પરનો અભિપ્રાય બદલાયો છે',
  'reviewChanged.text': `ડૉક્ટરે તમારા રિપોર્ટ પરના અભિપ્રાયમાં કંઈક ઉમેર્યું છે અથવા તેને સુધાર્યો છે. તમારી માહિતી ખાનગી રહે તે માટે તે આ ઈ-મેઇલમાં લખ્યો નથી.

અહીં વાંચો: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewWithdrawn.subject': 'તમારા રિપોર્ટ પરનો અભિપ્રાય પાછો ખેંચાયો છે',
  'reviewWithdrawn.text': `તમારા એક રિપોર્ટ પરનો અભિપ્રાય પાછો ખેંચાયો છે. કૃપા કરીને તે પ્રમાણે કંઈ ન કરો. ડૉક્ટર તમારો રિપોર્ટ ફરીથી વાંચશે, અને નવો અભિપ્રાય તૈયાર થાય ત્યારે અમે તમને ઈ-મેઇલ મોકલીશું.

તમારા રિપોર્ટ જુઓ: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewTakenBack.subject': 'એક અભિપ્રાય પાછો ખેંચાયો છે',
  'reviewTakenBack.text': `કેસ નંબર {caseNumber} ના રિપોર્ટ પરનો અભિપ્રાય પાછો ખેંચાયો છે. તે બીજા કોઈ માટે હોય તો દર્દીએ તે વાંચ્યો હોઈ શકે: કૃપા કરીને નક્કી કરો કે તેની ડેટા લીક તરીકે જાણ કરવી કે નહીં. આ ઈ-મેઇલમાં બીમારીની કોઈ માહિતી નથી.

કેસ નંબરથી રિપોર્ટ શોધો: {publicUrl}/dashboard/pending-report`,
  'translationReady.subject': 'તમારો અભિપ્રાય તમારી ભાષામાં આવી ગયો છે',
  'translationReady.text': `ડૉક્ટરે તમારા રિપોર્ટ પરનો અભિપ્રાય તમારી ભાષામાં લખ્યો છે. તમારી માહિતી ખાનગી રહે તે માટે તે આ ઈ-મેઇલમાં લખ્યો નથી.

અહીં વાંચો: {publicUrl}/dashboard/previous-report/{patientId}`,
  'questionWaits.subject': 'ડૉક્ટરને તમારા રિપોર્ટ વિશે કંઈક પૂછવું છે',
  'questionWaits.text': `ડૉક્ટરે તમારો રિપોર્ટ જોયો છે અને અભિપ્રાય આપતાં પહેલાં તેમને તમારી પાસેથી કંઈક જોઈએ છે. તમારી માહિતી ખાનગી રહે તે માટે તે આ ઈ-મેઇલમાં લખ્યું નથી.

અહીં વાંચો અને જવાબ આપો: {publicUrl}/dashboard/answer-question/{reportId}`,
  'answerWaits.subject': 'દર્દીએ તમારા પ્રશ્નનો જવાબ આપ્યો છે',
  'answerWaits.text': `તમે જે પૂછ્યું હતું તેનો જવાબ દર્દીએ આપ્યો છે. રિપોર્ટ 24 કલાક તમારો છે; પછી કોઈ પણ ડૉક્ટર અભિપ્રાય આપી શકે છે. આ ઈ-મેઇલમાં તબીબી માહિતી નથી.

રિપોર્ટ અહીં ખોલો: {publicUrl}/dashboard/add-review/{reportId}`,
  'reportHeld.subject': 'એક રિપોર્ટ ઍડમિનની રાહ જુએ છે',
  'reportHeld.text': `એક ડૉક્ટરે પૂછ્યું છે કે એક રિપોર્ટ બીજા કોઈનો છે કે કેમ. ઍડમિન જુએ ત્યાં સુધી બીજા કોઈ ડૉક્ટર તેને ખોલી શકતા નથી. કોઈને બીજાનો રિપોર્ટ મળ્યો હોય, તો તે જાણ કરવા જેવો ગોપનીયતા ભંગ હોઈ શકે.

અહીં જુઓ: {publicUrl}/dashboard/lift-hold/{reportId}`,
  'reportsWait.subject':
    '{count, plural, one {# રિપોર્ટ પર અભિપ્રાય બાકી છે} other {# રિપોર્ટ પર અભિપ્રાય બાકી છે}}',
  'reportsWait.text': `{count, plural, one {# રિપોર્ટ ડૉક્ટરની રાહ જુએ છે.} other {# રિપોર્ટ ડૉક્ટરની રાહ જુએ છે.}} રિપોર્ટમાંની કોઈ માહિતી આ ઈ-મેઇલમાં નથી.

કયા રિપોર્ટ બાકી છે તે જુઓ: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject': '{count, plural, one {# ડૉક્ટર મંજૂરીની રાહ જુએ છે} other {# ડૉક્ટર મંજૂરીની રાહ જુએ છે}}',
  'expertsWait.text': `{count, plural, one {# ડૉક્ટર મંજૂરીની રાહ જુએ છે.} other {# ડૉક્ટર મંજૂરીની રાહ જુએ છે.}} મંજૂરી આપતાં પહેલાં રજિસ્ટ્રેશન નંબર ચકાસો.

કોણ રાહ જુએ છે તે જુઓ: {publicUrl}/dashboard/pending-expert`,
  'translationsWait.subject':
    '{count, plural, one {# અભિપ્રાયનો અનુવાદ બાકી છે} other {# અભિપ્રાયોનો અનુવાદ બાકી છે}}',
  'translationsWait.text': `{count, plural, one {તમે વાંચો છો તે ભાષામાં # અભિપ્રાયનો અનુવાદ બાકી છે.} other {તમે વાંચો છો તે ભાષાઓમાં # અભિપ્રાયોનો અનુવાદ બાકી છે.}} અભિપ્રાયમાંની કોઈ માહિતી આ ઈ-મેઇલમાં નથી.

કયા અભિપ્રાય બાકી છે તે જુઓ: {publicUrl}/dashboard/translate

સેટિંગ્સમાં તમે પસંદ કરેલી ભાષાઓ માટે આ ઈ-મેઇલ દિવસમાં વધુમાં વધુ એક વાર આવે છે: {publicUrl}/dashboard/settings`,
  'accountApproved.subject': 'તમારા {productName} એકાઉન્ટને મંજૂરી મળી ગઈ છે',
  'accountApproved.text': `દવાખાનાના ઍડમિને તમારા એકાઉન્ટને મંજૂરી આપી છે. હવે તમે બાકી રિપોર્ટ વાંચી શકો છો અને તેમના પર અભિપ્રાય આપી શકો છો.

રિપોર્ટ પર જાઓ: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'તમારા {productName} એકાઉન્ટ વિશે',
  'accountRejected.text':
    'ઍડમિને તમારા એકાઉન્ટને મંજૂરી આપી નથી. કારણ જોવા માટે લૉગ ઇન કરો: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'તમારું {productName} એકાઉન્ટ સસ્પેન્ડ થયું છે',
  'accountSuspended.text':
    'ઍડમિને તમારું એકાઉન્ટ સસ્પેન્ડ કર્યું છે અને તમને બધેથી લૉગ આઉટ કર્યા છે. કારણ જોવા માટે લૉગ ઇન કરો: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'તમારું {productName} એકાઉન્ટ ફરી ચાલુ થયું છે',
  'accountRestored.text': `ઍડમિને તમારું એકાઉન્ટ ફરી ચાલુ કર્યું છે. તમે ફરી રિપોર્ટ વાંચી શકો છો અને તેમના પર અભિપ્રાય આપી શકો છો.

લૉગ ઇન કરો: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'તમારું {productName} એકાઉન્ટ ફરી ચાલુ થયું છે',
  'accountToWait.text': `ઍડમિન તમારું એકાઉન્ટ ફરી તપાસશે. મંજૂરી મળે એટલે અમે તમને જણાવીશું.

લૉગ ઇન કરો: {publicUrl}/dashboard/home`,
  'testEmail.subject': '{productName} તરફથી ચકાસણીનો ઈ-મેઇલ',
  'testEmail.text': 'તમે {productName} ના ડૅશબોર્ડ પર આ ઈ-મેઇલ મંગાવ્યો હતો. તે પહોંચ્યો, એટલે ઈ-મેઇલ ચાલે છે.',
  'contactMessage.subject': '{productName} ના સંપર્ક પાના પરથી એક મેસેજ',
  'contactMessage.text': `કોઈએ સંપર્ક પાના પર મેસેજ લખ્યો છે.

નામ: {name}
ઈ-મેઇલ: {email}

{message}

બધા મેસેજ: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'એક પ્રશ્ન જવાબની રાહ જુએ છે',
  'queryWaits.text': `કોઈએ મુખ્ય પાના પરથી પ્રશ્ન મોકલ્યો છે. તેમની માહિતી ખાનગી રહે તે માટે તે આ ઈ-મેઇલમાં લખ્યો નથી.

અહીં વાંચો: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'કોઈએ ફોન કરવાની વિનંતી કરી છે',
  'callBackWaits.text': `કોઈએ મુખ્ય પાના પરથી ફોન કરવાની વિનંતી કરી છે. તેમની માહિતી ખાનગી રહે તે માટે તે આ ઈ-મેઇલમાં લખી નથી.

અહીં વાંચો: {publicUrl}/dashboard/messages?kind=callback`,
};
