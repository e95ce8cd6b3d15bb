import { z } from 'zod';
import { booleanField } from '~/domain/kernel/choices';
import { key, newPassword } from '~/domain/kernel/fields';
import type { RefusalCode } from '~/domain/kernel/refusal';
import type { MessageKey } from '~/i18n/message-keys';
import { isDeletionWord } from './account-constants';

/** Marks the refusal of two passwords that do not match. */
export const passwordsDiffer = { code: 'passwordsDiffer' satisfies RefusalCode };

/** An existing password: any that was valid when it was chosen. */
export const existingPassword = (missing: MessageKey) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .max(1024, key('form.tooLong'))
    .meta({ description: 'Password of your account.', example: 'a quiet river runs' });

const passwordChange = z.object({
  oldPassword: existingPassword(key('changePassword.old')).describe('Current password.'),
  newPassword: newPassword(key('changePassword.new')).meta({
    description: 'New password: 8 to 128 characters of any kind.',
    example: 'two tall trees stand',
  }),
  confirmNewPassword: z
    .string({ error: key('changePassword.confirm') })
    .min(1, key('changePassword.confirm'))
    .meta({ description: '`newPassword` repeated.', example: 'two tall trees stand' }),
});
const newPair = passwordChange.pick({ newPassword: true, confirmNewPassword: true });
const isSamePair = ({ newPassword: chosen, confirmNewPassword }: z.output<typeof newPair>) =>
  chosen === confirmNewPassword;
const pairsDiffer = {
  path: ['confirmNewPassword'],
  error: key('signup.mismatch'),
  params: passwordsDiffer,
  when: ({ value }: { value: unknown }) => newPair.safeParse(value).success,
};

const endLinks = booleanField.meta({
  description: 'Whether your open links for other doctors end too. Defaults to `true`.',
  example: true,
});

/** Ends the links for other doctors too, unless a call says that it does not. */
export const endLinksField = endLinks.default(true);
/** Reads the box of a page, which is ticked or not sent. */
export const endLinksOnPage = z.preprocess((ticked) => ticked ?? false, endLinks);

/** Input for changing the password (docs/requirements.md#validation, docs/requirements.md#api). */
export const changePasswordForm = passwordChange
  .extend({ endLinks: endLinksField })
  .refine(isSamePair, pairsDiffer);

/** Input of the settings page for changing the password. */
export const changePasswordOnPage = passwordChange
  .extend({ endLinks: endLinksOnPage })
  .refine(isSamePair, pairsDiffer);

/**
 * Input for replacing the one-time password of a slip, with the session's token, which the channel
 * adds.
 */
export const chooseFirstPasswordForm = newPair.extend({ token: z.string() }).refine(isSamePair, pairsDiffer);

/** Input for exporting all stored data, which requires the password on pages and in the API. */
export const exportDataForm = z.object({ password: existingPassword(key('login.password')) });

/**
 * Input of `profile/delete-profile`, which needs none. If a password is sent, it must be
 * right.
 */
export const deleteAccountCall = z.object({
  password: existingPassword(key('login.password'))
    .optional()
    .describe('Password of your account. Optional, but must be correct if sent.'),
});

const shortWord = z
  .string({ error: key('deleteAccount.confirmation') })
  .max(100, key('form.tooLong'))
  .refine((word) => !word.includes('\0'), key('form.unseen'));

const deletionFields = z.object({
  confirmation: shortWord,
  /** The word of the page's language, which the page provides. */
  pageWord: shortWord.optional().meta({ internal: true }),
  password: existingPassword(key('login.password')),
});

/**
 * Input of the page, which requires the word and the password: one click does not delete an
 * account.
 */
export const deleteAccountForm = deletionFields.refine(
  ({ confirmation, pageWord }) => isDeletionWord(confirmation, pageWord),
  {
    path: ['confirmation'],
    error: key('deleteAccount.confirmation'),
    when: ({ value }: { value: unknown }) => deletionFields.omit({ password: true }).safeParse(value).success,
  },
);
