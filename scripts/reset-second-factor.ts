// npm run reset-second-factor -- name@clinic.example
//
// Switches off the second step at log-in and removes the passkeys of a user who lost both the phone
// and the recovery codes.
// Verify who is asking first.
import { resetSecondFactor } from '~/domain/log-in/second-factor.server';
import { openStores } from '~/ops/start.server';
import { closeDatabase } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { getSettings } from '~/platform/settings/env.server';
import { emailArgument, operatorCommand } from './lib/operator-command';

await operatorCommand(async () => {
  const email = emailArgument('reset-second-factor');
  await openStores(getSettings());
  const result = await resetSecondFactor(email);
  if (result === 'noAccount')
    throw new OperatorError(`There is no account with the address ${email}. Nothing was changed.`);
  if (result === 'none')
    throw new OperatorError(
      `The account ${email} uses neither two-step login nor passkeys, so there is nothing to switch off. Nothing was changed.`,
    );
  console.log(`${email} now logs in with only the password, until two-step login is switched on again.`);
}, closeDatabase);
