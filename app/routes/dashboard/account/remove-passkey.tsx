import { useActionData, useLoaderData } from '@remix-run/react';
import { readPasskey, removePasskey } from '~/domain/log-in/passkeys.server';
import { OwnProof } from '~/routes/dashboard/account/own-proof';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { PasskeyTimes } from './passkey-times';

const routeInput = fromPath('passkeyId');

export const loader = pageLoader(readPasskey, { routeInput });

export const action = pageAction(removePasskey, {
  routeInput,
  onSuccess: () => ({ path: paths.passkeys }),
  refusedPath: paths.passkeys,
});

export const meta = pageTitle('passkeys.removeTitle');

export default function RemovePasskey() {
  const { t } = useWords();
  const { data: passkey } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={t('passkeys.removeTitle')}
      facts={[[t('passkeys.nameLabel'), passkey.name ?? t('passkeys.unnamed')]]}
      operation="passkey.remove"
      form={{
        id: 'remove-passkey',
        answer: useActionData<typeof action>(),
        children: <OwnProof hasPasskeys />,
      }}
      submit={{ icon: 'trash', label: t('passkeys.remove'), variant: 'danger full' }}
      back={{ to: paths.passkeys, icon: 'previous', label: t('passkeys.keep') }}
    >
      <p className="text-muted">
        <PasskeyTimes passkey={passkey} />
      </p>
      <p className="mt-4">{t('passkeys.removeText')}</p>
    </ConfirmPage>
  );
}
