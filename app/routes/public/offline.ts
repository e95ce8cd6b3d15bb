import { offlinePage } from '~/web/pages/offline-page.server';

export const loader = offlinePage;
