/** The dial codes offered at sign-up, the first one chosen beforehand (specification §2, §9). */
export const signupDialCodes = ['+91', '+1', '+44', '+61', '+81'] as const;
