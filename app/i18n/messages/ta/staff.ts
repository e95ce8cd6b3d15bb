import type { Catalogue } from '~/i18n/messages/en';

/** The sentences that only experts' and admins' own pages show, in Tamil. */
export const staff: Catalogue['staff'] = {
  // What admins see of what visitors wrote
  'messages.lead': 'வந்தவர்கள் எழுதிய செய்திகள்; புதியது முதலில். நீங்கள் ஒன்றை மூடிய 90 நாட்களுக்குப் பிறகு அது நீக்கப்படும்.',
  'messages.state': 'நிலை',
  'messages.open': 'திறந்திருப்பவை',
  'messages.closed': 'மூடப்பட்டவை',
  'messages.kind': 'வகை',
  'messages.allKinds': 'எல்லா வகைகளும்',
  'messages.contact': 'தொடர்பு',
  'messages.query': 'கேள்வி',
  'messages.callback': 'போன் அழைப்பு',
  'messages.filter': 'காட்டவும்',
  'messages.close': 'மூடவும்',
  'messages.closedOn': 'மூடிய தேதி: {date}',
  'messages.noName': 'பெயர் தரப்படவில்லை',
  'messages.empty': 'செய்தி எதுவும் இல்லை.',

  // Review
  'review.for': '{name} அனுப்பிய {type}',
  'review.label': 'உங்கள் கருத்து',
  'review.hint':
    'ரிப்போர்ட்டின் பொருள் என்ன, அடுத்து என்ன செய்ய வேண்டும், எப்போது டாக்டரை நேரில் பார்க்க வேண்டும் என்று எழுதுங்கள்.',
  'review.submit': 'கருத்தை அனுப்பவும்',
  'review.busy': 'அனுப்பப்படுகிறது...',
  'review.description': 'நோயாளி எழுதியது',
  'review.back': 'பட்டியலுக்குத் திரும்பவும்',
  'review.draft': 'நீங்கள் எழுதியது சேமிக்கப்பட்டுள்ளது. தொடர்ந்து எழுதலாம்.',

  'review.languageLabel': 'உங்கள் கருத்தின் மொழி',
  'review.patientReads': 'நோயாளி படிக்கும் மொழி: {language}.',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'கருத்தை மொழிபெயர்க்கவும்',
  'translate.listTitle': 'மொழிபெயர்க்க வேண்டிய கருத்துகள்',
  'translate.listLead':
    'இந்த நோயாளிகள் படிக்கும் மொழி உங்களுக்கும் தெரியும். மிக நீண்ட நேரமாகக் காத்திருக்கும் கருத்து முதலில் இருக்கும்.',
  'translate.empty': 'மொழிபெயர்க்க வேண்டிய கருத்து எதுவும் இல்லை.',
  'translate.emptyHint':
    'அமைப்புகளில் உங்கள் மொழிகளைத் தேர்ந்தெடுங்கள். அந்த மொழிகளைப் படிப்பவர்களுக்கான கருத்துகள் பிறகு இங்கே தெரியும்.',
  'translate.from': 'எழுதப்பட்ட மொழி',
  'translate.to': 'தேவைப்படும் மொழி',
  'translate.original': '{name} எழுதிய கருத்து',
  'translate.lead':
    'கருத்தில் உள்ளதை மட்டும் இந்த மொழியில் ({language}) எழுதுங்கள்; வேறு எதையும் சேர்க்க வேண்டாம். அதன் கீழே உங்கள் பெயர் இருக்கும்.',
  'translate.label': 'கருத்தின் மொழிபெயர்ப்பு ({language})',
  'translate.submit': 'மொழிபெயர்ப்பை அனுப்பவும்',
  'translate.back': 'பட்டியலுக்குத் திரும்பவும்',
  'translate.action': 'மொழிபெயர்க்கவும்',

  // The patient's language in the list of reports that wait
  'filter.language': 'நோயாளியின் மொழி',
  'filter.allLanguages': 'எல்லா மொழிகளும்',

  // The report beside the review
  'viewer.label': 'ரிப்போர்ட்',
  'viewer.zoom': 'பெரிதாக்கவும்',
  'viewer.fit': 'முழுவதும் காட்டவும்',
  'viewer.turn': 'திருப்பவும்',
  'viewer.keys': 'கீபோர்டில்: + பெரிதாக்கும், − சிறிதாக்கும், R திருப்பும்.',
  'viewer.failed': 'இந்தப் பக்கத்தை இங்கே காட்ட முடியவில்லை. ஃபைலைத் திறந்து பாருங்கள்.',
  'viewer.more': 'இங்கே முதல் {pages} பக்கங்கள் தெரிகின்றன. மீதியைப் பார்க்க ஃபைலைத் திறக்கவும்.',

  // Experts
  'experts.pendingLead': 'ரிப்போர்ட்டுகளைப் படிக்க அனுமதிக்கும் முன், அவர்கள் யார் என்று சரிபாருங்கள்.',
  'experts.pendingEmpty': 'காத்திருக்கும் நிபுணர் யாரும் இல்லை.',
  'experts.pendingEmptyHint': 'புதிய கோரிக்கைகள் இங்கே தெரியும்.',
  'experts.contact': 'தொடர்பு',
  'experts.accountType': 'கணக்கு வகை',
  'experts.approve': 'ஒப்புதல் அளிக்கவும்',
  'approve.title': '{name}, பதிவு எண் {number}: இவருக்கு ரிப்போர்ட்டைத் திறக்கலாமா?',
  'approve.titleNoNumber': '{name}: இவருக்கு ரிப்போர்ட்டைத் திறக்கலாமா?',
  'approve.noNumber': '{name} பதிவு எண்ணைக் கொடுக்கவில்லை.',
  'approve.opens':
    'அதன் பிறகு, காத்திருக்கும் ஒவ்வொரு நோயாளியின் பெயர், போன் எண், ஃபைல் ஆகியவற்றை இவர் பார்க்கலாம்; கருத்து எழுதலாம்.',
  'approve.register': 'இந்த கவுன்சிலின் பதிவேட்டில் எண்ணைப் பாருங்கள்: {council}',
  'approve.noCouncil': 'இவர் கவுன்சில் பெயரைக் கொடுக்கவில்லை. எண் எங்கே பதிவானது என்று கேட்டு, அங்கே பாருங்கள்.',
  'approve.checked': 'இந்த எண்ணை நான் சரிபார்த்துவிட்டேன்',
  'approve.checkedOtherwise': 'இவர் டாக்டர் என்பதை வேறு வழியில் சரிபார்த்துவிட்டேன்',
  'experts.approvedEmpty': 'ஒப்புதல் பெற்ற நிபுணர் யாரும் இல்லை.',
  'experts.approvedEmptyHint': 'அட்மின் ஒப்புதல் அளித்ததும் நிபுணர்கள் இங்கே தெரிவார்கள்.',

  // Credentials and standing
  'credentials.changed': 'பதிவு விவரம் மாற்றப்பட்ட தேதி: {date}',
  'standing.since': '({date} முதல்)',
  'standing.restore': 'மீண்டும் அனுமதிக்கவும்',
  'judge.reject': 'நிராகரிக்கவும்',
  'judge.suspend': 'தற்காலிகமாக நிறுத்தவும்',
  'judge.rejectTitle': 'இந்த நிபுணரை நிராகரிக்க வேண்டுமா?',
  'judge.suspendTitle': 'இந்த நிபுணரைத் தற்காலிகமாக நிறுத்த வேண்டுமா?',
  'judge.rejectText': 'இவர் ரிப்போர்ட்டுகளைப் படிக்க முடியாது. பிறகு நீங்கள் இவரை மீண்டும் அனுமதிக்கலாம்.',
  'judge.suspendText':
    'இவர் உடனே லாக் அவுட் செய்யப்படுவார்; ரிப்போர்ட்டுகளைப் படிக்க முடியாது. இவர் எழுதிய கருத்துகள் அப்படியே இருக்கும்.',
  'judge.reasonHint': 'இதை அவர் தன் டாஷ்போர்டில் படிப்பார். ஈமெயிலில் இது இருக்காது.',
};
