import type { Catalogue } from '../en';

/** The letters in Malayalam: a subject and a text each. */
export const letters: Catalogue['letters'] = {
  greeting: 'നമസ്കാരം,',
  'code.subject': 'നിങ്ങളുടെ {productName} കോഡ്: {code}',
  'code.text': `നിങ്ങളുടെ കോഡ് (OTP): {code}

അക്കൗണ്ട് തുടങ്ങിയ പേജിൽ ഇത് എഴുതുക. {minutes} മിനിറ്റ് വരെ ഇത് ഉപയോഗിക്കാം.
നിങ്ങൾ {productName} അക്കൗണ്ട് തുടങ്ങിയിട്ടില്ലെങ്കിൽ ഒന്നും ചെയ്യേണ്ടതില്ല.`,
  'alreadyHaveAccount.subject': 'നിങ്ങൾക്ക് നേരത്തേ തന്നെ {productName} അക്കൗണ്ട് ഉണ്ട്',
  'alreadyHaveAccount.text': `ഈ ഇമെയിൽ വിലാസം ഉപയോഗിച്ച് {productName} അക്കൗണ്ട് തുടങ്ങാൻ ഇപ്പോൾ ആരോ ശ്രമിച്ചു; ഒരുപക്ഷേ നിങ്ങൾ തന്നെയാകാം. നിങ്ങൾക്ക് നേരത്തേ തന്നെ ഒരു അക്കൗണ്ട് ഉണ്ട്.

ലോഗിൻ ചെയ്യാൻ: {publicUrl}/login
പാസ്‌വേഡ് മറന്നെങ്കിൽ: {publicUrl}/forgot-password

അത് നിങ്ങളല്ലെങ്കിൽ ഒന്നും ചെയ്യേണ്ടതില്ല: നിങ്ങളുടെ അക്കൗണ്ട് പഴയതുപോലെ തന്നെയുണ്ട്.`,
  'resetPassword.subject': 'പുതിയ {productName} പാസ്‌വേഡ് വയ്ക്കുക',
  'resetPassword.text': `ആരോ ഒരു പുതിയ പാസ്‌വേഡ് ചോദിച്ചിട്ടുണ്ട്; ഒരുപക്ഷേ നിങ്ങൾ തന്നെയാകാം. പുതിയ പാസ്‌വേഡ് ഇവിടെ വയ്ക്കുക:

{publicUrl}/update-password/{token}

ഈ ലിങ്ക് {minutes} മിനിറ്റ് വരെ, ഒരു തവണ മാത്രം ഉപയോഗിക്കാം. അത് നിങ്ങളല്ലെങ്കിൽ ഒന്നും ചെയ്യേണ്ടതില്ല.`,
  'passwordChanged.subject': 'നിങ്ങളുടെ {productName} പാസ്‌വേഡ് മാറ്റി',
  'passwordChanged.text': `നിങ്ങളുടെ {productName} അക്കൗണ്ടിന്റെ പാസ്‌വേഡ് ഇപ്പോൾ മാറ്റി; മറ്റെല്ലാ ഫോണുകളും കമ്പ്യൂട്ടറുകളും ലോഗ് ഔട്ട് ആയി.

മാറ്റിയത് നിങ്ങളാണെങ്കിൽ ഒന്നും ചെയ്യേണ്ടതില്ല. അല്ലെങ്കിൽ ഉടനെ പുതിയ പാസ്‌വേഡ് വയ്ക്കുക: {publicUrl}/forgot-password`,
  'reviewReady.subject': 'നിങ്ങളുടെ റിപ്പോർട്ടിന് ഡോക്ടറുടെ അഭിപ്രായം വന്നു',
  'reviewReady.text': `ഒരു ഡോക്ടർ നിങ്ങളുടെ റിപ്പോർട്ട് വായിച്ച് അതിന്റെ അർഥം എഴുതിയിട്ടുണ്ട്. നിങ്ങളുടെ സ്വകാര്യത കാക്കാൻ, അത് ഈ ഇമെയിലിൽ ചേർത്തിട്ടില്ല.

ഇവിടെ വായിക്കുക: {publicUrl}/dashboard/previous-report/{patientId}`,
  'translationReady.subject': 'ഡോക്ടറുടെ അഭിപ്രായം നിങ്ങളുടെ ഭാഷയിൽ വന്നു',
  'translationReady.text': `നിങ്ങളുടെ റിപ്പോർട്ടിനെക്കുറിച്ചുള്ള അഭിപ്രായം ഒരു ഡോക്ടർ നിങ്ങളുടെ ഭാഷയിൽ എഴുതിയിട്ടുണ്ട്. നിങ്ങളുടെ സ്വകാര്യത കാക്കാൻ, അത് ഈ ഇമെയിലിൽ ചേർത്തിട്ടില്ല.

ഇവിടെ വായിക്കുക: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reportsWait.subject':
    '{count, plural, one {ഒരു റിപ്പോർട്ട് അഭിപ്രായത്തിനായി കാത്തിരിക്കുന്നു} other {# റിപ്പോർട്ടുകൾ അഭിപ്രായത്തിനായി കാത്തിരിക്കുന്നു}}',
  'reportsWait.text': `{count, plural, one {ഒരു റിപ്പോർട്ട് ഡോക്ടർക്കായി കാത്തിരിക്കുന്നു.} other {# റിപ്പോർട്ടുകൾ ഡോക്ടർക്കായി കാത്തിരിക്കുന്നു.}} റിപ്പോർട്ടിലുള്ളതൊന്നും ഈ ഇമെയിലിൽ ചേർത്തിട്ടില്ല.

കാത്തിരിക്കുന്നവ കാണുക: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject':
    '{count, plural, one {ഒരു ഡോക്ടർ അംഗീകാരത്തിനായി കാത്തിരിക്കുന്നു} other {# ഡോക്ടർമാർ അംഗീകാരത്തിനായി കാത്തിരിക്കുന്നു}}',
  'expertsWait.text': `{count, plural, one {ഒരു ഡോക്ടർ അംഗീകാരത്തിനായി കാത്തിരിക്കുന്നു.} other {# ഡോക്ടർമാർ അംഗീകാരത്തിനായി കാത്തിരിക്കുന്നു.}} അംഗീകരിക്കുന്നതിന് മുൻപ് രജിസ്ട്രേഷൻ നമ്പർ പരിശോധിക്കുക.

ആരൊക്കെ കാത്തിരിക്കുന്നു എന്ന് കാണുക: {publicUrl}/dashboard/pending-expert`,
  'accountApproved.subject': 'നിങ്ങളുടെ {productName} അക്കൗണ്ട് അംഗീകരിച്ചു',
  'accountApproved.text': `ക്ലിനിക്കിന്റെ അഡ്മിൻ നിങ്ങളുടെ അക്കൗണ്ട് അംഗീകരിച്ചു. കാത്തിരിക്കുന്ന റിപ്പോർട്ടുകൾ ഇനി നിങ്ങൾക്ക് വായിച്ച് അഭിപ്രായം എഴുതാം.

റിപ്പോർട്ടുകളിലേക്ക് പോകുക: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'നിങ്ങളുടെ {productName} അക്കൗണ്ടിനെക്കുറിച്ച്',
  'accountRejected.text':
    'അഡ്മിൻ നിങ്ങളുടെ അക്കൗണ്ട് അംഗീകരിച്ചിട്ടില്ല. കാരണം അറിയാൻ ലോഗിൻ ചെയ്യുക: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'നിങ്ങളുടെ {productName} അക്കൗണ്ട് സസ്പെൻഡ് ചെയ്തു',
  'accountSuspended.text':
    'അഡ്മിൻ നിങ്ങളുടെ അക്കൗണ്ട് സസ്പെൻഡ് ചെയ്തു; എല്ലായിടത്തും നിങ്ങൾ ലോഗ് ഔട്ട് ആയി. കാരണം അറിയാൻ ലോഗിൻ ചെയ്യുക: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'നിങ്ങളുടെ {productName} അക്കൗണ്ടിന് വീണ്ടും അനുമതി നൽകി',
  'accountRestored.text': `അഡ്മിൻ നിങ്ങളുടെ അക്കൗണ്ടിന് വീണ്ടും അനുമതി നൽകി. നിങ്ങൾക്ക് വീണ്ടും റിപ്പോർട്ടുകൾ വായിച്ച് അഭിപ്രായം എഴുതാം.

ലോഗിൻ ചെയ്യുക: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'നിങ്ങളുടെ {productName} അക്കൗണ്ടിന് വീണ്ടും അനുമതി നൽകി',
  'accountToWait.text': `അഡ്മിൻ നിങ്ങളുടെ അക്കൗണ്ട് വീണ്ടും നോക്കും. അംഗീകരിച്ചാൽ ഞങ്ങൾ നിങ്ങൾക്ക് എഴുതാം.

ലോഗിൻ ചെയ്യുക: {publicUrl}/dashboard/home`,
  'testEmail.subject': '{productName} അയയ്ക്കുന്ന പരീക്ഷണ ഇമെയിൽ',
  'testEmail.text': 'നിങ്ങൾ {productName} ഡാഷ്ബോർഡിൽ ഈ ഇമെയിൽ ചോദിച്ചിരുന്നു. ഇത് എത്തി, അതിനാൽ ഇമെയിൽ പ്രവർത്തിക്കുന്നു.',
  'contactMessage.subject': '{productName} കോൺടാക്റ്റ് പേജിൽ നിന്ന് ഒരു സന്ദേശം',
  'contactMessage.text': `കോൺടാക്റ്റ് പേജിൽ ഒരാൾ എഴുതിയിട്ടുണ്ട്.

പേര്: {name}
ഇമെയിൽ: {email}

{message}

എല്ലാ സന്ദേശങ്ങളും: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'ഒരു ചോദ്യം മറുപടിക്കായി കാത്തിരിക്കുന്നു',
  'queryWaits.text': `ഹോം പേജിൽ ഒരാൾ ഒരു ചോദ്യം അയച്ചിട്ടുണ്ട്. അവരുടെ സ്വകാര്യത കാക്കാൻ, അത് ഈ ഇമെയിലിൽ ചേർത്തിട്ടില്ല.

ഇവിടെ വായിക്കുക: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'ഒരാൾ തിരിച്ചുവിളിക്കാൻ ആവശ്യപ്പെടുന്നു',
  'callBackWaits.text': `തിരിച്ചുവിളിക്കണമെന്ന് ഹോം പേജിൽ ഒരാൾ ആവശ്യപ്പെട്ടിട്ടുണ്ട്. അവരുടെ സ്വകാര്യത കാക്കാൻ, അത് ഈ ഇമെയിലിൽ ചേർത്തിട്ടില്ല.

ഇവിടെ വായിക്കുക: {publicUrl}/dashboard/messages?kind=callback`,
};
