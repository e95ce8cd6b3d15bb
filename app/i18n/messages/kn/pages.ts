import type { Messages } from '~/i18n/messages/en';

/** The sentences on photos that are the pages of one report, in Kannada. */
export const pages: Messages<'pages'> = {
  // What is said of several photos
  'upload.page': 'ಪುಟ {n}: {what}',
  'upload.pages': '{n, plural, one {# ಪುಟ} other {# ಪುಟಗಳು}}, {size} MB',
  'upload.pagesHint':
    'ಹಲವು ಫೋಟೋಗಳು ({most}ರವರೆಗೆ) ಒಂದೇ ರಿಪೋರ್ಟ್‌ನ ಪುಟಗಳಾಗುತ್ತವೆ, ನೀವು ಆರಿಸಿದ ಕ್ರಮದಲ್ಲಿ. ನಾವು ಈ ಪುಟಗಳನ್ನು ಇಟ್ಟುಕೊಳ್ಳುತ್ತೇವೆ, ಮೂಲ ಫೋಟೋಗಳನ್ನಲ್ಲ.',
  'upload.mixed': 'ದಯವಿಟ್ಟು ಒಂದು PDF ಕಳುಹಿಸಿ, ಇಲ್ಲವೇ ಫೋಟೋಗಳನ್ನು ಕಳುಹಿಸಿ.',
  'upload.mostPages': 'ದಯವಿಟ್ಟು ಗರಿಷ್ಠ {most} ಫೋಟೋಗಳನ್ನು ಕಳುಹಿಸಿ.',
  'upload.pageTooLarge': 'ಈ ಫೋಟೋ {megabytes} MBಗಿಂತ ದೊಡ್ಡದು. ದಯವಿಟ್ಟು ಮತ್ತೆ ತೆಗೆಯಿರಿ ಅಥವಾ ಚಿಕ್ಕದನ್ನು ಆರಿಸಿ.',
  'upload.notJoined': 'ಈ ಫೋಟೋಗಳನ್ನು ಒಟ್ಟಿಗೆ ಸೇರಿಸಲು ಆಗಲಿಲ್ಲ. ದಯವಿಟ್ಟು ಕಡಿಮೆ ಅಥವಾ ಚಿಕ್ಕ ಫೋಟೋಗಳನ್ನು ಕಳುಹಿಸಿ.',
  'upload.preparing': 'ಫೋಟೋಗಳು ಸಿದ್ಧವಾಗುತ್ತಿವೆ…',
  'upload.fullSize': 'ಪೂರ್ಣ ಗಾತ್ರದಲ್ಲಿ ಕಳುಹಿಸಿ (ನಿಧಾನದ ಇಂಟರ್ನೆಟ್‌ನಲ್ಲಿ ತುಂಬಾ ಹೊತ್ತು ಬೇಕು)',

  // Each page
  'page.name': 'ಪುಟ {n}',
  'page.up': 'ಪುಟ {n} ಮೇಲಕ್ಕೆ ಸರಿಸಿ',
  'page.down': 'ಪುಟ {n} ಕೆಳಕ್ಕೆ ಸರಿಸಿ',
  'page.turn': 'ಪುಟ {n} ತಿರುಗಿಸಿ',
  'page.remove': 'ಪುಟ {n} ತೆಗೆದುಹಾಕಿ',
  'page.again': 'ಪುಟ {n}ರ ಫೋಟೋ ಮತ್ತೆ ತೆಗೆಯಿರಿ',
  'page.moved': 'ಪುಟ {from} ಈಗ ಪುಟ {n}.',
  'page.removed': 'ಪುಟ {n} ತೆಗೆದುಹಾಕಲಾಗಿದೆ.',
  'page.turned': 'ಪುಟ {n} ತಿರುಗಿಸಲಾಗಿದೆ.',

  // Before it is sent
  'photo.blurred': 'ಪುಟ {n} ಮಸುಕಾಗಿ ಕಾಣುತ್ತಿದೆ. ಮತ್ತೆ ಫೋಟೋ ತೆಗೆಯಿರಿ, ಅಥವಾ ಇದ್ದ ಹಾಗೆಯೇ ಕಳುಹಿಸಿ.',
  'photo.dark': 'ಪುಟ {n} ಕತ್ತಲಾಗಿ ಕಾಣುತ್ತಿದೆ. ಹಗಲಿನ ಬೆಳಕಿನಲ್ಲಿ ಮತ್ತೆ ಫೋಟೋ ತೆಗೆಯಿರಿ, ಅಥವಾ ಇದ್ದ ಹಾಗೆಯೇ ಕಳುಹಿಸಿ.',
  'photo.small': 'ಪುಟ {n}ರ ಚಿತ್ರ ಚಿಕ್ಕದಾಗಿದೆ. ಹತ್ತಿರದಿಂದ ಮತ್ತೆ ಫೋಟೋ ತೆಗೆಯಿರಿ, ಅಥವಾ ಇದ್ದ ಹಾಗೆಯೇ ಕಳುಹಿಸಿ.',

  // Where it is read
  'pageNote.blurred': 'ಪುಟ {n} ಮಸುಕಾಗಿ ಕಾಣುತ್ತಿದೆ.',
  'pageNote.dark': 'ಪುಟ {n} ಕತ್ತಲಾಗಿ ಕಾಣುತ್ತಿದೆ.',
  'pageNote.small': 'ಪುಟ {n}ರ ಚಿತ್ರ ಚಿಕ್ಕದಾಗಿದೆ: ಸಣ್ಣ ಅಕ್ಷರಗಳನ್ನು ಓದುವುದು ಕಷ್ಟವಾಗಬಹುದು.',
};
