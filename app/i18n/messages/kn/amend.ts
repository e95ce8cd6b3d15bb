import type { Messages } from '~/i18n/messages/en';

/** The sentences on changing a review and taking it back, in Kannada. */
export const amend: Messages<'amend'> = {
  // The page of its author
  'amend.action': 'ತಿದ್ದಿ ಅಥವಾ ಸೇರಿಸಿ',
  'amend.title': 'ಅಭಿಪ್ರಾಯವನ್ನು ತಿದ್ದಿ ಅಥವಾ ಅದಕ್ಕೆ ಸೇರಿಸಿ',
  'amend.told': 'ಅಭಿಪ್ರಾಯ ಬದಲಾಗಿದೆ ಎಂದು ರೋಗಿಗೆ ಇಮೇಲ್ ಹೋಗುತ್ತದೆ. ಕಾಯಿಲೆಯ ಯಾವ ವಿವರವೂ ಅದರಲ್ಲಿ ಇರುವುದಿಲ್ಲ.',
  'amend.holds': 'ಈಗಿನ ಅಭಿಪ್ರಾಯ',
  'amend.kind': 'ನೀವು ಏನು ಮಾಡಬೇಕು?',
  'amend.kind.addition': 'ಏನನ್ನಾದರೂ ಸೇರಿಸಬೇಕು; ಬರೆದದ್ದು ಹಾಗೇ ಇರುತ್ತದೆ',
  'amend.kind.correction': 'ತಿದ್ದಬೇಕು; ಇನ್ನು ಮುಂದೆ ಹೊಸದೇ ಅನ್ವಯಿಸುತ್ತದೆ',
  'amend.kind.takenBack': 'ಹಿಂಪಡೆಯಬೇಕು: ಇದು ಬೇರೆ ರಿಪೋರ್ಟ್‌ಗಾಗಿ ಬರೆದದ್ದು',
  'amend.kindMissing': 'ಏನು ಮಾಡಬೇಕೆಂದು ಆರಿಸಿ',
  'amend.text': 'ನೀವು ಬರೆಯುವುದು',
  'amend.textHint': 'ಸೇರಿಸಲು ಹೊಸದನ್ನು ಮಾತ್ರ ಬರೆಯಿರಿ. ತಿದ್ದಲು ಪೂರ್ತಿ ಅಭಿಪ್ರಾಯ ಬರೆಯಿರಿ. ಹಿಂಪಡೆಯಲು ಇಲ್ಲಿ ಏನೂ ಬರೆಯಬೇಡಿ.',
  'amend.textMissing': 'ದಯವಿಟ್ಟು ಇಲ್ಲಿ ಬರೆಯಿರಿ',
  'amend.noText': 'ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಲು ಇಲ್ಲಿ ಏನೂ ಬರೆಯಬೇಡಿ',
  'amend.languageLabel': 'ತಿದ್ದಿದ ಅಭಿಪ್ರಾಯದ ಭಾಷೆ',
  'amend.reasonCode': 'ಕಾರಣ',
  'amend.reason.slip': 'ಬರೆಯುವಾಗ ಆದ ತಪ್ಪು',
  'amend.reason.newFinding': 'ಹೊಸ ವಿಷಯ ಗಮನಕ್ಕೆ ಬಂತು',
  'amend.reason.wrongReport': 'ಬೇರೆ ರಿಪೋರ್ಟ್‌ಗಾಗಿ ಬರೆದದ್ದು',
  'amend.reason.other': 'ಬೇರೆ ಕಾರಣ',
  'amend.choose': 'ಆರಿಸಿ',
  'amend.reasonCodeMissing': 'ದಯವಿಟ್ಟು ಕಾರಣವನ್ನು ಆರಿಸಿ',
  'amend.reasonLabel': 'ಏಕೆ, ಕೆಲವೇ ಮಾತುಗಳಲ್ಲಿ',
  'amend.reasonHint':
    'ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆದರೆ, ಅಥವಾ “ಬೇರೆ ಕಾರಣ” ಆರಿಸಿದರೆ ಇದನ್ನು ಬರೆಯಬೇಕು. ರೋಗಿ ಇದನ್ನು ಓದುತ್ತಾರೆ, ಆದರೆ ಹಿಂಪಡೆದರೆ ಓದುವುದಿಲ್ಲ.',
  'amend.reasonMissing': 'ಏಕೆ ಎಂದು ಕೆಲವೇ ಮಾತುಗಳಲ್ಲಿ ಬರೆಯಿರಿ',
  'amend.takeItBack': 'ಅಭಿಪ್ರಾಯ ಬೇರೆ ರಿಪೋರ್ಟ್‌ಗಾಗಿ ಬರೆದದ್ದಾದರೆ, ದಯವಿಟ್ಟು ಅದನ್ನು ಹಿಂಪಡೆಯಿರಿ',
  'amend.submit': 'ಕಳುಹಿಸಿ',
  'amend.done': 'ಅಭಿಪ್ರಾಯ ಬದಲಾಗಿದೆ',
  'amend.failed': 'ಅಭಿಪ್ರಾಯವನ್ನು ಬದಲಾಯಿಸಲು ಆಗಲಿಲ್ಲ',
  'amend.changedMeanwhile': 'ಈ ನಡುವೆ ಈ ಅಭಿಪ್ರಾಯ ಬದಲಾಗಿದೆ. ದಯವಿಟ್ಟು ಮತ್ತೆ ಓದಿ.',
  'amend.same': 'ಇದು ಮೊದಲಿನದೇ ಆಗಿದೆ.',
  'amend.tooLong': 'ಮೊದಲಿನ ಅಭಿಪ್ರಾಯದೊಂದಿಗೆ ಇದು ತುಂಬಾ ಉದ್ದವಾಗುತ್ತದೆ. ಕಡಿಮೆ ಬರೆಯಿರಿ, ಅಥವಾ ಪೂರ್ತಿ ಅಭಿಪ್ರಾಯವನ್ನು ತಿದ್ದಿ.',
  'amend.tooMany': 'ಈ ಅಭಿಪ್ರಾಯ ತುಂಬಾ ಸಲ ಬದಲಾಗಿದೆ. ಇನ್ನು ಇದನ್ನು ಹಿಂಪಡೆಯಲು ಮಾತ್ರ ಆಗುತ್ತದೆ.',
  'amend.notReviewed': 'ಈ ಅಭಿಪ್ರಾಯವನ್ನು ಈಗಾಗಲೇ ಹಿಂಪಡೆಯಲಾಗಿದೆ.',

  // What the patient reads
  'version.review': 'ಬರೆದದ್ದು {date}: {name}',
  'version.addition': 'ಸೇರಿಸಿದ್ದು {date}: {name}',
  'version.correction': 'ತಿದ್ದಿದ್ದು {date}: {name}',
  'version.takenBack': 'ಹಿಂಪಡೆದದ್ದು {date}: {name}',
  'amend.earlier': 'ಮೊದಲಿನ ಅಭಿಪ್ರಾಯ, ಈಗ ಅನ್ವಯಿಸುವುದಿಲ್ಲ',
  'amend.wrongReport':
    'ಈ ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಲಾಗಿದೆ: ಅದು ಬೇರೆ ರಿಪೋರ್ಟ್‌ಗಾಗಿ ಬರೆದದ್ದು. ದಯವಿಟ್ಟು ಅದರಂತೆ ಏನೂ ಮಾಡಬೇಡಿ. ವೈದ್ಯರು ನಿಮ್ಮ ರಿಪೋರ್ಟ್ ಅನ್ನು ಮತ್ತೆ ಓದುತ್ತಾರೆ.',
  'amend.takenBack': 'ಈ ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಲಾಗಿದೆ. ದಯವಿಟ್ಟು ಅದರಂತೆ ಏನೂ ಮಾಡಬೇಡಿ. ವೈದ್ಯರು ನಿಮ್ಮ ರಿಪೋರ್ಟ್ ಅನ್ನು ಮತ್ತೆ ಓದುತ್ತಾರೆ.',
  'openings.review.added': 'ಅಭಿಪ್ರಾಯಕ್ಕೆ ಸೇರಿಸಿದವರು: {name}',
  'openings.review.corrected': 'ಅಭಿಪ್ರಾಯ ತಿದ್ದಿದವರು: {name}',
  'openings.review.takenBack': 'ಅಭಿಪ್ರಾಯ ಹಿಂಪಡೆದವರು: {name}',

  // The page of admins
  'takeBack.link': 'ಎಲ್ಲಾ ಆವೃತ್ತಿಗಳು',
  'takeBack.title': 'ಅಭಿಪ್ರಾಯದ ಎಲ್ಲಾ ಆವೃತ್ತಿಗಳು',
  'takeBack.hidden':
    'ಹಿಂಪಡೆದದ್ದು ರೋಗಿಗಳಿಗೂ ವೈದ್ಯರಿಗೂ ಈಗ ಕಾಣುವುದಿಲ್ಲ. ಬೇರೆಯವರಿಗಾಗಿ ಬರೆದ ಅಭಿಪ್ರಾಯವನ್ನು ರೋಗಿಯೊಬ್ಬರು ಓದಿದ್ದರೆ, ಅದನ್ನು ಮಾಹಿತಿ ಸೋರಿಕೆ ಎಂದು ತಿಳಿಸಬೇಕೇ ಎಂದು ತೀರ್ಮಾನಿಸಿ.',
  'takeBack.none': 'ಈ ರಿಪೋರ್ಟ್‌ಗೆ ಈಗ ಅಭಿಪ್ರಾಯ ಇಲ್ಲ.',
  'takeBack.form': 'ಈ ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಿರಿ',
  'takeBack.text':
    'ವೈದ್ಯರೇ ಮಾಡಲು ಆಗದಿದ್ದರೆ ಮಾತ್ರ ಇದನ್ನು ಮಾಡಿ. ರಿಪೋರ್ಟ್ ಸಾಲಿನಲ್ಲಿ ತನ್ನ ಹಳೆಯ ಜಾಗಕ್ಕೆ ಹೋಗುತ್ತದೆ, ಮತ್ತು ರೋಗಿಗೆ ಈ ಅಭಿಪ್ರಾಯ ಕಾಣುವುದಿಲ್ಲ.',
  'takeBack.reasonHint': 'ಇದನ್ನು ಅಡ್ಮಿನ್‌ಗಳು ಮಾತ್ರ ಓದುತ್ತಾರೆ.',
  'takeBack.submit': 'ಹಿಂಪಡೆಯಿರಿ',
  'takeBack.done': 'ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಲಾಗಿದೆ',
  'takeBack.failed': 'ಅಭಿಪ್ರಾಯವನ್ನು ಹಿಂಪಡೆಯಲು ಆಗಲಿಲ್ಲ',
};
