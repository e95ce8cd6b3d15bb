import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { makeKey, readKeys, revokeKey, takeOverKey } from '~/domain/programs/keys.server';
import { ownWords } from '~/i18n/translate';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction, renderAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { isKeyOver, KeyEntry, MakeKeyForm, NewKey } from './key-parts';
import { ProgramTabs } from './program-tabs';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const here = {
  onSuccess: () => ({ path: paths.keys }),
  refusedPath: paths.keys,
  failedPath: paths.keys,
};

/** Handles the forms. Each posts to the page's path with its part at the end. */
const actions = {
  make: renderAction(makeKey),
  'take-over': pageAction(takeOverKey, {
    onSuccess: here.onSuccess,
    refusedPath: ({ refused }) => (refused === 'notFound' ? paths.keys : undefined),
  }),
  revoke: pageAction(revokeKey, here),
};

export const loader = pageLoader(readKeys, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !Object.hasOwn(actions, part)) throw notFound();
    return {};
  },
  extraData: () => ({
    ...ownWords(requestLanguage(), 'keysPage'),
    required: formRules(makeKey, requestLanguage()),
  }),
});

export const action = actionByIntent(actions);

export const meta = pageTitle('keys.title');

export default function Keys() {
  const { t } = useWords();
  const { data: keys, asksCode, required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  const isSent = part === 'make';
  const shownKeys = [...keys].sort((a, b) => Number(isKeyOver(a)) - Number(isKeyOver(b)));
  const newKey = answer && 'shown' in answer ? answer.shown.data : undefined;
  return (
    <>
      <PageHead title={t('keys.title')} lead={t('keysPage.lead')} />
      <ProgramTabs current={paths.keys} />
      <div className="grid max-w-3xl gap-6">
        {newKey && <NewKey key={newKey.key._id} name={newKey.key.name} secret={newKey.secret} />}
        <section className="sheet" aria-label={t('keys.title')}>
          {keys.length === 0 ? (
            <p className="text-muted">{t('keysPage.none')}</p>
          ) : (
            <ul className="grid gap-5">
              {shownKeys.map((shownKey) => (
                <KeyEntry
                  key={shownKey._id}
                  apiKey={shownKey}
                  asksCode={asksCode}
                  answer={part === 'take-over' && answer && !('shown' in answer) ? answer : undefined}
                />
              ))}
            </ul>
          )}
        </section>
        <MakeKeyForm
          key={newKey?.key._id ?? 'form'}
          id="make-form"
          operation="key.make"
          action={paths.keysOf('make')}
          answer={isSent && answer && !('shown' in answer) ? answer : undefined}
          required={required}
          asksCode={asksCode}
        />
      </div>
    </>
  );
}
