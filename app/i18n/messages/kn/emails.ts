import type { Messages } from '~/i18n/messages/en';

/** The e-mails in Kannada: a subject and a text each. */
export const emails: Messages<'emails'> = {
  greeting: 'ನಮಸ್ಕಾರ,',
  about: 'ಇದು {person} ಅವರ ರಿಪೋರ್ಟ್ ಬಗ್ಗೆ.',
  'code.subject': '{code} ನಿಮ್ಮ {productName} ಕೋಡ್',
  'code.text': `ನಿಮ್ಮ ಕೋಡ್: {code}

ನೀವು ಖಾತೆ ತೆರೆಯುತ್ತಿರುವ ಪುಟದಲ್ಲಿ ಇದನ್ನು ಬರೆಯಿರಿ. ಇದು {minutes} ನಿಮಿಷ ಕೆಲಸ ಮಾಡುತ್ತದೆ.
ನೀವು {productName} ಖಾತೆ ತೆರೆಯದಿದ್ದರೆ, ಏನೂ ಮಾಡಬೇಕಾಗಿಲ್ಲ.`,
  'alreadyHaveAccount.subject': 'ನಿಮಗೆ ಈಗಾಗಲೇ {productName} ಖಾತೆ ಇದೆ',
  'alreadyHaveAccount.text': `ಯಾರೋ, ಬಹುಶಃ ನೀವೇ, ಈಗಷ್ಟೇ ಈ ವಿಳಾಸದಿಂದ {productName} ಖಾತೆ ತೆರೆಯಲು ಪ್ರಯತ್ನಿಸಿದ್ದಾರೆ. ನಿಮಗೆ ಈಗಾಗಲೇ ಖಾತೆ ಇದೆ.

ಲಾಗಿನ್: {publicUrl}/login
ಪಾಸ್‌ವರ್ಡ್ ಮರೆತಿದ್ದರೆ: {publicUrl}/forgot-password

ಅದು ನೀವಲ್ಲದಿದ್ದರೆ, ಏನೂ ಮಾಡಬೇಕಾಗಿಲ್ಲ: ನಿಮ್ಮ ಖಾತೆ ಮೊದಲಿನಂತೆಯೇ ಇದೆ.`,
  'resetPassword.subject': 'ಹೊಸ {productName} ಪಾಸ್‌ವರ್ಡ್ ಇಟ್ಟುಕೊಳ್ಳಿ',
  'resetPassword.text': `ಯಾರೋ, ಬಹುಶಃ ನೀವೇ, ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಕೇಳಿದ್ದಾರೆ. ಅದನ್ನು ಇಲ್ಲಿ ಇಟ್ಟುಕೊಳ್ಳಿ:

{publicUrl}/update-password/{token}

ಈ ಲಿಂಕ್ {minutes} ನಿಮಿಷ, ಒಂದು ಸಲ ಮಾತ್ರ ಕೆಲಸ ಮಾಡುತ್ತದೆ. ಕೇಳಿದ್ದು ನೀವಲ್ಲದಿದ್ದರೆ, ಏನೂ ಮಾಡಬೇಕಾಗಿಲ್ಲ.`,
  'passwordChanged.subject': 'ನಿಮ್ಮ {productName} ಪಾಸ್‌ವರ್ಡ್ ಬದಲಾಗಿದೆ',
  'passwordChanged.text': `ನಿಮ್ಮ {productName} ಖಾತೆಯ ಪಾಸ್‌ವರ್ಡ್ ಈಗಷ್ಟೇ ಬದಲಾಗಿದೆ. ಬೇರೆ ಎಲ್ಲ ಫೋನ್, ಕಂಪ್ಯೂಟರ್‌ಗಳಿಂದ ಲಾಗ್ ಔಟ್ ಮಾಡಿದ್ದೇವೆ.

ಬದಲಿಸಿದ್ದು ನೀವೇ ಆಗಿದ್ದರೆ, ಏನೂ ಮಾಡಬೇಕಾಗಿಲ್ಲ. ನೀವಲ್ಲದಿದ್ದರೆ, ಕೂಡಲೇ ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಇಟ್ಟುಕೊಳ್ಳಿ: {publicUrl}/forgot-password`,
  'manyWrongLogins.subject': 'ನಿಮ್ಮ {productName} ಖಾತೆಗೆ ತುಂಬಾ ಸಲ ತಪ್ಪು ಪಾಸ್‌ವರ್ಡ್ ಬರೆಯಲಾಗಿದೆ',
  'manyWrongLogins.text': `ಯಾರೋ, ಬಹುಶಃ ನೀವೇ, ಕಳೆದ ಒಂದು ಗಂಟೆಯಲ್ಲಿ ನಿಮ್ಮ {productName} ಖಾತೆಗೆ ತುಂಬಾ ಸಲ ತಪ್ಪು ಪಾಸ್‌ವರ್ಡ್ ಬರೆದಿದ್ದಾರೆ. ಇದು ನಡೆಯುತ್ತಿರುವವರೆಗೆ, ನೀವು ಮೊದಲು ಲಾಗಿನ್ ಆದ ಫೋನ್ ಅಥವಾ ಕಂಪ್ಯೂಟರ್‌ನಲ್ಲಿ ಮಾತ್ರ ಲಾಗಿನ್ ಆಗಬಹುದು.

ಪಾಸ್‌ವರ್ಡ್ ಮರೆತಿದ್ದರೆ ಅಥವಾ ಫೋನ್ ಹೊಸದಾಗಿದ್ದರೆ, ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಇಟ್ಟುಕೊಂಡು, ನಂತರ ಲಾಗಿನ್ ಆಗಿ: {publicUrl}/forgot-password

ಅದು ನೀವಲ್ಲದಿದ್ದರೆ, ಈ ಪ್ರಯತ್ನಗಳಿಂದ ಯಾರೂ ಒಳಗೆ ಬಂದಿಲ್ಲ. ನಿಮ್ಮ ಪಾಸ್‌ವರ್ಡ್ ಚಿಕ್ಕದಾಗಿದ್ದರೆ, ಅಥವಾ ಅದನ್ನು ಬೇರೆ ಕಡೆಯೂ ಬಳಸುತ್ತಿದ್ದರೆ, ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಇಟ್ಟುಕೊಳ್ಳಿ.`,
  'reviewReady.subject': 'ನಿಮ್ಮ ರಿಪೋರ್ಟ್‌ಗೆ ವೈದ್ಯರ ಅಭಿಪ್ರಾಯ ಬಂದಿದೆ',
  'reviewReady.text': `ಒಬ್ಬ ವೈದ್ಯರು ನಿಮ್ಮ ರಿಪೋರ್ಟ್ ಓದಿ, ಅದರ ಅರ್ಥವೇನು ಎಂದು ಬರೆದಿದ್ದಾರೆ. ನಿಮ್ಮ ಮಾಹಿತಿ ಗೌಪ್ಯವಾಗಿರಲಿ ಎಂದು ಅದನ್ನು ಇಮೇಲ್‌ನಲ್ಲಿ ಬರೆದಿಲ್ಲ.

ಇಲ್ಲಿ ಓದಿ: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewChanged.subject': 'ನಿಮ್ಮ ರಿಪೋರ್ಟ್‌ಗೆ ಬಂದ ಅಭಿಪ್ರಾಯ ಬದಲಾಗಿದೆ',
  'reviewChanged.text': `ನಿಮ್ಮ ರಿಪೋರ್ಟ್‌ಗೆ ಬಂದ ಅಭಿಪ್ರಾಯಕ್ಕೆ ವೈದ್ಯರು ಏನನ್ನೋ ಸೇರಿಸಿದ್ದಾರೆ ಅಥವಾ ಅದನ್ನು ತಿದ್ದಿದ್ದಾರೆ. ನಿಮ್ಮ ಮಾಹಿತಿ ಗೌಪ್ಯವಾಗಿರಲಿ ಎಂದು ಅದನ್ನು ಇಮೇಲ್‌ನಲ್ಲಿ ಬರೆದಿಲ್ಲ.

ಇಲ್ಲಿ ಓದಿ: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewWithdrawn.subject': 'ನಿಮ್ಮ ರಿಪೋರ್ಟ್‌ಗೆ ಬಂದ ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಲಾಗಿದೆ',
  'reviewWithdrawn.text': `ನಿಮ್ಮ ಒಂದು ರಿಪೋರ್ಟ್‌ಗೆ ಬಂದ ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಲಾಗಿದೆ. ದಯವಿಟ್ಟು ಅದರಂತೆ ಏನೂ ಮಾಡಬೇಡಿ. ವೈದ್ಯರು ನಿಮ್ಮ ರಿಪೋರ್ಟ್ ಅನ್ನು ಮತ್ತೆ ಓದುತ್ತಾರೆ. ಹೊಸ ಅಭಿಪ್ರಾಯ ಬಂದ ಕೂಡಲೇ ನಿಮಗೆ ಇಮೇಲ್ ಕಳುಹಿಸುತ್ತೇವೆ.

ನಿಮ್ಮ ರಿಪೋರ್ಟ್‌ಗಳನ್ನು ನೋಡಿ: {publicUrl}/dashboard/previous-report/{patientId}`,
  'reviewTakenBack.subject': 'ಒಂದು ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಲಾಗಿದೆ',
  'reviewTakenBack.text': `ಕೇಸ್ ನಂಬರ್ {caseNumber} ರ ರಿಪೋರ್ಟ್‌ಗೆ ಬಂದ ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಲಾಗಿದೆ. ಅದು ಬೇರೆಯವರಿಗಾಗಿ ಬರೆದದ್ದಾಗಿದ್ದರೆ, ರೋಗಿ ಅದನ್ನು ಓದಿರಬಹುದು: ಅದನ್ನು ಮಾಹಿತಿ ಸೋರಿಕೆ ಎಂದು ತಿಳಿಸಬೇಕೇ ಎಂದು ತೀರ್ಮಾನಿಸಿ. ಕಾಯಿಲೆಯ ಯಾವ ವಿವರವೂ ಈ ಇಮೇಲ್‌ನಲ್ಲಿ ಇಲ್ಲ.

ಕೇಸ್ ನಂಬರ್‌ನಿಂದ ರಿಪೋರ್ಟ್ ಹುಡುಕಿ: {publicUrl}/dashboard/pending-report`,
  'translationReady.subject': 'ವೈದ್ಯರ ಅಭಿಪ್ರಾಯ ನಿಮ್ಮ ಭಾಷೆಯಲ್ಲಿ ಬಂದಿದೆ',
  'translationReady.text': `ನಿಮ್ಮ ರಿಪೋರ್ಟ್‌ಗೆ ಬಂದ ಅಭಿಪ್ರಾಯವನ್ನು ಒಬ್ಬ ವೈದ್ಯರು ನಿಮ್ಮ ಭಾಷೆಯಲ್ಲಿ ಬರೆದಿದ್ದಾರೆ. ನಿಮ್ಮ ಮಾಹಿತಿ ಗೌಪ್ಯವಾಗಿರಲಿ ಎಂದು ಅದನ್ನು ಇಮೇಲ್‌ನಲ್ಲಿ ಬರೆದಿಲ್ಲ.

ಇಲ್ಲಿ ಓದಿ: {publicUrl}/dashboard/previous-report/{patientId}`,
  'questionWaits.subject': 'ನಿಮ್ಮ ರಿಪೋರ್ಟ್ ಬಗ್ಗೆ ವೈದ್ಯರು ಒಂದು ಕೇಳಿದ್ದಾರೆ',
  'questionWaits.text': `ಒಬ್ಬ ವೈದ್ಯರು ನಿಮ್ಮ ರಿಪೋರ್ಟ್ ನೋಡಿದ್ದಾರೆ. ಅಭಿಪ್ರಾಯ ಬರೆಯುವ ಮೊದಲು ಅವರಿಗೆ ನಿಮ್ಮಿಂದ ಒಂದು ಬೇಕಾಗಿದೆ. ನಿಮ್ಮ ಮಾಹಿತಿ ಗೌಪ್ಯವಾಗಿರಲಿ ಎಂದು ಅದನ್ನು ಇಮೇಲ್‌ನಲ್ಲಿ ಬರೆದಿಲ್ಲ.

ಇಲ್ಲಿ ಓದಿ ಉತ್ತರಿಸಿ: {publicUrl}/dashboard/answer-question/{reportId}`,
  'answerWaits.subject': 'ರೋಗಿ ನಿಮ್ಮ ಪ್ರಶ್ನೆಗೆ ಉತ್ತರಿಸಿದ್ದಾರೆ',
  'answerWaits.text': `ನೀವು ಕೇಳಿದ್ದಕ್ಕೆ ರೋಗಿ ಉತ್ತರಿಸಿದ್ದಾರೆ. ಈ ರಿಪೋರ್ಟ್ 24 ಗಂಟೆ ನಿಮ್ಮದು; ಆಮೇಲೆ ಯಾವ ವೈದ್ಯರಾದರೂ ಅಭಿಪ್ರಾಯ ಬರೆಯಬಹುದು. ಈ ಇಮೇಲ್‌ನಲ್ಲಿ ವೈದ್ಯಕೀಯ ವಿವರಗಳಿಲ್ಲ.

ರಿಪೋರ್ಟ್ ಇಲ್ಲಿ ತೆರೆಯಿರಿ: {publicUrl}/dashboard/add-review/{reportId}`,
  'reportHeld.subject': 'ಒಂದು ರಿಪೋರ್ಟ್ ಅಡ್ಮಿನ್‌ಗಾಗಿ ಕಾಯುತ್ತಿದೆ',
  'reportHeld.text': `ಒಂದು ರಿಪೋರ್ಟ್ ಬೇರೊಬ್ಬರದೇ ಎಂದು ಒಬ್ಬ ವೈದ್ಯರು ಕೇಳಿದ್ದಾರೆ. ಅಡ್ಮಿನ್ ನೋಡುವವರೆಗೆ ಬೇರೆ ವೈದ್ಯರು ಅದನ್ನು ತೆರೆಯಲು ಆಗುವುದಿಲ್ಲ. ಯಾರಿಗಾದರೂ ಬೇರೆಯವರ ರಿಪೋರ್ಟ್ ತಲುಪಿದ್ದರೆ, ಅದು ತಿಳಿಸಬೇಕಾದ ಗೌಪ್ಯತೆಯ ಉಲ್ಲಂಘನೆ ಆಗಿರಬಹುದು.

ಇಲ್ಲಿ ನೋಡಿ: {publicUrl}/dashboard/lift-hold/{reportId}`,
  'reportsWait.subject':
    '{count, plural, one {# ರಿಪೋರ್ಟ್ ಅಭಿಪ್ರಾಯಕ್ಕಾಗಿ ಕಾಯುತ್ತಿದೆ} other {# ರಿಪೋರ್ಟ್‌ಗಳು ಅಭಿಪ್ರಾಯಕ್ಕಾಗಿ ಕಾಯುತ್ತಿವೆ}}',
  'reportsWait.text': `{count, plural, one {# ರಿಪೋರ್ಟ್ ವೈದ್ಯರಿಗಾಗಿ ಕಾಯುತ್ತಿದೆ.} other {# ರಿಪೋರ್ಟ್‌ಗಳು ವೈದ್ಯರಿಗಾಗಿ ಕಾಯುತ್ತಿವೆ.}} ರಿಪೋರ್ಟ್‌ಗಳಲ್ಲಿ ಏನಿದೆ ಎಂಬುದನ್ನು ಇಮೇಲ್‌ನಲ್ಲಿ ಬರೆದಿಲ್ಲ.

ಕಾಯುತ್ತಿರುವುದನ್ನು ನೋಡಿ: {publicUrl}/dashboard/pending-report`,
  'expertsWait.subject':
    '{count, plural, one {# ವೈದ್ಯರು ಅನುಮೋದನೆಗಾಗಿ ಕಾಯುತ್ತಿದ್ದಾರೆ} other {# ವೈದ್ಯರು ಅನುಮೋದನೆಗಾಗಿ ಕಾಯುತ್ತಿದ್ದಾರೆ}}',
  'expertsWait.text': `{count, plural, one {# ವೈದ್ಯರು ಅನುಮೋದನೆಗಾಗಿ ಕಾಯುತ್ತಿದ್ದಾರೆ.} other {# ವೈದ್ಯರು ಅನುಮೋದನೆಗಾಗಿ ಕಾಯುತ್ತಿದ್ದಾರೆ.}} ಅನುಮೋದಿಸುವ ಮೊದಲು ನೋಂದಣಿ ಸಂಖ್ಯೆಯನ್ನು ಪರಿಶೀಲಿಸಿ.

ಯಾರು ಕಾಯುತ್ತಿದ್ದಾರೆ ನೋಡಿ: {publicUrl}/dashboard/pending-expert`,
  'translationsWait.subject':
    '{count, plural, one {# ಅಭಿಪ್ರಾಯ ಅನುವಾದಕ್ಕಾಗಿ ಕಾಯುತ್ತಿದೆ} other {# ಅಭಿಪ್ರಾಯಗಳು ಅನುವಾದಕ್ಕಾಗಿ ಕಾಯುತ್ತಿವೆ}}',
  'translationsWait.text': `{count, plural, one {ನೀವು ಓದುವ ಭಾಷೆಗೆ # ಅಭಿಪ್ರಾಯ ಅನುವಾದಕ್ಕಾಗಿ ಕಾಯುತ್ತಿದೆ.} other {ನೀವು ಓದುವ ಭಾಷೆಗಳಿಗೆ # ಅಭಿಪ್ರಾಯಗಳು ಅನುವಾದಕ್ಕಾಗಿ ಕಾಯುತ್ತಿವೆ.}} ಅಭಿಪ್ರಾಯಗಳಲ್ಲಿ ಏನಿದೆ ಎಂಬುದನ್ನು ಇಮೇಲ್‌ನಲ್ಲಿ ಬರೆದಿಲ್ಲ.

ಕಾಯುತ್ತಿರುವುದನ್ನು ನೋಡಿ: {publicUrl}/dashboard/translate

ಸೆಟ್ಟಿಂಗ್ಸ್‌ನಲ್ಲಿ ನೀವು ಆರಿಸಿದ ಭಾಷೆಗಳಿಗಾಗಿ ಈ ಇಮೇಲ್ ದಿನಕ್ಕೆ ಹೆಚ್ಚೆಂದರೆ ಒಮ್ಮೆ ಬರುತ್ತದೆ: {publicUrl}/dashboard/settings`,
  'accountApproved.subject': 'ನಿಮ್ಮ {productName} ಖಾತೆಯನ್ನು ಅನುಮೋದಿಸಲಾಗಿದೆ',
  'accountApproved.text': `ಕ್ಲಿನಿಕ್‌ನ ಅಡ್ಮಿನ್ ನಿಮ್ಮ ಖಾತೆಯನ್ನು ಅನುಮೋದಿಸಿದ್ದಾರೆ. ಈಗ ನೀವು ಕಾಯುತ್ತಿರುವ ರಿಪೋರ್ಟ್‌ಗಳನ್ನು ಓದಿ, ಅಭಿಪ್ರಾಯ ಬರೆಯಬಹುದು.

ರಿಪೋರ್ಟ್‌ಗಳು ಇಲ್ಲಿವೆ: {publicUrl}/dashboard/pending-report`,
  'accountRejected.subject': 'ನಿಮ್ಮ {productName} ಖಾತೆಯ ಬಗ್ಗೆ',
  'accountRejected.text': 'ಅಡ್ಮಿನ್ ನಿಮ್ಮ ಖಾತೆಯನ್ನು ಅನುಮೋದಿಸಿಲ್ಲ. ಕಾರಣ ನೋಡಲು ಲಾಗಿನ್ ಮಾಡಿ: {publicUrl}/dashboard/home',
  'accountSuspended.subject': 'ನಿಮ್ಮ {productName} ಖಾತೆಯನ್ನು ತಾತ್ಕಾಲಿಕವಾಗಿ ತಡೆಹಿಡಿಯಲಾಗಿದೆ',
  'accountSuspended.text':
    'ಅಡ್ಮಿನ್ ನಿಮ್ಮ ಖಾತೆಯನ್ನು ತಾತ್ಕಾಲಿಕವಾಗಿ ತಡೆಹಿಡಿದಿದ್ದಾರೆ. ನಿಮ್ಮನ್ನು ಎಲ್ಲ ಕಡೆ ಲಾಗ್ ಔಟ್ ಮಾಡಲಾಗಿದೆ. ಕಾರಣ ನೋಡಲು ಲಾಗಿನ್ ಮಾಡಿ: {publicUrl}/dashboard/home',
  'accountRestored.subject': 'ನಿಮ್ಮ {productName} ಖಾತೆಯನ್ನು ಮತ್ತೆ ತೆರೆಯಲಾಗಿದೆ',
  'accountRestored.text': `ಅಡ್ಮಿನ್ ನಿಮ್ಮ ಖಾತೆಯನ್ನು ಮತ್ತೆ ತೆರೆದಿದ್ದಾರೆ. ಈಗ ನೀವು ಮತ್ತೆ ರಿಪೋರ್ಟ್‌ಗಳನ್ನು ಓದಿ, ಅಭಿಪ್ರಾಯ ಬರೆಯಬಹುದು.

ಲಾಗಿನ್: {publicUrl}/dashboard/home`,
  'accountToWait.subject': 'ನಿಮ್ಮ {productName} ಖಾತೆಯನ್ನು ಮತ್ತೆ ತೆರೆಯಲಾಗಿದೆ',
  'accountToWait.text': `ಅಡ್ಮಿನ್ ನಿಮ್ಮ ಖಾತೆಯನ್ನು ಮತ್ತೆ ಪರಿಶೀಲಿಸುತ್ತಾರೆ. ಅನುಮೋದಿಸಿದ ನಂತರ ನಿಮಗೆ ಇಮೇಲ್ ಕಳುಹಿಸುತ್ತೇವೆ.

ಲಾಗಿನ್: {publicUrl}/dashboard/home`,
  'testEmail.subject': '{productName} ನಿಂದ ಪರೀಕ್ಷಾ ಇಮೇಲ್',
  'testEmail.text': 'ನೀವು {productName} ಡ್ಯಾಶ್‌ಬೋರ್ಡ್‌ನಲ್ಲಿ ಈ ಇಮೇಲ್ ಕೇಳಿದ್ದಿರಿ. ಇದು ಬಂದಿದೆ, ಆದ್ದರಿಂದ ಇಮೇಲ್ ಕೆಲಸ ಮಾಡುತ್ತಿದೆ.',
  'contactMessage.subject': '{productName} ಸಂಪರ್ಕ ಪುಟದಿಂದ ಒಂದು ಸಂದೇಶ',
  'contactMessage.text': `ಸಂಪರ್ಕ ಪುಟದಲ್ಲಿ ಒಬ್ಬರು ಬರೆದಿದ್ದಾರೆ.

ಹೆಸರು: {name}
ಇಮೇಲ್: {email}

{message}

ಎಲ್ಲ ಸಂದೇಶಗಳು: {publicUrl}/dashboard/messages?kind=contact`,
  'queryWaits.subject': 'ಒಂದು ಪ್ರಶ್ನೆ ಉತ್ತರಕ್ಕಾಗಿ ಕಾಯುತ್ತಿದೆ',
  'queryWaits.text': `ಮುಖಪುಟದಲ್ಲಿ ಒಬ್ಬರು ಪ್ರಶ್ನೆ ಕಳುಹಿಸಿದ್ದಾರೆ. ಅವರ ಮಾಹಿತಿ ಗೌಪ್ಯವಾಗಿರಲಿ ಎಂದು ಅದನ್ನು ಇಮೇಲ್‌ನಲ್ಲಿ ಬರೆದಿಲ್ಲ.

ಇಲ್ಲಿ ಓದಿ: {publicUrl}/dashboard/messages?kind=query`,
  'callBackWaits.subject': 'ಒಬ್ಬರು ತಮಗೆ ಕರೆ ಮಾಡಲು ಕೇಳುತ್ತಿದ್ದಾರೆ',
  'callBackWaits.text': `ಮುಖಪುಟದಲ್ಲಿ ಒಬ್ಬರು ತಮಗೆ ಕರೆ ಮಾಡಲು ಕೇಳಿದ್ದಾರೆ. ಅವರ ಮಾಹಿತಿ ಗೌಪ್ಯವಾಗಿರಲಿ ಎಂದು ಅದನ್ನು ಇಮೇಲ್‌ನಲ್ಲಿ ಬರೆದಿಲ್ಲ.

ಇಲ್ಲಿ ಓದಿ: {publicUrl}/dashboard/messages?kind=callback`,
};
