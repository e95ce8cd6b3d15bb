// npm run create-admin -- name@clinic.example
//
// Creates an admin with a random password, which is printed once.
import { eq } from 'drizzle-orm';
import { makeAdmin } from '~/domain/accounts/first-admin.server';
import { openStores } from '~/ops/start.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { closeDatabase, db } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { newToken } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';
import { emailArgument, operatorCommand } from './lib/operator-command';

await operatorCommand(async () => {
  const email = emailArgument('create-admin');
  await openStores(getSettings());
  const [existingUser] = await db().select({ id: users.id }).from(users).where(eq(users.email, email));
  if (existingUser) throw new OperatorError(`${email} already has an account. Choose another address.`);
  const password = newToken().slice(0, 16);
  await makeAdmin({ email, password });
  console.log(`${email} is now an admin. The password is ${password}`);
}, closeDatabase);
