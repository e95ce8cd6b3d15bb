/** The status of an expert, as admins see it. */
export const standings = ['pending', 'approved', 'suspended', 'rejected'] as const;
export type ExpertStanding = (typeof standings)[number];

/** The statuses by which admins can filter the list of approved experts. */
export const listedStatuses = ['approved', 'suspended', 'rejected'] as const;

/** The decisions for which an admin has to give a reason. */
const judgements = ['reject', 'suspend'] as const;

/** The pages about an expert: those decisions, and the one about their earlier answers. */
export const expertPages = [...judgements, 'doubt'] as const;

/** Maximum length of a reason, in characters. */
export const maxReasonLength = 500;

/** The parts of the page about a doctor, each with its own form at `/dashboard/doctor/{id}/{part}`. */
export const doctorParts = ['check', 'extend'] as const;

/** Days that an admin may add once to the end of a checked registration. */
export const extensionDays = 14;
