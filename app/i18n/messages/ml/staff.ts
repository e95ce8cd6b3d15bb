import type { Catalogue } from '~/i18n/messages/en';

/** The sentences that only experts' and admins' own pages show, in Malayalam. */
export const staff: Catalogue['staff'] = {
  // What admins see of what visitors wrote
  'messages.lead': 'സന്ദർശകർ എഴുതിയത്, ഏറ്റവും പുതിയത് ആദ്യം. നിങ്ങൾ ഒരെണ്ണം അടച്ച് 90 ദിവസം കഴിഞ്ഞാൽ അത് ഡിലീറ്റ് ചെയ്യും.',
  'messages.state': 'സ്ഥിതി',
  'messages.open': 'അടയ്ക്കാത്തവ',
  'messages.closed': 'അടച്ചവ',
  'messages.kind': 'തരം',
  'messages.allKinds': 'എല്ലാ തരവും',
  'messages.contact': 'ബന്ധപ്പെടൽ',
  'messages.query': 'ചോദ്യം',
  'messages.callback': 'തിരിച്ചുവിളി',
  'messages.filter': 'കാണിക്കുക',
  'messages.close': 'അടയ്ക്കുക',
  'messages.closedOn': 'അടച്ച തീയതി: {date}',
  'messages.noName': 'പേര് തന്നിട്ടില്ല',
  'messages.empty': 'സന്ദേശങ്ങളൊന്നും ഇല്ല.',

  // Review
  'review.for': '{name} അയച്ച {type}',
  'review.label': 'നിങ്ങളുടെ അഭിപ്രായം',
  'review.hint': 'റിപ്പോർട്ടിന്റെ അർഥം എന്താണ്, ഇനി എന്ത് ചെയ്യണം, എപ്പോൾ ഡോക്ടറെ നേരിൽ കാണണം എന്നിവ എഴുതുക.',
  'review.submit': 'അഭിപ്രായം അയയ്ക്കുക',
  'review.busy': 'അയയ്ക്കുന്നു...',
  'review.description': 'രോഗി എഴുതിയത്',
  'review.back': 'പട്ടികയിലേക്ക് മടങ്ങുക',
  'review.draft': 'നിങ്ങൾ എഴുതിയത് സൂക്ഷിച്ചിട്ടുണ്ട്. എഴുത്ത് തുടരാം.',

  'review.languageLabel': 'നിങ്ങളുടെ അഭിപ്രായത്തിന്റെ ഭാഷ',
  'review.patientReads': 'രോഗി വായിക്കുന്ന ഭാഷ: {language}.',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'അഭിപ്രായം പരിഭാഷപ്പെടുത്തുക',
  'translate.listTitle': 'പരിഭാഷപ്പെടുത്താനുള്ള അഭിപ്രായങ്ങൾ',
  'translate.listLead': 'ഈ രോഗികൾ വായിക്കുന്ന ഭാഷ നിങ്ങൾക്കും വായിക്കാനറിയാം. ഏറ്റവും കൂടുതൽ സമയമായി കാത്തിരിക്കുന്ന അഭിപ്രായം ആദ്യം.',
  'translate.empty': 'പരിഭാഷപ്പെടുത്താനുള്ള അഭിപ്രായങ്ങളൊന്നും ഇല്ല.',
  'translate.emptyHint': 'സെറ്റിങ്സിൽ നിങ്ങളുടെ ഭാഷകൾ തിരഞ്ഞെടുക്കുക. ആ ഭാഷകൾ വായിക്കുന്നവർക്കുള്ള അഭിപ്രായങ്ങൾ പിന്നെ ഇവിടെ കാണാം.',
  'translate.from': 'എഴുതിയ ഭാഷ',
  'translate.to': 'വേണ്ട ഭാഷ',
  'translate.original': '{name} എഴുതിയ അഭിപ്രായം',
  'translate.lead': 'അഭിപ്രായത്തിൽ പറയുന്നത് മാത്രം {language} ഭാഷയിൽ എഴുതുക; മറ്റൊന്നും ചേർക്കരുത്. താഴെ നിങ്ങളുടെ പേര് ഉണ്ടാകും.',
  'translate.label': 'അഭിപ്രായം {language} ഭാഷയിൽ',
  'translate.submit': 'പരിഭാഷ അയയ്ക്കുക',
  'translate.back': 'പട്ടികയിലേക്ക് മടങ്ങുക',
  'translate.action': 'പരിഭാഷപ്പെടുത്തുക',

  // The patient's language in the list of reports that wait
  'filter.language': 'രോഗിയുടെ ഭാഷ',
  'filter.allLanguages': 'എല്ലാ ഭാഷകളും',

  // The report beside the review
  'viewer.label': 'റിപ്പോർട്ട്',
  'viewer.zoom': 'വലുതാക്കുക',
  'viewer.fit': 'മുഴുവനായി കാണിക്കുക',
  'viewer.turn': 'തിരിക്കുക',
  'viewer.keys': 'കീബോർഡിൽ: + വലുതാക്കും, − ചെറുതാക്കും, R തിരിക്കും.',
  'viewer.failed': 'ഈ പേജ് ഇവിടെ കാണിക്കാനാവുന്നില്ല. ഫയൽ തുറന്ന് നോക്കുക.',
  'viewer.more': 'ഇവിടെ ആദ്യത്തെ {pages} പേജുകൾ കാണാം. ബാക്കി കാണാൻ ഫയൽ തുറക്കുക.',

  // Experts
  'experts.pendingLead': 'റിപ്പോർട്ടുകൾ വായിക്കാൻ അനുവദിക്കുന്നതിന് മുൻപ് അവർ ആരാണെന്ന് പരിശോധിക്കുക.',
  'experts.pendingEmpty': 'കാത്തിരിക്കുന്ന വിദഗ്ധ ഡോക്ടർമാർ ആരുമില്ല.',
  'experts.pendingEmptyHint': 'പുതിയ അപേക്ഷകൾ ഇവിടെ കാണാം.',
  'experts.contact': 'ബന്ധപ്പെടാൻ',
  'experts.accountType': 'അക്കൗണ്ടിന്റെ തരം',
  'experts.approve': 'അംഗീകരിക്കുക',
  'approve.title': '{name}, രജിസ്ട്രേഷൻ നമ്പർ {number}: ഇവർക്ക് റിപ്പോർട്ടുകൾ തുറന്നു കൊടുക്കണോ?',
  'approve.titleNoNumber': '{name}: ഇവർക്ക് റിപ്പോർട്ടുകൾ തുറന്നു കൊടുക്കണോ?',
  'approve.noNumber': '{name} രജിസ്ട്രേഷൻ നമ്പർ തന്നിട്ടില്ല.',
  'approve.opens': 'പിന്നെ കാത്തിരിക്കുന്ന ഓരോ രോഗിയുടെയും പേരും ഫോൺ നമ്പറും ഫയലും ഇവർക്ക് കാണാം, അഭിപ്രായം എഴുതാം.',
  'approve.register': 'ഈ കൗൺസിലിന്റെ രജിസ്റ്ററിൽ നമ്പർ നോക്കുക: {council}',
  'approve.noCouncil': 'ഇവർ കൗൺസിലിന്റെ പേര് തന്നിട്ടില്ല. നമ്പർ എവിടത്തേതാണെന്ന് ചോദിച്ച് അവിടെ നോക്കുക.',
  'approve.checked': 'ഞാൻ ഈ നമ്പർ പരിശോധിച്ചു',
  'approve.checkedOtherwise': 'ഇവർ ഡോക്ടറാണെന്ന് ഞാൻ മറ്റൊരു വഴിയിൽ പരിശോധിച്ചു',
  'experts.approvedEmpty': 'അംഗീകരിച്ച വിദഗ്ധ ഡോക്ടർമാർ ആരുമില്ല.',
  'experts.approvedEmptyHint': 'അഡ്മിൻ അംഗീകരിച്ചാൽ വിദഗ്ധ ഡോക്ടർമാരെ ഇവിടെ കാണാം.',

  // Credentials and standing
  'credentials.changed': 'രജിസ്ട്രേഷൻ മാറ്റിയ തീയതി: {date}',
  'standing.since': '({date} മുതൽ)',
  'standing.restore': 'വീണ്ടും അനുമതി നൽകുക',
  'judge.reject': 'നിരസിക്കുക',
  'judge.suspend': 'സസ്പെൻഡ് ചെയ്യുക',
  'judge.rejectTitle': 'ഈ വിദഗ്ധ ഡോക്ടറെ നിരസിക്കണോ?',
  'judge.suspendTitle': 'ഈ വിദഗ്ധ ഡോക്ടറെ സസ്പെൻഡ് ചെയ്യണോ?',
  'judge.rejectText': 'ഇവർക്ക് റിപ്പോർട്ടുകൾ വായിക്കാനാവില്ല. പിന്നീട് വീണ്ടും അനുമതി നൽകാം.',
  'judge.suspendText': 'ഇവർ ഉടനെ ലോഗ് ഔട്ട് ആകും; റിപ്പോർട്ടുകൾ വായിക്കാനാവില്ല. ഇവർ എഴുതിയ അഭിപ്രായങ്ങൾ അതുപോലെ ഉണ്ടാകും.',
  'judge.reasonHint': 'അവർ ഇത് സ്വന്തം ഡാഷ്ബോർഡിൽ വായിക്കും. ഇമെയിലിൽ ഇത് ഉണ്ടാവില്ല.',
};
