import { z } from 'zod';
import { anId, key, listFields, searchText } from '../fields';

export const expertList = z.object({ ...listFields, q: searchText });
export const expertIdOnly = z.object({ expertId: anId.min(1, key('form.invalid')) });
