import { redirect } from '@remix-run/node';
import { chooseLanguage } from '~/domain/accounts/account-language.server';
import { isLanguage } from '~/i18n/languages';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { ownPath } from '~/web/request/origin.server';
import { keepLanguage } from '~/web/request/request-language.server';

/** Redirects visitors of this address home: the switch is in the header of every page. */
export const loader = () => redirect(paths.home);

export const action = pageAction(chooseLanguage, {
  onSuccess: ({ fields, viewer }) => {
    const language = fields.get('language');
    return {
      path: ownPath(fields.get('back')) ?? paths.home,
      headers: isLanguage(language) ? [keepLanguage(language, { isAccounts: viewer !== null })] : [],
      toast: 'none',
    };
  },
  failedPath: paths.home,
});

/** Renders nothing. A refused form gets the error page. */
export default function Language() {
  return null;
}
