import { z } from 'zod';
import { anId, key, listFields } from '../fields';

export const expertList = z.object(listFields);
export const expertIdOnly = z.object({ expertId: anId.min(1, key('form.invalid')) });
