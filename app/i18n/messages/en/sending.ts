/** Reports that arrive in pieces, and what waits on a phone until it is sent. */
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
  'waiting.goOn': 'Go on',
  'waiting.throwAway': 'Throw it away',
  'waiting.sure': 'Throw this report away? It will not be sent.',
  'waiting.over': 'A report waited on this phone for 3 days and was removed. Please send it again.',
  'offline.title': 'No connection',
  'offline.text':
    'You are not connected to the internet. A report that waits on this phone is sent once the connection is back.',
  'offline.again': 'Try again',
};
