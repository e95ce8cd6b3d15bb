import type { Messages } from '~/i18n/messages/en';

/** The sentences of reports that wait on a phone until they are sent, in Kannada. */
export const sending: Messages<'sending'> = {
  'pieces.gone': 'ಈ ಫೈಲ್ ಈಗ ಇಲ್ಲಿ ಇಲ್ಲ. ದಯವಿಟ್ಟು ಅದನ್ನು ಮತ್ತೆ ಆರಿಸಿ.',
  'pieces.taken': 'ಈ ಫೈಲ್ ಅನ್ನು ಈಗಾಗಲೇ ಒಂದು ರಿಪೋರ್ಟ್ ಜೊತೆ ಕಳುಹಿಸಲಾಗಿದೆ.',
  'pieces.unfinished': 'ಈ ಫೈಲ್‌ನ ಒಂದು ಭಾಗ ಇನ್ನೂ ತಲುಪಿಲ್ಲ. ದಯವಿಟ್ಟು ಅದನ್ನು ಮತ್ತೆ ಕಳುಹಿಸಿ.',
  'pieces.notNext': 'ಈಗ ಈ ಫೈಲ್‌ನ ಬೇರೆ ಭಾಗ ಬರಬೇಕು.',
  'pieces.protocol': 'ಭಾಗಗಳಲ್ಲಿ ಫೈಲ್‌ಗಳನ್ನು {protocol} ಪ್ರಕಾರ ಕಳುಹಿಸಬೇಕು.',
  'waiting.title': 'ಒಂದು ರಿಪೋರ್ಟ್ ಈ ಫೋನ್‌ನಲ್ಲಿ ಕಾಯುತ್ತಿದೆ',
  'waiting.sending': 'ಅದರ {percent}% ಕಳುಹಿಸಲಾಗಿದೆ.',
  'waiting.offline': 'ಈಗ ಇಂಟರ್ನೆಟ್ ಇಲ್ಲ. ಅದು ತಾನಾಗಿಯೇ ಮುಂದುವರಿಯುತ್ತದೆ.',
  'waiting.refused': 'ಅದನ್ನು ಕಳುಹಿಸಲು ಆಗಲಿಲ್ಲ.',
  'waiting.kept': 'ಕಳುಹಿಸುವವರೆಗೆ ಅದು ಈ ಫೋನ್‌ನಲ್ಲಿ ಇರುತ್ತದೆ: ಹೆಚ್ಚೆಂದರೆ 3 ದಿನ, ಅಥವಾ ನೀವು ಲಾಗ್ ಔಟ್ ಮಾಡುವವರೆಗೆ.',
  'waiting.goOn': 'ಮುಂದುವರಿಸಿ',
  'waiting.throwAway': 'ಅದನ್ನು ತೆಗೆದುಹಾಕಿ',
  'waiting.sure': 'ಈ ರಿಪೋರ್ಟ್ ತೆಗೆದುಹಾಕಬೇಕೇ? ಆಗ ಅದನ್ನು ಕಳುಹಿಸುವುದಿಲ್ಲ.',
  'waiting.over': 'ಒಂದು ರಿಪೋರ್ಟ್ 3 ದಿನ ಈ ಫೋನ್‌ನಲ್ಲಿ ಕಾಯಿತು, ನಂತರ ಅದನ್ನು ತೆಗೆದುಹಾಕಲಾಯಿತು. ದಯವಿಟ್ಟು ಮತ್ತೆ ಕಳುಹಿಸಿ.',
  'offline.title': 'ಇಂಟರ್ನೆಟ್ ಇಲ್ಲ',
  'offline.text': 'ನೀವು ಇಂಟರ್ನೆಟ್‌ಗೆ ಸಂಪರ್ಕದಲ್ಲಿಲ್ಲ. ಈ ಫೋನ್‌ನಲ್ಲಿ ಕಾಯುತ್ತಿರುವ ರಿಪೋರ್ಟ್ ಅನ್ನು ಸಂಪರ್ಕ ಬಂದ ಕೂಡಲೇ ಕಳುಹಿಸಲಾಗುತ್ತದೆ.',
  'offline.again': 'ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ',
};
