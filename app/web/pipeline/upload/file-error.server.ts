import type { FileRule, ReceivedFile } from '~/domain/kernel/operation';
import type { MessageKey } from '~/i18n/messages/en';
import { getSettings } from '~/platform/env.server';
import type { DecodeRefusal } from '~/platform/storage/decoder/programs/protocol.server';
import { heicType, type ReceivedType } from '~/platform/storage/media-types';
import type { FieldError } from '../call-state';

const sentences = {
  tooLarge: 'upload.tooLarge',
  wrongType: 'upload.wrongType',
  empty: 'upload.empty',
  unreadable: 'upload.unreadable',
  heic: 'upload.heic',
  truncated: 'upload.truncated',
  passwordProtected: 'upload.passwordProtected',
  noPages: 'upload.emptyPdf',
  tooManyPixels: 'upload.tooManyPixels',
  tooSlow: 'upload.tooSlow',
  tooMany: 'upload.tooManyFiles',
} as const satisfies Record<string, MessageKey>;

/** The most bytes a file may have: the rule's own, or what a report may have. */
export const maxBytesOf = ({ maxBytes }: Pick<FileRule, 'maxBytes'>): number =>
  maxBytes ?? getSettings().maxUploadBytes;

/** The bytes that some files have together. */
export const bytesOf = (files: ReceivedFile[]) =>
  files.reduce((sum, file) => sum + file.pendingFile.bytes, 0);

/** What is said beside the field of a file that is not taken. */
export function fileError(rule: FileRule, refused: keyof typeof sentences): FieldError {
  const kind = refused === 'tooLarge' || refused === 'wrongType' ? refused : 'invalid';
  const megabytes = maxBytesOf(rule) / 1024 / 1024;
  const messageKey = refused === 'tooLarge' && rule.most ? 'upload.tooLargeTogether' : sentences[refused];
  return { field: rule.field, messageKey, values: { megabytes, most: rule.most ?? 1 }, kind };
}

/**
 * The same of a file that cannot be decoded: on a phone that sends HEIC there is something to do
 * about it.
 */
export function undecodable(rule: FileRule, refused: DecodeRefusal, mediaType: ReceivedType): FieldError {
  if (refused === 'empty') return fileError(rule, 'noPages');
  return fileError(rule, mediaType === heicType && refused === 'unreadable' ? 'heic' : refused);
}
