/** Where an expert stands, as admins see it. */
export const standings = ['pending', 'approved', 'suspended', 'rejected'] as const;
export type ExpertStanding = (typeof standings)[number];

/** What the list of approved experts can show in their place, to admins. */
export const listedStatuses = ['approved', 'suspended', 'rejected'] as const;

/** What an admin does with a reason. */
export const judgements = ['reject', 'suspend'] as const;

/** The most characters of a reason. */
export const maxReasonLength = 500;
