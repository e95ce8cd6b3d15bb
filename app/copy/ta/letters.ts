import type { Catalogue } from '../en';

/** The letters in Tamil: a subject and a text each. */
export const letters: Catalogue['letters'] = {
  greeting: 'வணக்கம்,',
  'code.subject': 'உங்கள் {productName} குறியீடு: {code}',
  'code.text': `உங்கள் குறியீடு (OTP): {code}

நீங்கள் கணக்கு தொடங்கிய பக்கத்தில் இதை எழுதுங்கள். இது {minutes} நிமிடங்கள் வரை செல்லும்.
நீங்கள் {productName} கணக்கு தொடங்கவில்லை என்றால், எதுவும் செய்ய வேண்டாம்.`,
  'alreadyHaveAccount.subject': 'உங்களுக்கு ஏற்கனவே {productName} கணக்கு உள்ளது',
  'alreadyHaveAccount.text': `இந்த ஈமெயில் முகவரியுடன் {productName} கணக்கு தொடங்க இப்போது ஒருவர் முயன்றார்; அது நீங்களாகவும் இருக்கலாம். உங்களுக்கு ஏற்கனவே ஒரு கணக்கு உள்ளது.

லாகின் செய்ய: {publicUrl}/login
பாஸ்வேர்டு மறந்துவிட்டால்: {publicUrl}/forgot-password

அது நீங்கள் இல்லை என்றால், எதுவும் செய்ய வேண்டாம்: உங்கள் கணக்கு முன்பு இருந்தபடியே இருக்கிறது.`,
  'resetPassword.subject': 'புதிய {productName} பாஸ்வேர்டு வையுங்கள்',
  'resetPassword.text': `ஒருவர் புதிய பாஸ்வேர்டு கேட்டிருக்கிறார்; அது நீங்களாகவும் இருக்கலாம். புதிய பாஸ்வேர்டை இங்கே வையுங்கள்:

{publicUrl}/update-password/{token}

இந்த லிங்க் {minutes} நிமிடங்கள் வரை, ஒரு முறை மட்டுமே வேலை செய்யும். அது நீங்கள் இல்லை என்றால், எதுவும் செய்ய வேண்டாம்.`,
  'passwordChanged.subject': 'உங்கள் {productName} பாஸ்வேர்டு மாற்றப்பட்டது',
  'passwordChanged.text': `உங்கள் {productName} கணக்கின் பாஸ்வேர்டு இப்போது மாற்றப்பட்டது; மற்ற எல்லா போன்களும் கணினிகளும் லாக் அவுட் செய்யப்பட்டன.

மாற்றியது நீங்கள்தான் என்றால், எதுவும் செய்ய வேண்டாம். இல்லையென்றால், உடனே புதிய பாஸ்வேர்டு வையுங்கள்: {publicUrl}/forgot-password`,
  'reviewReady.subject': 'உங்கள் ரிப்போர்ட்டுக்கு டாக்டரின் கருத்து வந்துள்ளது',
  'reviewReady.text': `ஒரு டாக்டர் உங்கள் ரிப்போர்ட்டைப் படித்து, அதன் பொருள் என்ன என்று எழுதியுள்ளார். உங்கள் விவரம் ரகசியமாக இருக்க, அது இந்த ஈமெயிலில் எழுதப்படவில்லை.

இங்கே படியுங்கள்: {publicUrl}/dashboard/previous-report/{patientId}`,
  'translationReady.subject': 'டாக்டரின் கருத்து உங்கள் மொழியில் வந்துள்ளது',
  'translationReady.text': `உங்கள் ரிப்போர்ட்டுக்கான கருத்தை ஒரு டாக்டர் உங்கள் மொழியில் எழுதியுள்ளார். உங்கள் விவரம் ரகசியமாக இருக்க, அது இந்த ஈமெயிலில் எழுதப்படவில்லை.

இங்கே படியுங்கள்: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reportsWait.subject':
    '{count, plural, one {ஒரு ரிப்போர்ட் கருத்துக்காகக் காத்திருக்கிறது} other {# ரிப்போர்ட்டுகள் கருத்துக்காகக் காத்திருக்கின்றன}}',
  'reportsWait.text': `{count, plural, one {ஒரு ரிப்போர்ட் டாக்டருக்காகக் காத்திருக்கிறது.} other {# ரிப்போர்ட்டுகள் டாக்டருக்காகக் காத்திருக்கின்றன.}} ரிப்போர்ட்டில் உள்ள எதுவும் இந்த ஈமெயிலில் எழுதப்படவில்லை.

காத்திருப்பவற்றைப் பாருங்கள்: {publicUrl}/dashboard/pending-report`,
  'accountApproved.subject': 'உங்கள் {productName} கணக்குக்கு ஒப்புதல் கிடைத்துள்ளது',
  'accountApproved.text': `கிளினிக் அட்மின் உங்கள் கணக்குக்கு ஒப்புதல் அளித்துள்ளார். காத்திருக்கும் ரிப்போர்ட்டுகளைப் படித்து, இனி நீங்கள் கருத்து எழுதலாம்.

ரிப்போர்ட்டுகளுக்குச் செல்ல: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'உங்கள் {productName} கணக்கைப் பற்றி',
  'accountRejected.text':
    'அட்மின் உங்கள் கணக்குக்கு ஒப்புதல் அளிக்கவில்லை. காரணத்தைப் பார்க்க லாகின் செய்யுங்கள்: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'உங்கள் {productName} கணக்கு தற்காலிகமாக நிறுத்தப்பட்டுள்ளது',
  'accountSuspended.text':
    'அட்மின் உங்கள் கணக்கைத் தற்காலிகமாக நிறுத்தியுள்ளார்; எல்லா இடங்களிலும் நீங்கள் லாக் அவுட் செய்யப்பட்டீர்கள். காரணத்தைப் பார்க்க லாகின் செய்யுங்கள்: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'உங்கள் {productName} கணக்கு மீண்டும் அனுமதிக்கப்பட்டுள்ளது',
  'accountRestored.text': `அட்மின் உங்கள் கணக்கை மீண்டும் அனுமதித்துள்ளார். நீங்கள் மீண்டும் ரிப்போர்ட்டுகளைப் படித்துக் கருத்து எழுதலாம்.

லாகின் செய்ய: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'உங்கள் {productName} கணக்கு மீண்டும் அனுமதிக்கப்பட்டுள்ளது',
  'accountToWait.text': `அட்மின் உங்கள் கணக்கை மீண்டும் பார்ப்பார். ஒப்புதல் கிடைத்ததும் உங்களுக்கு எழுதுவோம்.

லாகின் செய்ய: {publicUrl}/dashboard/home`,
  'contactMessage.subject': '{productName} தொடர்புப் பக்கத்திலிருந்து ஒரு செய்தி',
  'contactMessage.text': `தொடர்புப் பக்கத்தில் ஒருவர் எழுதியுள்ளார்.

பெயர்: {name}
ஈமெயில்: {email}

{message}

எல்லாச் செய்திகளும்: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'ஒரு கேள்வி பதிலுக்காகக் காத்திருக்கிறது',
  'queryWaits.text': `முகப்புப் பக்கத்தில் ஒருவர் கேள்வி அனுப்பியுள்ளார். அவருடைய விவரம் ரகசியமாக இருக்க, அது இந்த ஈமெயிலில் எழுதப்படவில்லை.

இங்கே படியுங்கள்: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'ஒருவர் போன் அழைப்பு கேட்கிறார்',
  'callBackWaits.text': `தன்னைப் போனில் அழைக்கும்படி முகப்புப் பக்கத்தில் ஒருவர் கேட்டிருக்கிறார். அவருடைய விவரம் ரகசியமாக இருக்க, அது இந்த ஈமெயிலில் எழுதப்படவில்லை.

இங்கே படியுங்கள்: {publicUrl}/dashboard/messages?kind=callback`,
};
