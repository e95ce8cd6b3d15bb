import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { type MouseEvent, useState } from 'react';
import { readPush, turnOffPush, turnOnPush } from '~/domain/notifications/push-subscriptions.server';
import { ownWords } from '~/i18n/translate';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { readCookie, writeCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const parts = ['on', 'off'];

const ownToken = async ({ request }: { request: Request }) => ({
  token: (await readCookie(request, 'session')) ?? '',
});

export const loader = pageLoader(readPush, {
  routeInput: ({ request, params: { part } }) => {
    if (part !== undefined && !parts.includes(part)) throw notFound();
    return ownToken({ request });
  },
  extraData: () => ownWords(requestLanguage(), 'pushPage'),
});

/** Handles the two forms. The cookie lets the next log-in in this browser end or hand on its messages. */
export const action = actionByIntent({
  on: pageAction(turnOnPush, {
    routeInput: ownToken,
    onSuccess: async ({ value }) => ({
      path: paths.thisPhone,
      headers: [await writeCookie('push', value.id)],
    }),
    refusedPath: paths.thisPhone,
  }),
  off: pageAction(turnOffPush, {
    routeInput: ownToken,
    onSuccess: async () => ({
      path: paths.thisPhone,
      headers: [await writeCookie('push', undefined)],
    }),
    refusedPath: paths.thisPhone,
  }),
});

export const meta = pageTitle('push.title');

export default function ThisPhone() {
  const { t } = useWords();
  const { data } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={paths.channels} label={t('channels.title')} />
      <PageHead title={t('push.title')} lead={t('pushPage.lead')} />
      <section className="sheet grid max-w-3xl gap-5" aria-label={t('push.title')}>
        <p>{t('pushPage.shown', { message: t('push.message', { sender: data.sender }) })}</p>
        <Notice icon="eye" variant="wait">
          {t('pushPage.seen')}
        </Notice>
        <p className="text-muted">{t('pushPage.ends')}</p>
        {data.isOn ? <TurnOff /> : <TurnOn serverKey={data.serverKey} />}
      </section>
    </>
  );
}

function TurnOff() {
  const { t } = useWords();
  // The server sends no more either way.
  const endInBrowser = () => void import('~/ui/waiting/push-messages').then(({ endPush }) => endPush());
  return (
    <PostForm operation="push.turnOff" action={paths.thisPhoneOf('off')} onSubmit={endInBrowser}>
      <p className="mb-4 flex items-center gap-2 font-label">
        <Icon name="check" className="text-good" />
        {t('pushPage.isOn')}
      </p>
      <SubmitRow icon="close" variant="plain" action={paths.thisPhoneOf('off')}>
        {t('pushPage.turnOff')}
      </SubmitRow>
    </PostForm>
  );
}

/** Returns true if this browser can show push messages; true on the server and during hydration. */
function usePushSupport(): boolean {
  const isHydrated = useHydrated();
  return !isHydrated || ('PushManager' in window && 'Notification' in window);
}

function TurnOn({ serverKey }: { serverKey: string }) {
  const { t } = useWords();
  const isSupported = usePushSupport();
  if (!isSupported) return <p className="text-muted">{t('pushPage.notPossible')}</p>;
  return (
    <>
      <p className="hidden text-muted [@media(scripting:none)]:block">{t('pushPage.notPossible')}</p>
      <div className="[@media(scripting:none)]:hidden">
        <TurnOnForm serverKey={serverKey} />
      </div>
    </>
  );
}

type Problem = 'blocked' | 'notPossible' | undefined;

/** Gets the address of this browser at the press of the button, and sends it. */
function TurnOnForm({ serverKey }: { serverKey: string }) {
  const { t } = useWords();
  const { viewer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const turnOn = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (isBusy || !form) return;
    setBusy(true);
    setProblem(await askForPush(form, { serverKey, owner: viewer.id }));
    setBusy(false);
  };
  return (
    <OperationForm
      id="on-form"
      operation="push.turnOn"
      action={paths.thisPhoneOf('on')}
      answer={part === 'on' ? answer : undefined}
    >
      <input type="hidden" name="endpoint" />
      <input type="hidden" name="p256dh" />
      <input type="hidden" name="auth" />
      <div>
        <button type="button" className="button max-sm:w-full" aria-disabled={isBusy} onClick={turnOn}>
          <Icon name={isBusy ? 'wait' : 'phone'} className={isBusy ? 'spin' : undefined} />
          <span>{t('pushPage.turnOn')}</span>
        </button>
        <p role="alert" className={problem ? 'field-error' : 'sr-only'}>
          {problem && t(`pushPage.${problem}`)}
        </p>
      </div>
    </OperationForm>
  );
}

/**
 * Asks the user and the browser, and sends the form.
 *
 * @returns why there is nothing to send; undefined if the form was sent.
 */
async function askForPush(
  form: HTMLFormElement,
  { serverKey, owner }: { serverKey: string; owner: string },
): Promise<Problem> {
  // A browser asks only at the press itself.
  const permission = Notification.requestPermission();
  try {
    const { startPush } = await import('~/ui/waiting/push-messages');
    if ((await permission) !== 'granted') return 'blocked';
    for (const [name, value] of Object.entries(await startPush(serverKey, owner))) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
  } catch {
    return 'notPossible';
  }
  form.requestSubmit();
  return undefined;
}
