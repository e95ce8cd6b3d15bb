/** The sentences on photos that are the pages of one report, in English. */
export const pages = {
  // What is said of several photos
  'upload.page': 'Page {n}: {what}',
  'upload.pages': '{n, plural, one {# page} other {# pages}}, {size} MB',
  'upload.pagesHint':
    'Several photos, up to {most}, become the pages of one report, in the order you choose them. We keep these pages, not the photos themselves.',
  'upload.mixed': 'Please send either one PDF, or photos.',
  'upload.mostPages': 'Please send at most {most} photos.',
  'upload.pageTooLarge':
    'This photo is larger than {megabytes} MB. Please take it again or choose a smaller one.',
  'upload.notJoined': 'These photos could not be put together. Please send fewer of them, or smaller ones.',
  'upload.preparing': 'Preparing the photos…',
  'upload.fullSize': 'Send at full size (takes long on a slow line)',

  // Each page
  'page.name': 'Page {n}',
  'page.up': 'Move page {n} up',
  'page.down': 'Move page {n} down',
  'page.turn': 'Rotate page {n}',
  'page.remove': 'Remove page {n}',
  'page.again': 'Take page {n} again',
  'page.moved': 'Page {from} is now page {n}.',
  'page.removed': 'Page {n} removed.',
  'page.turned': 'Page {n} rotated.',

  // Before it is sent
  'photo.blurred': 'Page {n} looks blurred. Take it again, or send it as it is.',
  'photo.dark': 'Page {n} looks dark. Take it again in daylight, or send it as it is.',
  'photo.small': 'Page {n} is a small picture. Take it again from closer, or send it as it is.',

  // Where it is read
  'pageNote.blurred': 'Page {n} looks blurred.',
  'pageNote.dark': 'Page {n} looks dark.',
  'pageNote.small': 'Page {n} is a small picture: small print may be hard to read.',
};
