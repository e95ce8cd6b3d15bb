import type { Messages } from '~/i18n/messages/en';

/** The sentences on changing a review and taking it back, in Gujarati. */
export const amend: Messages<'amend'> = {
  // The page of its author
  'amend.action': 'સુધારો અથવા ઉમેરો',
  'amend.title': 'અભિપ્રાય સુધારો અથવા તેમાં ઉમેરો',
  'amend.told': 'અભિપ્રાય બદલાયો છે એવો ઈ-મેઇલ દર્દીને મળે છે. તેમાં બીમારીની કોઈ માહિતી હોતી નથી.',
  'amend.holds': 'હાલનો અભિપ્રાય',
  'amend.kind': 'તમે શું કરવા માગો છો?',
  'amend.kind.addition': 'કંઈક ઉમેરવું છે; લખાણ એમ જ રહે છે',
  'amend.kind.correction': 'સુધારવો છે; હવેથી નવું લખાણ માન્ય છે',
  'amend.kind.takenBack': 'પાછો ખેંચવો છે: તે બીજા રિપોર્ટ માટે હતો',
  'amend.kindMissing': 'તમે શું કરવા માગો છો તે પસંદ કરો',
  'amend.text': 'તમારું લખાણ',
  'amend.textHint': 'ઉમેરવા માટે ફક્ત નવી વાત લખો. સુધારવા માટે આખો અભિપ્રાય લખો. પાછો ખેંચવા માટે અહીં કંઈ ન લખો.',
  'amend.textMissing': 'કૃપા કરીને તમારું લખાણ લખો',
  'amend.noText': 'અભિપ્રાય પાછો ખેંચવો હોય તો અહીં કંઈ ન લખો',
  'amend.languageLabel': 'સુધારેલા અભિપ્રાયની ભાષા',
  'amend.reasonCode': 'કારણ',
  'amend.reason.slip': 'લખવામાં ભૂલ',
  'amend.reason.newFinding': 'નવી વાત ધ્યાનમાં આવી',
  'amend.reason.wrongReport': 'બીજા રિપોર્ટ માટે હતો',
  'amend.reason.other': 'બીજું કારણ',
  'amend.choose': 'પસંદ કરો',
  'amend.reasonCodeMissing': 'કૃપા કરીને કારણ પસંદ કરો',
  'amend.reasonLabel': 'કેમ, થોડા શબ્દોમાં',
  'amend.reasonHint':
    'અભિપ્રાય પાછો ખેંચો ત્યારે, અથવા “બીજું કારણ” પસંદ કરો ત્યારે લખવું જરૂરી છે. દર્દી તે વાંચે છે, પણ અભિપ્રાય પાછો ખેંચો તો નહીં.',
  'amend.reasonMissing': 'કૃપા કરીને થોડા શબ્દોમાં લખો કે કેમ',
  'amend.takeItBack': 'અભિપ્રાય બીજા રિપોર્ટ માટે હતો તો કૃપા કરીને તેને પાછો ખેંચો',
  'amend.submit': 'મોકલો',
  'amend.done': 'અભિપ્રાય બદલાઈ ગયો',
  'amend.failed': 'અભિપ્રાય બદલી શકાયો નથી',
  'amend.changedMeanwhile': 'આ દરમિયાન આ અભિપ્રાય બદલાયો છે. કૃપા કરીને ફરી વાંચો.',
  'amend.same': 'આ એ જ લખાણ છે.',
  'amend.tooLong': 'પહેલાંના લખાણ સાથે આ બહુ લાંબું થાય છે. ઓછું લખો, અથવા આખો અભિપ્રાય સુધારો.',
  'amend.tooMany': 'આ અભિપ્રાય ઘણી વાર બદલાયો છે. હવે તેને ફક્ત પાછો ખેંચી શકાય છે.',
  'amend.notReviewed': 'આ અભિપ્રાય પહેલેથી પાછો ખેંચાયેલો છે.',

  // What the patient reads
  'version.review': '{date} ના રોજ લખ્યો: {name}',
  'version.addition': '{date} ના રોજ ઉમેરો કર્યો: {name}',
  'version.correction': '{date} ના રોજ સુધાર્યો: {name}',
  'version.takenBack': '{date} ના રોજ પાછો ખેંચ્યો: {name}',
  'amend.earlier': 'પહેલાંનો અભિપ્રાય, હવે માન્ય નથી',
  'amend.wrongReport':
    'આ અભિપ્રાય પાછો ખેંચાયો છે: તે બીજા રિપોર્ટ માટે હતો. કૃપા કરીને તે પ્રમાણે કંઈ ન કરો. ડૉક્ટર તમારો રિપોર્ટ ફરીથી વાંચશે.',
  'amend.takenBack': 'આ અભિપ્રાય પાછો ખેંચાયો છે. કૃપા કરીને તે પ્રમાણે કંઈ ન કરો. ડૉક્ટર તમારો રિપોર્ટ ફરીથી વાંચશે.',
  'openings.review.added': 'અભિપ્રાયમાં ઉમેરો કર્યો: {name}',
  'openings.review.corrected': 'અભિપ્રાય સુધાર્યો: {name}',
  'openings.review.takenBack': 'અભિપ્રાય પાછો ખેંચ્યો: {name}',

  // The page of admins
  'takeBack.link': 'અભિપ્રાયનાં બધાં રૂપ',
  'takeBack.title': 'અભિપ્રાયનાં બધાં રૂપ',
  'takeBack.hidden':
    'જે પાછું ખેંચાયું છે તે દર્દીઓ અને ડૉક્ટરોને હવે દેખાતું નથી. કોઈ દર્દીએ બીજા માટે લખેલો અભિપ્રાય વાંચ્યો હોય તો નક્કી કરો કે તેની ડેટા લીક તરીકે જાણ કરવી કે નહીં.',
  'takeBack.none': 'આ રિપોર્ટ પર હમણાં કોઈ અભિપ્રાય નથી.',
  'takeBack.form': 'આ અભિપ્રાય પાછો ખેંચો',
  'takeBack.text':
    'ડૉક્ટર પોતે કરી શકે તેમ ન હોય તો જ આ કરો. રિપોર્ટ યાદીમાં તેની જૂની જગ્યાએ પાછો જાય છે, અને દર્દીને આ અભિપ્રાય દેખાતો નથી.',
  'takeBack.reasonHint': 'તે ફક્ત ઍડમિન વાંચે છે.',
  'takeBack.submit': 'પાછો ખેંચો',
  'takeBack.done': 'અભિપ્રાય પાછો ખેંચાયો',
  'takeBack.failed': 'અભિપ્રાય પાછો ખેંચી શકાયો નથી',
};
