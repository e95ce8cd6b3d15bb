import type { Catalogue } from '../en';
import { answers } from './answers';
import { letters } from './letters';
import { pages } from './pages';
import { staff } from './staff';

export const hi: Catalogue = { pages, staff, answers, letters };
