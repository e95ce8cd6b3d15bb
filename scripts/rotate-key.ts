// npm run rotate-key Changes the key that reports and private columns are encrypted under. The
// server must not run meanwhile. The new key is NEW_FILE_KEY or, where the old one is kept in
// data/, made here and kept there. Interrupted, it is run again.
import { rotateKey } from '~/ops/rotate-key.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';

await operatorCommand(() => rotateKey(getSettings(), console.log));
