// npm run rotate-key Changes the key that reports and private columns are encrypted under. The
// server must not run meanwhile. The new key is NEW_FILE_KEY or, where the old one is kept in
// data/, made here and kept there. Interrupted, it is run again.
import { existsSync } from 'node:fs';
import { rotateKey } from '~/ops/rotate-key.server';
import { sentenceOf } from '~/ops/start.server';
import { getSettings } from '~/platform/env.server';

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.umask(0o077);
  await rotateKey(getSettings(), console.log);
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
