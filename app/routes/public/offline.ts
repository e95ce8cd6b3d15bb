import { offlinePage } from '~/web/http/offline-page.server';

export const loader = offlinePage;
