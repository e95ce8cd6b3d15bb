import type { Screen } from './screen';

/** The screens for a patient's own phone. */
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
} as const satisfies Record<string, Screen>;
