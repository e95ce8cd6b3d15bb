import type { Catalogue } from '~/i18n/messages/en';
import { answers } from './answers';
import { emails } from './emails';
import { pages } from './pages';
import { staff } from './staff';

export const gu: Catalogue = { pages, staff, answers, emails };
