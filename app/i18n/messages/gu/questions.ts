import type { Messages } from '~/i18n/messages/en';

/** The sentences on what doctors ask patients before a review, in Gujarati. */
export const questions: Messages<'questions'> = {
  // Several files at once
  'file.chooseSome': 'ફાઇલો પસંદ કરો',
  'upload.fileNumber': 'ફાઇલ {number}: {what}',
  'upload.tooManyFiles': 'કૃપા કરીને એક વખતમાં વધુમાં વધુ {most} ફાઇલ મોકલો.',
  'upload.tooLargeTogether': 'બધી ફાઇલ મળીને {megabytes} MB કરતાં મોટી છે. કૃપા કરીને ઓછી અથવા નાની ફાઇલ મોકલો.',

  // What a doctor asks
  'ask.title': 'આના પર હમણાં અભિપ્રાય આપી શકાય તેમ નથી',
  'ask.pageTitle': 'દર્દીને પૂછો',
  'ask.lead': 'દર્દીને ઈ-મેઇલ જશે, અને જવાબ આવે ત્યાં સુધી રિપોર્ટ યાદીમાં નહીં રહે. પછી તે સૌથી પહેલાં તમારી પાસે આવશે.',
  'ask.kindLabel': 'શું ખૂટે છે?',
  'ask.choose.unreadable': 'મારાથી વંચાતું નથી',
  'ask.choose.pageMissing': 'એક પાનું ખૂટતું લાગે છે',
  'ask.choose.otherPerson': 'આ બીજા કોઈનો રિપોર્ટ લાગે છે. તો ઍડમિન જુએ ત્યાં સુધી બીજા ડૉક્ટર તેને ખોલી શકશે નહીં.',
  'ask.choose.olderReport': 'મારે જૂનો રિપોર્ટ જોઈએ છે',
  'ask.choose.detail': 'મારે એક પ્રશ્ન છે',
  'ask.pagesLabel': 'કયાં પાનાં? (મરજિયાત)',
  'ask.pagesHint': 'જેમ કે: 2, 5-6',
  'ask.textLabel': 'તમારા શબ્દોમાં',
  'ask.textHint': 'દર્દી અમારું વાક્ય પોતાની ભાષામાં વાંચશે અને તેની નીચે આ. જૂના રિપોર્ટ અથવા પ્રશ્ન માટે આ લખવું જરૂરી છે.',
  'ask.languageLabel': 'તમારા લખાણની ભાષા',
  'ask.send': 'દર્દીને મોકલો',
  'ask.busy': 'મોકલાઈ રહ્યું છે...',
  'ask.done': 'તમારો પ્રશ્ન દર્દીને મોકલ્યો છે',
  'ask.failed': 'પ્રશ્ન મોકલી શકાયો નથી',
  'ask.kind': 'કૃપા કરીને શું ખૂટે છે તે પસંદ કરો',
  'ask.text': 'કૃપા કરીને તમારે શું જાણવું છે તે લખો',
  'ask.pagesWrong': 'કૃપા કરીને પાનાંના નંબર લખો, જેમ કે: 2, 5-6',
  'ask.noSuchPage': '{pages, plural, one {આ રિપોર્ટમાં ફક્ત # પાનું છે} other {આ રિપોર્ટમાં ફક્ત # પાનાં છે}}',
  'ask.open': 'આ રિપોર્ટ પહેલેથી દર્દીના જવાબની રાહ જુએ છે.',
  'ask.held': 'પહેલાં ઍડમિને આ રિપોર્ટ જોવો પડશે.',
  'ask.noClaim': 'આ રિપોર્ટ વાંચતા ડૉક્ટર જ પૂછી શકે છે. કૃપા કરીને પહેલાં તેને ખોલો.',

  // What the patient reads
  'wanted.unreadable': 'ડૉક્ટરથી રિપોર્ટ વંચાતો નથી. કૃપા કરીને દિવસના અજવાળામાં નવો ફોટો પાડો.',
  'wanted.unreadablePage': 'ડૉક્ટરથી પાનું {pages} વંચાતું નથી. કૃપા કરીને દિવસના અજવાળામાં નવો ફોટો પાડો.',
  'wanted.unreadablePages': 'ડૉક્ટરથી પાનાં {pages} વંચાતાં નથી. કૃપા કરીને દિવસના અજવાળામાં નવા ફોટા પાડો.',
  'wanted.pageMissing': 'એક પાનું ખૂટતું લાગે છે. કૃપા કરીને તે ઉમેરો.',
  'wanted.otherPerson': 'આ રિપોર્ટ બીજા કોઈનો લાગે છે. શું આ સાચો રિપોર્ટ છે?',
  'wanted.olderReport': 'આ જ તપાસનો જૂનો રિપોર્ટ હોય તો કૃપા કરીને ઉમેરો.',
  'wanted.detail': 'ડૉક્ટરને એક પ્રશ્ન છે.',
  'question.badge': 'તમારા જવાબની રાહ છે',
  'question.title': 'ડૉક્ટરને તમારી પાસેથી કંઈક જોઈએ છે',
  'question.by': '{name}એ પૂછ્યું, {date}',
  'question.pages': 'પાનાં: {pages}',
  'question.answer': 'જવાબ',
  'question.noAnswer': 'જવાબ આવ્યો નથી',
  'question.answered': 'તમારો જવાબ મળી ગયો છે. એ જ ડૉક્ટર આગળ જોશે.',
  'question.held': 'પહેલાં ક્લિનિક આ રિપોર્ટ જોશે. પછી ડૉક્ટર આગળ જોશે.',
  'question.history': 'પ્રશ્નો અને જવાબો',
  'question.lifted': 'ક્લિનિકે આ ડૉક્ટરો માટે ફરી ખોલ્યો: {reason}',
  'question.added': 'ઉમેરેલી ફાઇલ {number}, {date}',
  'question.someWait':
    '{count, plural, one {ડૉક્ટરને તમારી પાસેથી કંઈક જોઈએ છે} other {# રિપોર્ટ માટે ડૉક્ટરોને તમારી પાસેથી કંઈક જોઈએ છે}}',

  // The answer
  'answer.title': 'ડૉક્ટરને જવાબ આપો',
  'answer.open': 'જવાબ આપો',
  'answer.filesLabel': 'ફોટા અથવા PDF',
  'answer.filesHint': 'વધુમાં વધુ {most} ફાઇલ, બધી મળીને {megabytes} MB સુધી.',
  'answer.textLabel': 'તમારો જવાબ',
  'answer.textHint': 'તમે લખી શકો, ફાઇલ ઉમેરી શકો, અથવા બંને.',
  'answer.submit': 'જવાબ મોકલો',
  'answer.done': 'તમારો જવાબ મોકલ્યો છે',
  'answer.failed': 'તમારો જવાબ મોકલી શકાયો નથી',
  'answer.empty': 'કૃપા કરીને કંઈક લખો અથવા ફાઇલ ઉમેરો',
  'answer.already': 'તમે જવાબ આપી દીધો છે. આભાર.',
  'answer.none': 'આ રિપોર્ટ વિશે હવે કંઈ પૂછાયું નથી.',
  'answer.reviewed': 'આ રિપોર્ટ પર અભિપ્રાય અપાઈ ગયો છે. હવે બીજું કંઈ જોઈતું નથી.',

  // Closing a question, and opening a report to doctors again
  'closeQuestion.title': 'આ પ્રશ્ન બંધ કરવો છે?',
  'closeQuestion.textBelow': 'દર્દીને હવે પૂછવામાં નહીં આવે, અને રિપોર્ટ યાદીમાં પાછો આવશે.',
  'closeQuestion.confirm': 'પ્રશ્ન બંધ કરો',
  'closeQuestion.keep': 'રાહ જુઓ',
  'closeQuestion.done': 'પ્રશ્ન બંધ થયો',
  'closeQuestion.failed': 'પ્રશ્ન બંધ કરી શકાયો નથી',
  'closeQuestion.none': 'આ રિપોર્ટ પર કોઈ પ્રશ્ન બાકી નથી.',
  'lift.title': 'આ રિપોર્ટ ડૉક્ટરો માટે ફરી ખોલવો છે?',
  'lift.textBelow':
    'એક ડૉક્ટરે પૂછ્યું છે કે આ રિપોર્ટ બીજા કોઈનો છે કે કેમ. તમે ખોલો ત્યાં સુધી બીજા કોઈ ડૉક્ટર તેની ફાઇલ જોઈ શકશે નહીં.',
  'lift.reasonHint': 'દર્દી અને ડૉક્ટરો આ વાંચી શકે છે.',
  'lift.confirm': 'ડૉક્ટરો માટે ખોલો',
  'lift.keep': 'બંધ રાખો',
  'lift.done': 'ડૉક્ટરો આ રિપોર્ટ ફરી ખોલી શકે છે',
  'lift.failed': 'રિપોર્ટ ડૉક્ટરો માટે ખોલી શકાયો નથી',
  'lift.notHeld': 'ડૉક્ટરો આ રિપોર્ટ પહેલેથી ખોલી શકે છે.',
  'lift.someHeld':
    '{count, plural, one {તમે જુઓ ત્યાં સુધી એક રિપોર્ટ ડૉક્ટરો માટે બંધ છે} other {તમે જુઓ ત્યાં સુધી # રિપોર્ટ ડૉક્ટરો માટે બંધ છે}}',

  // In the list
  'waits.label': 'કોની રાહ જુએ છે',
  'waits.doctor': 'ડૉક્ટરની',
  'waits.patient': 'દર્દીની',
  'waits.admin': 'ઍડમિનની',
  'waits.noAnswer': 'પૂછ્યું, જવાબ આવ્યો નથી',
  'waits.held': 'બીજા ડૉક્ટરો માટે બંધ',

  // Their e-mails
  'letterName.questionWaits': 'ડૉક્ટરે દર્દીને પૂછ્યું છે',
  'letterName.answerWaits': 'દર્દીએ જવાબ આપ્યો છે',
  'letterName.reportHeld': 'એક રિપોર્ટ ડૉક્ટરો માટે બંધ છે',
};
