import type { Screen } from './screens';

/** Routes that are not screens: files, health checks and the API. */
export const resources = {
  reviewSeen: {
    path: '/dashboard/review-seen/:reportId',
    file: 'routes/files/review-seen.ts',
    for: 'report.listOfPatient',
  },
  goToday: { path: '/dashboard/go-today', file: 'routes/dashboard/go-today.ts', for: 'people.tell' },
  stepAnswer: {
    path: '/dashboard/step-answer/:reportId',
    file: 'routes/files/step-answer.ts',
    for: 'report.listOfPatient',
  },
  undoTime: {
    path: '/dashboard/undo-time/:reportId',
    file: 'routes/files/undo-time.ts',
    for: 'report.review',
  },
  reportNumbers: {
    path: '/dashboard/report-numbers/:reportId',
    file: 'routes/files/report-numbers.ts',
    for: 'report.review',
  },
  passkeyProof: {
    path: '/dashboard/passkey-proof',
    file: 'routes/files/passkey-proof.ts',
    for: 'account.own',
  },
  viewer: { path: '/files/viewer', file: 'routes/files/viewer.ts', for: 'everybody' },
  myDataDownload: {
    path: '/dashboard/my-data/download',
    file: 'routes/files/my-data.ts',
    for: 'account.own',
  },
  breachPeople: {
    path: '/dashboard/breaches/people',
    file: 'routes/files/breach-people.ts',
    for: 'breach.manage',
  },
  words: { path: '/words/:language/:file', file: 'routes/files/words.ts', for: 'everybody' },
  reportDocument: {
    path: '/files/raw/:reportId/:number?',
    file: 'routes/files/raw.ts',
    for: 'report.openFile',
  },
  reportImage: {
    path: '/files/image/:reportId/:number?',
    file: 'routes/files/image.ts',
    for: 'report.openFile',
  },
  reportPage: {
    path: '/files/page/:reportId/:page/:size?',
    file: 'routes/files/page.ts',
    for: 'report.openFile',
  },
  sharedFile: {
    path: '/files/shared/:shareId/:reportId/:number?',
    file: 'routes/files/shared-file.ts',
    for: 'everybody',
  },
  sharedPage: {
    path: '/files/shared-page/:shareId/:reportId/:page/:size?',
    file: 'routes/files/shared-page.ts',
    for: 'everybody',
  },
  thumbnail: {
    path: '/files/thumbnail/:reportId',
    file: 'routes/files/thumbnail.ts',
    for: 'report.openFile',
  },
  picture: { path: '/files/picture/:userId/:tag?', file: 'routes/files/picture.ts', for: 'picture.open' },
  changePassword: {
    path: '/.well-known/change-password',
    file: 'routes/public/change-password.ts',
    for: 'everybody',
  },
  offline: { path: '/offline', file: 'routes/public/offline.ts', for: 'everybody' },
  manifest: { path: '/site.webmanifest', file: 'routes/public/manifest.ts', for: 'everybody' },
  pieces: { path: '/uploads/:slotId?', file: 'routes/files/pieces.ts', for: 'report.upload' },
  waitingKey: { path: '/files/waiting-key/:keyId?', file: 'routes/files/waiting-key.ts', for: 'everybody' },

  alive: { path: '/healthz', file: 'routes/public/alive.ts', for: 'everybody' },
  ready: { path: '/readyz', file: 'routes/public/ready.ts', for: 'everybody' },

  apiDocument: { path: '/api/v1/openapi.json', file: 'routes/api/document.ts', for: 'everybody' },
  apiPieces: { path: '/api/v1/report/uploads/:slotId?', file: 'routes/api/pieces.ts', for: 'everybody' },
  authCalls: { path: '/api/v1/auth/:name/:id?', file: 'routes/api/v1/auth.ts', for: 'everybody' },
  profileCalls: { path: '/api/v1/profile/:name/:id?', file: 'routes/api/v1/profile.ts', for: 'everybody' },
  accountCalls: { path: '/api/v1/account/:name/:id?', file: 'routes/api/v1/account.ts', for: 'everybody' },
  slipCalls: { path: '/api/v1/slip/:name/:id?', file: 'routes/api/v1/slip.ts', for: 'everybody' },
  shareCalls: { path: '/api/v1/share/:name/:id?', file: 'routes/api/v1/share.ts', for: 'everybody' },
  reportCalls: { path: '/api/v1/report/:name/:id?', file: 'routes/api/v1/report.ts', for: 'everybody' },
  reviewCalls: { path: '/api/v1/review/:name/:id?', file: 'routes/api/v1/review.ts', for: 'everybody' },
  phraseCalls: { path: '/api/v1/phrase/:name/:id?', file: 'routes/api/v1/phrase.ts', for: 'everybody' },
  expertCalls: { path: '/api/v1/expert/:name/:id?', file: 'routes/api/v1/expert.ts', for: 'everybody' },
  messageCalls: { path: '/api/v1/message/:name/:id?', file: 'routes/api/v1/message.ts', for: 'everybody' },
  noticeCalls: { path: '/api/v1/notices/:name/:id?', file: 'routes/api/v1/notices.ts', for: 'everybody' },
  systemCalls: { path: '/api/v1/system/:name/:id?', file: 'routes/api/v1/system.ts', for: 'everybody' },
  noSuchCall: { path: '/api/v1/*', file: 'routes/api/no-such-call.ts', for: 'everybody' },
} as const satisfies Record<string, Screen>;
