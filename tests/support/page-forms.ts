import { formToken } from '~/web/form-token.server';
import { viewerOfPage } from '~/web/viewer.server';

/** The operation that a form sends, by where it posts to. */
const operations: [path: RegExp, operation: string][] = [
  [/^\/query$/, 'message.query'],
  [/^\/call-back$/, 'message.callBack'],
  [/^\/contact-us$/, 'message.contact'],
  [/^\/language$/, 'account.chooseLanguage'],
  [/^\/signup$/, 'account.holdSignup'],
  [/^\/(?:verify-email|confirmation)$/, 'account.verifyHeldSignup'],
  [/^\/resend-code$/, 'account.resendCode'],
  [/^\/login$/, 'account.logIn'],
  [/^\/login\/second-step$/, 'account.finishLogIn'],
  [/^\/forgot-password$/, 'account.askForReset'],
  [/^\/update-password\//, 'account.resetPassword'],
  [/^\/logout$/, 'account.logOut'],
  [/^\/dashboard\/settings\/profile$/, 'account.updateProfile'],
  [/^\/dashboard\/settings\/picture$/, 'account.updatePicture'],
  [/^\/dashboard\/settings\/credentials$/, 'account.updateCredentials'],
  [/^\/dashboard\/settings\/languages$/, 'account.updateLanguages'],
  [/^\/dashboard\/settings\/password$/, 'account.changePassword'],
  [/^\/dashboard\/settings\/delete$/, 'account.delete'],
  [/^\/dashboard\/second-factor\/begin$/, 'secondFactor.begin'],
  [/^\/dashboard\/second-factor\/confirm$/, 'secondFactor.confirm'],
  [/^\/dashboard\/second-factor\/cancel$/, 'secondFactor.cancel'],
  [/^\/dashboard\/second-factor\/renew$/, 'secondFactor.renew'],
  [/^\/dashboard\/second-factor\/remove$/, 'secondFactor.remove'],
  [/^\/dashboard\/my-data\/download$/, 'account.exportData'],
  [/^\/dashboard\/upload-report$/, 'report.upload'],
  [/^\/dashboard\/delete-report\//, 'report.delete'],
  [/^\/dashboard\/withdraw-consent\//, 'report.withdrawConsent'],
  [/^\/dashboard\/give-consent\//, 'report.giveConsent'],
  [/^\/dashboard\/add-review\//, 'report.review'],
  [/^\/dashboard\/translate\//, 'review.translate'],
  [/^\/dashboard\/pending-expert$/, 'expert.approve'],
  [/^\/dashboard\/approved-expert$/, 'expert.restore'],
  [/^\/dashboard\/judge-expert\/[^/?]+\?to=reject$/, 'expert.reject'],
  [/^\/dashboard\/judge-expert\/[^/?]+\?to=suspend$/, 'expert.suspend'],
  [/^\/dashboard\/messages$/, 'message.close'],
  [/^\/dashboard\/system$/, 'letters.retry'],
];

/** The operation that the form at a path sends; undefined where there is no form. In: path, and query where it has one. */
export function operationAt(path: string): string | undefined {
  const [bare = ''] = path.split('?');
  return operations.find(([pattern]) => pattern.test(bare) || pattern.test(path))?.[1];
}

/** The operations of all forms. */
export const formOperations = operations.map(([, operation]) => operation);

/** The token that a form has which is drawn for whoever a cookie is; undefined for a cookie that is nobody's. */
export async function tokenFor(path: string, cookie = ''): Promise<string | undefined> {
  const viewer = await viewerOfPage(new Request('http://clinic.test', { headers: { cookie } }));
  const operation = operationAt(path);
  return viewer && operation ? formToken(viewer.id, operation) : undefined;
}

/** The fields of a form with its token before them, as a page draws it; a token of their own stays. */
export function withToken(fields: Record<string, string> | FormData, token?: string) {
  const all = new FormData();
  const said = fields instanceof FormData ? [...fields] : Object.entries(fields);
  if (token !== undefined) all.set('formToken', token);
  for (const [name, value] of said) all.set(name, value);
  if (fields instanceof FormData) return all;
  return new URLSearchParams([...all].map(([name, value]) => [name, String(value)]));
}
