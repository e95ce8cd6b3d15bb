import { guestScreens } from './guest-screens.ts';
import { patientScreens } from './patient-screens.ts';
import type { Screen } from './sights.ts';
import { staffScreens } from './staff-screens.ts';

export const screens: readonly Screen[] = [...guestScreens, ...patientScreens, ...staffScreens];
