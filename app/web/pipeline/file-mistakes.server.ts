import type { FileRule, ReceivedFile } from '~/domain/kernel/operation';
import { Refusal, type RefusalKind } from '~/domain/kernel/refusal';
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

/** Returns the maximum bytes of a file: the rule's own limit, or that of a report. */
export const maxBytesOf = ({ maxBytes }: Pick<FileRule, 'maxBytes'>): number =>
  maxBytes ?? getSettings().maxUploadBytes;

/** Sums the bytes of files as they were sent. */
export const sumBytes = (files: ReceivedFile[]) => files.reduce((sum, { sentBytes }) => sum + sentBytes, 0);

/** Creates the field error for a file that is not accepted. */
export function fileError(rule: FileRule, refused: keyof typeof sentences): FieldError {
  const megabytes = (refused === 'pageTooLarge' ? maxBytesEachOf(rule) : maxBytesOf(rule)) / 1024 / 1024;
  const values = { megabytes, most: rule.maxFiles ?? 1 };
  return { field: rule.field, messageKey: sentences[refused], values, kind: kinds[refused] ?? 'invalid' };
}

/**
 * Creates the error for excessive size: of one file, of a page among others, or of all together.
 */
export function tooLargeError({ receivedFiles }: CallState, rule: FileRule): FieldError {
  const areSeveral = rule.pages ? receivedFiles > 1 : rule.maxFiles;
  return fileError(rule, areSeveral ? 'tooLargeTogether' : 'tooLarge');
}

/** Returns the maximum bytes of each page if there are several. */
export const maxBytesEachOf = (rule: FileRule) =>
  Math.min(maxBytesOf(rule), rule.pages?.maxBytesEach ?? Number.POSITIVE_INFINITY);

const kinds: { [Refused in keyof typeof sentences]?: RefusalKind } = {
  tooLarge: 'tooLarge',
  tooLargeTogether: 'tooLarge',
  pageTooLarge: 'tooLarge',
  wrongType: 'wrongType',
  mixed: 'wrongType',
};

/** Checks whether an error concerns all files. No file is received after such an error. */
export const isForAllFiles = ({ messageKey }: FieldError) => ofAll.has(messageKey);

const ofAll = new Set<MessageKey>([sentences.tooLarge, sentences.tooLargeTogether, sentences.mixed]);

const busySeconds = 30;

/**
 * Creates the error for a file that cannot be decoded. For a HEIC, it tells the user what to do.
 *
 * @throws Refusal: `busy` if the machine was, so that the same file may be sent again.
 */
export function undecodableError(
  rule: FileRule,
  refused: DecodeRefusal,
  mediaType: ReceivedType,
): FieldError {
  if (refused === 'busy') throw decoderBusy();
  if (refused === 'empty') return fileError(rule, 'noPages');
  return fileError(rule, mediaType === heicType && refused === 'unreadable' ? 'heic' : refused);
}

/** Creates the refusal for files that could not be opened in time because the machine was busy. */
export const decoderBusy = () =>
  new Refusal('busy', 'upload.decoderBusy', { retryAfterSeconds: busySeconds });
