import type { Screen } from './screen';

/** The screens for a user's own phone. */
export const phoneScreens = {
  offlineForm: {
    path: '/offline/form',
    file: 'routes/public/offline-form.tsx',
    for: 'guests',
    hasPatientWords: true,
  },
  withoutConnection: {
    path: '/dashboard/without-connection',
    file: 'routes/dashboard/without-connection.tsx',
    for: 'report.upload',
    under: { uploadReport: '' },
  },
  channels: {
    path: '/dashboard/channels',
    file: 'routes/dashboard/account/channels.tsx',
    for: 'account.own',
    under: { settings: '' },
    isAccount: true,
  },
  thisPhone: {
    path: '/dashboard/this-phone/:part?',
    file: 'routes/dashboard/account/this-phone.tsx',
    for: 'account.own',
    under: { settings: '' },
    isAccount: true,
  },
} as const satisfies Record<string, Screen>;
