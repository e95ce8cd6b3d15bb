import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { readEmailPage, resumeSendingHere } from '~/domain/clinic/email-page.server';
import { ownWords } from '~/i18n/translate';
import { ActionButton } from '~/ui/forms/buttons';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const emailParts = ['send-again'] as const;

const read = pageLoader(readEmailPage, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !emailParts.some((one) => one === part)) throw notFound();
    return {};
  },
  extraData: () => ownWords(requestLanguage(), 'emailPage'),
});

/** Adds the address of the request, as an example until a script knows that of the address bar. */
export async function loader(args: LoaderFunctionArgs) {
  const { hostname, host } = new URL(args.request.url);
  const isHere = /^(localhost|\[::1\]|[\d.]+)$/.test(hostname);
  return { ...(await read(args)), exampleUrl: `${isHere ? 'http' : 'https'}://${host}` };
}

const here = { refusedPath: paths.email, failedPath: paths.email };

export const action = actionByIntent({
  'send-again': pageAction(resumeSendingHere, { ...here, onSuccess: () => ({ path: paths.email }) }),
} satisfies Record<(typeof emailParts)[number], unknown>);

export const meta = pageTitle('nav.email');

/** Shows how this machine sends e-mails and what a restore holds, and offers a test. */
export default function EmailPage() {
  const { t } = useWords();
  const { held, mailServer, folder, sender, publicUrl } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-3xl">
      <PageHead title={t('nav.email')} lead={t('emailPage.lead')} />
      <div className="grid gap-6">
        {held && <Held {...held} publicUrl={publicUrl} />}
        <Section id="mail-server" title={t('emailPage.server')}>
          {mailServer ? (
            <dl className="grid gap-2">
              <Fact name={t('emailPage.server')}>{mailServer}</Fact>
              <Fact name={t('emailPage.sender')}>{`${sender.name} <${sender.address}>`}</Fact>
              <Fact name={t('emailPage.links')}>{publicUrl}</Fact>
            </dl>
          ) : (
            <>
              <p>{t('emailPage.notSetUp')}</p>
              <dl>
                <Fact name={t('emailPage.folder')}>{folder}</Fact>
              </dl>
            </>
          )}
          <LinesToPaste />
          <p className="text-small text-muted">{t('emailPage.why')}</p>
        </Section>
        {mailServer && !held && (
          <Section id="test" title={t('emailPage.testTitle')}>
            <p>{t('emailPage.testHint')}</p>
            <ActionButton
              operation="system.sendTestEmail"
              action={paths.systemOf('test-email')}
              icon="mail"
              variant="plain"
            >
              {t('emailPage.test')}
            </ActionButton>
          </Section>
        )}
      </div>
    </div>
  );
}

type HeldProps = { since: string; emails: number; webhooks: number; publicUrl: string };

function Held({ since, emails, webhooks, publicUrl }: HeldProps) {
  const { t, moment } = useWords();
  return (
    <Section id="held" title={t('emailPage.heldTitle')}>
      <Notice icon="alert" variant="bad">
        {t('emailPage.held', { moment: moment(since) })} {t('emailPage.heldEmails', { count: emails })}{' '}
        {webhooks > 0 && t('emailPage.heldWebhooks', { count: webhooks })}
      </Notice>
      <p>{t('emailPage.heldAll')}</p>
      <dl>
        <Fact name={t('emailPage.links')}>{publicUrl}</Fact>
      </dl>
      <p className="font-label">{t('emailPage.heldAsk')}</p>
      <ActionButton operation="system.resumeSending" action={paths.emailOf('send-again')} icon="mail">
        {t('emailPage.resume')}
      </ActionButton>
    </Section>
  );
}

/** The lines for the settings of the machine: all of them without a mail server, else a new address. */
function LinesToPaste() {
  const { t } = useWords();
  const { mailServer, publicUrl, exampleUrl } = useLoaderData<typeof loader>();
  const [ownUrl, setOwnUrl] = useState<string>();
  useEffect(() => setOwnUrl(window.location.origin), []);
  const address = ownUrl ?? exampleUrl;
  if (mailServer && (ownUrl ?? publicUrl) === publicUrl) return null;
  const { hostname } = new URL(address);
  const lines = [
    `PUBLIC_URL=${address}`,
    ...(mailServer
      ? []
      : ['SMTP_URL=smtps://user:password@mail.example:465', `MAIL_FROM=no-reply@${hostname}`]),
  ];
  return (
    <>
      <p>{mailServer ? t('emailPage.otherAddress') : t('emailPage.paste')}</p>
      <pre
        dir="ltr"
        className="whitespace-pre-wrap rounded-sheet bg-raised px-3 py-2 [overflow-wrap:anywhere]"
      >
        <code>{lines.join('\n')}</code>
      </pre>
      {!ownUrl && <p className="text-small text-muted">{t('emailPage.isExample')}</p>}
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="sheet grid gap-4" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 font-label [overflow-wrap:anywhere]">
        <bdi dir="ltr">{children}</bdi>
      </dd>
    </div>
  );
}
