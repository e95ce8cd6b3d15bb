import { z } from 'zod';
import { describeSetting, listSetting, numberSetting } from './setting-fields.server';

const oneAddress = 'must be one e-mail address, such as help@clinic.example';
const passwordLength = 'must have 8 to 128 characters';

/** The settings of accounts and limits. */
export const accountSettings = {
  OPEN_WITHOUT_EMAIL: describeSetting(
    z.enum(['off', 'desk', 'everybody'], { error: 'must be off, desk or everybody' }).default('desk'),
    {
      description:
        'Who may open an account without e-mail: nobody (`off`); admins, the front desk and helpers (`desk`); or also patients themselves (`everybody`).',
    },
  ),
  ADMIN_EMAIL: describeSetting(z.email(oneAddress).optional(), {
    description:
      'E-mail address of the first admin. The server creates this account at the start if there is no admin.',
    ifUnset: '`admin@localhost`',
  }),
  ADMIN_PASSWORD: describeSetting(z.string().min(8, passwordLength).max(128, passwordLength).optional(), {
    description: 'Password of the first admin.',
    ifUnset: 'a random password, printed once',
  }),
  REQUIRE_2FA: describeSetting(
    listSetting(
      (one) => /^(patient|expert|admin|frontdesk|helper)$/i.test(one),
      'must be account types or duties (patient, expert, admin, frontdesk, helper), separated by commas',
    ),
    {
      description:
        'Account types and duties (`frontdesk`, `helper`) that must log in with a second factor. It is optional for all others.',
      ifUnset: 'it is optional for every account',
      example: 'admin,expert,frontdesk',
    },
  ),
  UNDO_SECONDS: describeSetting(numberSetting('must be a number from 0 to 60').min(0).max(60).default(10), {
    description:
      'Seconds for which a submitted review can be undone. The patient sees it afterwards; 0 shows it at once.',
  }),
  LIMIT_SCALE: describeSetting(numberSetting('must be a number above 0').positive().default(1), {
    description: 'Factor for every rate limit. Raise it if many users share one IP address.',
  }),
};
