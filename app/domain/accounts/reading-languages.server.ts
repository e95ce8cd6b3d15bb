import { languagesRead, languagesReadForm } from '~/domain/identity/account-schemas';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { languageCodes } from '~/i18n/language-codes';
import { changeOwnRow } from './profile.server';

/**
 * Sets the languages that an expert reads and writes, for which they are asked to translate
 * reviews. An empty choice is allowed.
 *
 * @throws Refusal: `signedOut` if the account has just been deleted.
 */
export const updateLanguages = operation({
  name: 'account.updateLanguages',
  api: {
    summary: 'Update the languages you read',
    text: 'For experts. Accepts one field per language; omitted languages are unchanged. You are then asked to translate reviews between these languages.',
  },
  input: languagesRead,
  inputOnPage: languagesReadForm,
  output: emptyOutput,
  allow: 'expert.credentials',
  successMessage: 'reads.done',
  failureMessage: 'reads.failed',
  async run({ viewer, input }) {
    const { reads: before } = await requireOwnRow(viewer);
    const reads = languageCodes.filter((code) => input[code] ?? before?.includes(code));
    await changeOwnRow(viewer, { reads, updatedAt: new Date() }, 'account.languages');
    return {};
  },
});
