import type { Catalogue } from '~/i18n/messages/en';

/** The sentences that only experts' and admins' own pages show, in Kannada. */
export const staff: Catalogue['staff'] = {
  // What admins see of what visitors wrote
  'messages.lead': 'ಭೇಟಿ ನೀಡಿದವರು ಬರೆದದ್ದು, ಹೊಸದು ಮೊದಲು. ನೀವು ಮುಗಿಸಿದ 90 ದಿನಗಳ ನಂತರ ಸಂದೇಶ ಅಳಿಸಿಹೋಗುತ್ತದೆ.',
  'messages.state': 'ಸ್ಥಿತಿ',
  'messages.open': 'ಮುಗಿಸದವು',
  'messages.closed': 'ಮುಗಿಸಿದವು',
  'messages.kind': 'ಬಗೆ',
  'messages.allKinds': 'ಎಲ್ಲ ಬಗೆಗಳು',
  'messages.contact': 'ಸಂಪರ್ಕ',
  'messages.query': 'ಪ್ರಶ್ನೆ',
  'messages.callback': 'ಕರೆ ಮಾಡಲು ಕೇಳಿದವರು',
  'messages.filter': 'ತೋರಿಸಿ',
  'messages.close': 'ಮುಗಿಸಿ',
  'messages.closedOn': 'ಮುಗಿಸಿದ ದಿನಾಂಕ: {date}',
  'messages.noName': 'ಹೆಸರು ಕೊಟ್ಟಿಲ್ಲ',
  'messages.empty': 'ಯಾವ ಸಂದೇಶವೂ ಇಲ್ಲ.',

  // Review
  'review.for': '{name} ಅವರ {type}',
  'review.label': 'ನಿಮ್ಮ ಅಭಿಪ್ರಾಯ',
  'review.hint': 'ರಿಪೋರ್ಟ್‌ನ ಅರ್ಥವೇನು, ಮುಂದೆ ಏನು ಮಾಡಬೇಕು, ಯಾವಾಗ ನೇರವಾಗಿ ವೈದ್ಯರ ಬಳಿ ಹೋಗಬೇಕು ಎಂದು ಬರೆಯಿರಿ.',
  'review.submit': 'ಅಭಿಪ್ರಾಯ ಕಳುಹಿಸಿ',
  'review.busy': 'ಕಳುಹಿಸುತ್ತಿದೆ...',
  'review.description': 'ರೋಗಿ ಬರೆದಿರುವುದು',
  'review.back': 'ಪಟ್ಟಿಗೆ ಹಿಂತಿರುಗಿ',
  'review.draft': 'ನೀವು ಬರೆದದ್ದು ಹಾಗೇ ಇದೆ. ಮುಂದುವರಿಸಬಹುದು.',

  'review.languageLabel': 'ನಿಮ್ಮ ಅಭಿಪ್ರಾಯದ ಭಾಷೆ',
  'review.patientReads': 'ರೋಗಿ ಓದುವ ಭಾಷೆ: {language}.',

  // Reviews that wait to be said in the patient's language
  'translate.title': 'ಅಭಿಪ್ರಾಯವನ್ನು ಅನುವಾದಿಸಿ',
  'translate.listTitle': 'ಅನುವಾದ ಮಾಡಬೇಕಾದ ಅಭಿಪ್ರಾಯಗಳು',
  'translate.listLead': 'ಈ ರೋಗಿಗಳು ಓದುವ ಭಾಷೆಯನ್ನು ನೀವೂ ಓದುತ್ತೀರಿ. ಎಲ್ಲಕ್ಕಿಂತ ಹೆಚ್ಚು ಕಾಲದಿಂದ ಕಾಯುತ್ತಿರುವ ಅಭಿಪ್ರಾಯ ಮೊದಲು ಇದೆ.',
  'translate.empty': 'ಅನುವಾದ ಮಾಡಬೇಕಾದ ಅಭಿಪ್ರಾಯಗಳು ಇಲ್ಲ.',
  'translate.emptyHint': 'ಸೆಟ್ಟಿಂಗ್ಸ್‌ನಲ್ಲಿ ನಿಮ್ಮ ಭಾಷೆಗಳನ್ನು ಆರಿಸಿ. ಆ ಭಾಷೆ ಓದುವ ರೋಗಿಗಳ ಅಭಿಪ್ರಾಯಗಳು ಆಗ ಇಲ್ಲಿ ಕಾಣುತ್ತವೆ.',
  'translate.from': 'ಬರೆದ ಭಾಷೆ',
  'translate.to': 'ಬೇಕಾದ ಭಾಷೆ',
  'translate.original': 'ಮೂಲ ಅಭಿಪ್ರಾಯ, ಬರೆದವರು: {name}',
  'translate.lead': 'ಅಭಿಪ್ರಾಯದಲ್ಲಿ ಇರುವುದನ್ನು ಮಾತ್ರ {language} ಭಾಷೆಯಲ್ಲಿ ಬರೆಯಿರಿ, ಬೇರೇನೂ ಸೇರಿಸಬೇಡಿ. ಅದರ ಕೆಳಗೆ ನಿಮ್ಮ ಹೆಸರು ಇರುತ್ತದೆ.',
  'translate.label': '{language} ಭಾಷೆಯಲ್ಲಿ ಅಭಿಪ್ರಾಯ',
  'translate.submit': 'ಅನುವಾದ ಕಳುಹಿಸಿ',
  'translate.back': 'ಪಟ್ಟಿಗೆ ಹಿಂತಿರುಗಿ',
  'translate.action': 'ಅನುವಾದಿಸಿ',

  // The patient's language in the list of reports that wait
  'filter.language': 'ರೋಗಿಯ ಭಾಷೆ',
  'filter.allLanguages': 'ಎಲ್ಲ ಭಾಷೆಗಳು',

  // The report beside the review
  'viewer.label': 'ರಿಪೋರ್ಟ್',
  'viewer.zoom': 'ಜೂಮ್',
  'viewer.fit': 'ಸರಿಹೊಂದಿಸಿ',
  'viewer.turn': 'ತಿರುಗಿಸಿ',
  'viewer.keys': 'ಕೀಗಳು: + ಮತ್ತು − ಜೂಮ್ ಮಾಡುತ್ತವೆ, R ತಿರುಗಿಸುತ್ತದೆ.',
  'viewer.failed': 'ಈ ಪುಟವನ್ನು ಇಲ್ಲಿ ತೋರಿಸಲು ಆಗುತ್ತಿಲ್ಲ. ದಯವಿಟ್ಟು ಫೈಲ್ ತೆರೆಯಿರಿ.',
  'viewer.more': 'ಇಲ್ಲಿ ಮೊದಲ {pages} ಪುಟಗಳು ಕಾಣುತ್ತವೆ. ಉಳಿದದ್ದನ್ನು ನೋಡಲು ಫೈಲ್ ತೆರೆಯಿರಿ.',

  // Experts
  'experts.pendingLead': 'ರಿಪೋರ್ಟ್ ಓದಲು ಬಿಡುವ ಮೊದಲು ಅವರು ಯಾರು ಎಂದು ಪರಿಶೀಲಿಸಿ.',
  'experts.pendingEmpty': 'ಅನುಮೋದನೆಗಾಗಿ ಕಾಯುತ್ತಿರುವ ತಜ್ಞ ವೈದ್ಯರು ಇಲ್ಲ.',
  'experts.pendingEmptyHint': 'ಹೊಸ ಕೋರಿಕೆಗಳು ಇಲ್ಲಿ ಕಾಣುತ್ತವೆ.',
  'experts.contact': 'ಫೋನ್ ನಂಬರ್',
  'experts.accountType': 'ಖಾತೆಯ ಬಗೆ',
  'experts.approve': 'ಅನುಮೋದಿಸಿ',
  'approve.title': '{name}, ನೋಂದಣಿ ನಂಬರ್ {number}: ಇವರಿಗೆ ರಿಪೋರ್ಟ್‌ಗಳನ್ನು ತೆರೆಯಬೇಕೇ?',
  'approve.titleNoNumber': '{name}: ಇವರಿಗೆ ರಿಪೋರ್ಟ್‌ಗಳನ್ನು ತೆರೆಯಬೇಕೇ?',
  'approve.noNumber': '{name} ನೋಂದಣಿ ನಂಬರ್ ಕೊಟ್ಟಿಲ್ಲ.',
  'approve.opens': 'ನಂತರ ಕಾಯುತ್ತಿರುವ ಪ್ರತಿ ರೋಗಿಯ ಹೆಸರು, ಫೋನ್ ನಂಬರ್ ಮತ್ತು ಫೈಲ್ ಅನ್ನು ಅವರು ನೋಡಬಹುದು, ಅಭಿಪ್ರಾಯ ಬರೆಯಬಹುದು.',
  'approve.register': 'ಈ ಕೌನ್ಸಿಲ್‌ನ ರಿಜಿಸ್ಟರ್‌ನಲ್ಲಿ ನಂಬರ್ ನೋಡಿ: {council}',
  'approve.noCouncil': 'ಅವರು ಕೌನ್ಸಿಲ್ ಹೆಸರು ಕೊಟ್ಟಿಲ್ಲ. ನಂಬರ್ ಎಲ್ಲಿಯದು ಎಂದು ಕೇಳಿ, ಅಲ್ಲಿ ನೋಡಿ.',
  'approve.checked': 'ನಾನು ಈ ನಂಬರ್ ಪರಿಶೀಲಿಸಿದ್ದೇನೆ',
  'approve.checkedOtherwise': 'ಅವರು ವೈದ್ಯರು ಎಂದು ನಾನು ಬೇರೆ ರೀತಿಯಲ್ಲಿ ಪರಿಶೀಲಿಸಿದ್ದೇನೆ',
  'experts.approvedEmpty': 'ಅನುಮೋದನೆ ಪಡೆದ ತಜ್ಞ ವೈದ್ಯರು ಇಲ್ಲ.',
  'experts.approvedEmptyHint': 'ಅಡ್ಮಿನ್ ಅನುಮೋದಿಸಿದ ನಂತರ ತಜ್ಞ ವೈದ್ಯರು ಇಲ್ಲಿ ಕಾಣುತ್ತಾರೆ.',

  // Credentials and standing
  'credentials.changed': 'ನೋಂದಣಿ ಬದಲಾದ ದಿನಾಂಕ: {date}',
  'standing.since': '({date} ರಿಂದ)',
  'standing.restore': 'ಮತ್ತೆ ತೆರೆಯಿರಿ',
  'judge.reject': 'ತಿರಸ್ಕರಿಸಿ',
  'judge.suspend': 'ತಾತ್ಕಾಲಿಕವಾಗಿ ತಡೆಹಿಡಿಯಿರಿ',
  'judge.rejectTitle': 'ಈ ತಜ್ಞ ವೈದ್ಯರನ್ನು ತಿರಸ್ಕರಿಸಬೇಕೇ?',
  'judge.suspendTitle': 'ಈ ತಜ್ಞ ವೈದ್ಯರನ್ನು ತಾತ್ಕಾಲಿಕವಾಗಿ ತಡೆಹಿಡಿಯಬೇಕೇ?',
  'judge.rejectText': 'ಅವರಿಗೆ ರಿಪೋರ್ಟ್‌ಗಳನ್ನು ಓದಲು ಆಗುವುದಿಲ್ಲ. ಅವರ ಖಾತೆಯನ್ನು ನೀವು ನಂತರ ಮತ್ತೆ ತೆರೆಯಬಹುದು.',
  'judge.suspendText': 'ಅವರು ಕೂಡಲೇ ಲಾಗ್ ಔಟ್ ಆಗುತ್ತಾರೆ, ಅವರಿಗೆ ರಿಪೋರ್ಟ್‌ಗಳನ್ನು ಓದಲು ಆಗುವುದಿಲ್ಲ. ಅವರು ಬರೆದ ಅಭಿಪ್ರಾಯಗಳು ಉಳಿಯುತ್ತವೆ.',
  'judge.reasonHint': 'ಅವರು ಇದನ್ನು ತಮ್ಮ ಡ್ಯಾಶ್‌ಬೋರ್ಡ್‌ನಲ್ಲಿ ಓದುತ್ತಾರೆ. ಇಮೇಲ್‌ನಲ್ಲಿ ಇದು ಇರುವುದಿಲ್ಲ.',
};
