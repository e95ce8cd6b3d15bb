// npm run create-admin -- somebody@clinic.example
//
// Makes an admin with a random password, which is printed once.
import { existsSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { makeAdmin } from '~/domain/accounts/first-admin.server';
import { openStores, sentenceOf } from '~/ops/start.server';
import { closeDatabase, db } from '~/platform/db/db.server';
import { users } from '~/platform/db/tables.server';
import { getSettings } from '~/platform/env.server';
import { newToken } from '~/platform/secrets/secrets.server';

const usage = 'Usage: npm run create-admin -- somebody@clinic.example';

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.umask(0o077);
  const email = z.email(usage).parse(process.argv[2]?.trim().toLowerCase());
  await openStores(getSettings());
  const [taken] = await db().select({ id: users.id }).from(users).where(eq(users.email, email));
  if (taken) throw new Error(`${email} has an account already. Choose another address.`);
  const password = newToken().slice(0, 16);
  await makeAdmin({ email, password });
  console.log(`${email} is an admin now. The password is ${password}`);
} catch (error) {
  const sentence = error instanceof z.ZodError ? usage : sentenceOf(error);
  console.error(sentence);
  process.exitCode = 1;
} finally {
  closeDatabase();
}
