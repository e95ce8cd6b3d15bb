import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { maxPasskeyNameLength, maxPasskeys, passkeyParts } from '~/domain/identity/account-constants';
import { addPasskey, beginPasskey } from '~/domain/log-in/add-passkey.server';
import { canHavePasskeys } from '~/domain/log-in/passkey-ceremony.server';
import { readPasskeys, renamePasskey } from '~/domain/log-in/passkeys.server';
import { ownWords } from '~/i18n/translate';
import { usePasskeySupport } from '~/ui/forms/passkey-support';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction, renderAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { readCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { BeginForm, CreateForm, PasskeyEntry } from './passkey-parts';
import { SecurityTabs } from './security-tabs';

type PartName = (typeof passkeyParts)[number];

export const loader = pageLoader(readPasskeys, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !passkeyParts.some((name) => name === part)) throw notFound();
    return {};
  },
  extraData: () => ({
    ...ownWords(requestLanguage(), 'passkeysPage'),
    required: formRules(beginPasskey, requestLanguage()),
    canAdd: canHavePasskeys(),
    maxLength: maxPasskeyNameLength,
  }),
});

const here = { refusedPath: paths.passkeys };

/**
 * Handles the forms. Each posts to the page's path with its part at the end. The answer to the first
 * one carries the options for the device, which work once.
 */
export const action = actionByIntent({
  begin: renderAction(beginPasskey, here),
  add: pageAction(addPasskey, {
    ...here,
    routeInput: async ({ request }) => ({ token: (await readCookie(request, 'session')) ?? '' }),
    onSuccess: () => ({ path: paths.passkeys }),
  }),
  rename: pageAction(renamePasskey, { ...here, onSuccess: () => ({ path: paths.passkeys }) }),
});

export const meta = pageTitle('passkeys.title');

/** Returns a function for the props of a part's form. Only the submitted form gets the answer. */
function useFormOf() {
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  return (name: PartName) => ({
    id: `${name}-form`,
    operation: `passkey.${name}`,
    action: paths.passkeysOf(name),
    answer: part === name && answer && !('shown' in answer) ? answer : undefined,
  });
}

export default function Passkeys() {
  const { t } = useWords();
  const { data: passkeys, maxLength } = useLoaderData<typeof loader>();
  const formOf = useFormOf();
  return (
    <>
      <SecurityTabs current={paths.passkeys} />
      <PageHead title={t('passkeys.title')} lead={t('passkeysPage.lead')} />
      <div className="grid max-w-3xl gap-6">
        <section className="sheet" aria-label={t('passkeys.title')}>
          {passkeys.length === 0 ? (
            <p className="text-muted">{t('passkeysPage.empty')}</p>
          ) : (
            <ul className="grid gap-5">
              {passkeys.map((passkey) => (
                <PasskeyEntry
                  key={passkey._id}
                  passkey={passkey}
                  maxLength={maxLength}
                  form={formOf('rename')}
                />
              ))}
            </ul>
          )}
        </section>
        {passkeys.length < maxPasskeys && <AddPart />}
      </div>
    </>
  );
}

/** Adds a passkey in two steps: the password, and then the device. */
function AddPart() {
  const { t } = useWords();
  const { canAdd, device, asksCode, required, maxLength } = useLoaderData<typeof loader>();
  const isSupported = usePasskeySupport();
  const answer = useActionData<typeof action>();
  const formOf = useFormOf();
  const options = answer && 'shown' in answer ? answer.shown.data : undefined;
  const title = t(options ? 'passkeysPage.confirmTitle' : 'passkeysPage.addTitle');
  return (
    <section className="sheet grid gap-4" aria-label={title} id={options && 'result'}>
      <h2>{title}</h2>
      {!canAdd || isSupported === false ? (
        <p className="text-muted">{t('passkeysPage.needsScript')}</p>
      ) : (
        <>
          <p className="hidden text-muted [@media(scripting:none)]:block">{t('passkeysPage.needsScript')}</p>
          <div className="grid gap-5 [@media(scripting:none)]:hidden">
            {options && <p>{t('passkeysPage.confirmText')}</p>}
            <Notice icon="alert" variant="wait">
              {t('passkeysPage.shared')}
            </Notice>
            {options ? (
              <CreateForm
                {...formOf('add')}
                key={options.challenge}
                options={options}
                device={device}
                maxLength={maxLength}
              />
            ) : (
              <BeginForm {...formOf('begin')} asksCode={asksCode} required={required} />
            )}
          </div>
        </>
      )}
    </section>
  );
}
