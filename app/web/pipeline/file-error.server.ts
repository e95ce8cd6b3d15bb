import type { FileRule, ReceivedFile } from '~/domain/kernel/operation';
import type { RefusalKind } from '~/domain/kernel/refusal';
import type { MessageKey } from '~/i18n/message-keys';
import { heicType, type ReceivedType } from '~/platform/media-types';
import { getSettings } from '~/platform/settings/env.server';
import type { DecodeRefusal } from '~/platform/storage/decoder/programs/protocol.server';
import type { CallState, FieldError } from './call-state';

const sentences = {
  tooLarge: 'upload.tooLarge',
  wrongType: 'upload.wrongType',
  empty: 'upload.empty',
  unreadable: 'upload.unreadable',
  heic: 'upload.heic',
  truncated: 'upload.truncated',
  passwordProtected: 'upload.passwordProtected',
  noPages: 'upload.emptyPdf',
  placeholder: 'upload.placeholder',
  tooManyPixels: 'upload.tooManyPixels',
  tooSlow: 'upload.tooSlow',
  tooMany: 'upload.tooManyFiles',
  tooLargeTogether: 'upload.tooLargeTogether',
  tooManyPages: 'upload.mostPages',
  pageTooLarge: 'upload.pageTooLarge',
  mixed: 'upload.mixed',
  notJoined: 'upload.notJoined',
} as const satisfies Record<string, MessageKey>;

/** The most bytes a file may have: the rule's own, or what a report may have. */
export const maxBytesOf = ({ maxBytes }: Pick<FileRule, 'maxBytes'>): number =>
  maxBytes ?? getSettings().maxUploadBytes;

/** The bytes that some files had together as they were sent. */
export const bytesOf = (files: ReceivedFile[]) => files.reduce((sum, { sentBytes }) => sum + sentBytes, 0);

/** What is said beside the field of a file that is not taken. */
export function fileError(rule: FileRule, refused: keyof typeof sentences): FieldError {
  const megabytes = (refused === 'pageTooLarge' ? maxBytesEachOf(rule) : maxBytesOf(rule)) / 1024 / 1024;
  const values = { megabytes, most: rule.most ?? 1 };
  return { field: rule.field, messageKey: sentences[refused], values, kind: kinds[refused] ?? 'invalid' };
}

/** What is said of too much: of one file, of a page among others, or of all together. */
export function tooLarge({ filesCame }: CallState, rule: FileRule): FieldError {
  const areSeveral = rule.pages ? filesCame > 1 : rule.most;
  return fileError(rule, areSeveral ? 'tooLargeTogether' : 'tooLarge');
}

/** The most bytes that each of several pages may have. */
export const maxBytesEachOf = (rule: FileRule) =>
  Math.min(maxBytesOf(rule), rule.pages?.maxBytesEach ?? Number.POSITIVE_INFINITY);

const kinds: { [Refused in keyof typeof sentences]?: RefusalKind } = {
  tooLarge: 'tooLarge',
  tooLargeTogether: 'tooLarge',
  pageTooLarge: 'tooLarge',
  wrongType: 'wrongType',
  mixed: 'wrongType',
};

/** Whether it is about all files: after it none is received any more. */
export const isOfAll = ({ messageKey }: FieldError) => ofAll.has(messageKey);

const ofAll = new Set<MessageKey>([sentences.tooLarge, sentences.tooLargeTogether, sentences.mixed]);

/**
 * The same of a file that cannot be decoded: on a phone that sends HEIC there is something to do
 * about it.
 */
export function undecodable(rule: FileRule, refused: DecodeRefusal, mediaType: ReceivedType): FieldError {
  if (refused === 'empty') return fileError(rule, 'noPages');
  return fileError(rule, mediaType === heicType && refused === 'unreadable' ? 'heic' : refused);
}
