import type { Catalogue } from '~/i18n/messages/en';
import { answers } from './answers';
import { letters } from './emails';
import { pages } from './pages';
import { staff } from './staff';

export const ta: Catalogue = { pages, staff, answers, letters };
