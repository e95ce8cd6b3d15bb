import { sentencesOf, translate } from '~/i18n/translate';
import { backupFailures } from '~/platform/backup/backup-failure.server';
import { language } from '~/web/request/request-language.server';

const names = [
  'lead',
  'program',
  'version',
  'backup',
  'last',
  'none',
  'size',
  'where',
  'encrypted',
  'plain',
  'missing',
  'failedAt',
  ...backupFailures,
  'every',
  'kept',
  'never',
  'sameDisk',
  'noRoomNext',
  'disk',
  'free',
  'low',
  'servers',
  'server',
  'translations',
  'unreviewed',
  'unreviewedHint',
  'letters',
  'mailOff',
  'mailOffHint',
  'test',
  'waiting',
  'givenUp',
  'failedLetters',
  'written',
  'said',
  'silent',
  'retry',
] as const;

/** The sentences of the system's page, which come with its data: no other page shows them. */
export function systemWords() {
  const words = names.map((name) => [name, translate(language(), `systemPage.${name}`)]);
  return {
    words: Object.fromEntries(words) as Record<(typeof names)[number], string>,
    emailNames: sentencesOf(language(), 'letterName'),
  };
}
