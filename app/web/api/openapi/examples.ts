/**
 * What a field of the API looks like, by its name; another one is shown with its default. Tests
 * type them too.
 */
export const apiExamples: Record<string, unknown> = {
  accountType: 'Patient',
  firstName: 'Asha',
  lastName: 'Devi',
  email: 'asha@example.com',
  countryCode: '+91',
  contactNumber: '9876543210',
  password: 'a quiet river runs',
  confirmPassword: 'a quiet river runs',
  oldPassword: 'a quiet river runs',
  newPassword: 'two tall trees stand',
  confirmNewPassword: 'two tall trees stand',
  otp: '123456',
  checkUserPresent: true,
  token: 'k2fZ0n1p',
  reportType: 'Blood Test',
  description: 'Tired for three weeks',
  phoneNumber: '9876543210',
  consent: true,
  review: 'Your iron is a little low. Take the tablets for three months, then repeat the test.',
  reportId: '01k2zq5v7m8n9p0q1r2s3t4v5w',
  patientId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  expertId: '01k2zq5v7m8n9p0q1r2s3t4v5y',
  dateOfBirth: '1984-05-21',
  gender: 'Female',
  about: 'I live two hours from the next hospital.',
  registrationNumber: 'MMC/2011/04217',
  council: 'Maharashtra Medical Council',
  qualification: 'MD (Radiology)',
  reason: 'The number is not in the register.',
  standing: 'suspended',
  page: 1,
  limit: 20,
  status: 'Pending',
  q: 'asha',
};

const user = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  firstName: 'Asha',
  lastName: 'Devi',
  email: 'asha@example.com',
  image: null,
  accountType: 'Patient',
  contactNumber: '+919876543210',
  approved: false,
  credentials: null,
  additionalDetails: { about: null, gender: null, contactNumber: '+919876543210', dateOfBirth: null },
};

/** An example of each named part of an answer; a report's stand beside its fields. */
export const apiAnswerExamples: Record<string, unknown> = {
  User: user,
  Expert: {
    ...user,
    firstName: 'Meera',
    lastName: 'Nair',
    email: 'meera@example.com',
    accountType: 'Expert',
    approved: true,
    credentials: {
      registrationNumber: 'MMC/2011/04217',
      council: 'Maharashtra Medical Council',
      qualification: 'MD (Radiology)',
    },
    standing: null,
  },
  Opening: {
    action: 'report.opened',
    name: 'Meera Nair',
    accountType: 'Expert',
    at: '2026-03-05T09:10:00.000Z',
  },
  ListMeta: { page: 1, limit: 20, total: 1 },
  token: 'k2fZ0n1p',
};
