import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { hasAbility } from '../../app/domain/kernel/abilities';
import type { MessageBundle } from '../../app/i18n/message-bundles';
import { type Screen, screens } from '../../app/urls/screens';
import { findBundle } from '../../app/web/request/bundle-of-screen';
import { messageUse } from './message-use';

const app = fileURLToPath(new URL('../../app', import.meta.url));
const moduleName = 'virtual:message-bundles';

/** Modules that every page uses, whatever its screen. */
const layout = ['root.tsx', 'entry.client.tsx'];

const readers = [
  { accountType: 'Patient', approved: false, suspended: false },
  { accountType: 'Patient', approved: false, suspended: false, isHelper: true, isFrontDesk: true },
  { accountType: 'Expert', approved: true, suspended: false },
  { accountType: 'Admin', approved: true, suspended: false },
] as const;

/**
 * Generates the module that lists the messages a page loads: those used by the screens of its
 * bundle.
 */
export function messageBundles(): Plugin {
  return {
    name: 'message-bundles',
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    load: (id) =>
      id === `\0${moduleName}` ? `export const keysOfBundle = ${JSON.stringify(keysOfBundle())};` : undefined,
  };
}

/**
 * Reads the keys of all messages from their files. If they were imported here, each new message
 * would restart the development server.
 */
function keysInEnglish() {
  const folder = join(app, 'i18n/messages/en');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'emails.json');
  return files.flatMap((file) => Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
}

/** Returns the keys that the screens of each bundle use. */
function keysOfBundle(): Record<Exclude<MessageBundle, 'all'>, string[]> {
  const keys = keysInEnglish();
  const useOf = messageUse(app, keys);
  const keysOf = (bundle: MessageBundle) => {
    const files = Object.values<Screen>(screens)
      .filter((screen) => bundlesWith(screen).includes(bundle))
      .map(({ file }) => file);
    const used = new Set([...layout, ...files].flatMap(useOf));
    return keys.filter((key) => used.has(key));
  };
  return {
    guests: keysOf('guests'),
    patients: keysOf('patients'),
    account: keysOf('account'),
    staff: keysOf('staff'),
  };
}

function bundlesWith(screen: Screen): MessageBundle[] {
  const { for: needs } = screen;
  if (needs === 'everybody' || needs === 'guests') return [findBundle(screen)];
  return readers
    .filter((reader) => hasAbility(reader, needs))
    .map(({ accountType }) => findBundle(screen, accountType));
}
