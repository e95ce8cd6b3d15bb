/** How reports are sent: in pieces, as several photos, and later, from a phone they wait on. */
export const sending = {
  'pieces.gone': 'This file is not here any more. Please choose it again.',
  'pieces.taken': 'This file was sent with a report already.',
  'pieces.unfinished': 'Part of this file has not arrived yet. Please send it again.',
  'pieces.notNext': 'Another part of this file comes next.',
  'pieces.protocol': 'Files in parts are sent as {protocol} says.',
  'waiting.title': 'A report is waiting on this phone',
  'waiting.sending': '{percent}% of it has been sent.',
  'waiting.offline': 'There is no connection just now. It goes on by itself.',
  'waiting.refused': 'It could not be sent.',
  'waiting.kept': 'It stays on this phone until it is sent: 3 days at most, or until you log out.',
  'waiting.meanwhile': 'You can use other pages meanwhile. Please keep this browser open.',
  'waiting.notKept': 'This browser cannot keep it safely. Please keep this page open until it is sent.',
  'waiting.goOn': 'Go on',
  'waiting.throwAway': 'Throw it away',
  'waiting.sure': 'Throw this report away? It will not be sent.',
  'waiting.over': 'A report waited on this phone for 3 days and was removed. Please send it again.',
  'waiting.removed':
    'A report that waited on this phone was removed, because this phone was logged out from another device. Please send it again.',
  'offline.title': 'No connection',
  'offline.text':
    'You are not connected to the internet. A report that waits on this phone is sent once the connection is back.',
  'offline.again': 'Try again',
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
  'photo.long':
    'Page {n} is a very long picture. Several short ones are easier to read. Take it again in parts, or send it as it is.',

  // Where it is read
  'pageNote.blurred': 'Page {n} looks blurred.',
  'pageNote.dark': 'Page {n} looks dark.',
  'pageNote.small': 'Page {n} is a small picture: small print may be hard to read.',
};
