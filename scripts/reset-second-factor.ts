// npm run reset-second-factor -- somebody@clinic.example Switches the second step at log-in off for
// somebody who lost both the phone and the recovery codes. Be sure who asks.
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { resetSecondFactor } from '~/domain/accounts/two-factor/second-factor.server';
import { openStores, sentenceOf } from '~/ops/start.server';
import { closeDatabase } from '~/platform/db/db.server';
import { getSettings } from '~/platform/env.server';

const usage = 'Usage: npm run reset-second-factor -- somebody@clinic.example';

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.umask(0o077);
  const email = z.email(usage).parse(process.argv[2]?.trim().toLowerCase());
  await openStores(getSettings());
  if (!(await resetSecondFactor(email))) throw new Error(`${email} has no second step. Nothing was changed.`);
  console.log(`${email} logs in with the password alone now, until the second step is switched on again.`);
} catch (error) {
  const sentence = error instanceof z.ZodError ? usage : sentenceOf(error);
  console.error(sentence);
  process.exitCode = 1;
} finally {
  closeDatabase();
}
