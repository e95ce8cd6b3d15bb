import type { PublicNextStep } from '~/domain/report/next-step';
import type { IconName } from '~/ui/icon';

/** The sign and the colour of each step. */
export const stepLooks: Record<PublicNextStep['step'], { icon: IconName; colour: string }> = {
  none: { icon: 'check', colour: 'good' },
  repeatTest: { icon: 'again', colour: 'wait' },
  seeDoctor: { icon: 'experts', colour: 'wait' },
  seeSpecialist: { icon: 'experts', colour: 'wait' },
  goToday: { icon: 'alert', colour: 'bad' },
};

/** The steps in their order in a list. */
export const stepsInOrder = Object.keys(stepLooks) as PublicNextStep['step'][];
