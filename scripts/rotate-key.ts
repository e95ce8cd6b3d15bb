// npm run rotate-key
//
// Changes the key that encrypts reports and private columns. The server must not run meanwhile. The
// new key is NEW_FILE_KEY or, if the old one is kept in data/, generated and kept there. If
// interrupted, run it again.
import { rotateKey } from '~/ops/rotate-key.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';

await operatorCommand(() => rotateKey(getSettings(), console.log));
