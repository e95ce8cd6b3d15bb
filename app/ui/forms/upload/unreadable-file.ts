import { sharedValue } from '~/ui/shared-value';

const { become, useValue } = sharedValue(false);

/** Says whether the file of this page cannot be read any more: it has changed, or is gone. */
export const showUnreadable = become;

/**
 * Tells whether the file of this page cannot be read any more. The field asks, and what sends the
 * file answers, which is loaded later.
 */
export const useUnreadable = useValue;
