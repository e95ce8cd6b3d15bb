import { redirect } from '@remix-run/node';
import { chooseLanguage } from '~/domain/accounts/account-language.server';
import { isLanguage } from '~/i18n/languages';
import { pageAction } from '~/web/pages/page-action.server';
import { ownPath } from '~/web/request/origin.server';
import { paths } from '~/web/request/paths';
import { keepLanguage } from '~/web/request/request-language.server';

/** The switch stands in the header of every page; whoever comes here by its address is led home. */
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
  failed: paths.home,
});

/** Nothing is shown here; a form that was refused has the page of its error. */
export default function Language() {
  return null;
}
