import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { chooseChannel, readChannels } from '~/domain/notifications/channel-choices.server';
import { ownWords } from '~/i18n/translate';
import { SubmitRow } from '~/ui/forms/buttons';
import { Icon, type IconName } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, PageLink } from '~/ui/links';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readChannels, {
  extraData: () => ownWords(requestLanguage(), 'channelsPage'),
});

export const action = pageAction(chooseChannel, {
  onSuccess: () => ({ path: paths.channels }),
  refusedPath: paths.channels,
});

export const meta = pageTitle('channels.title');

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['data'];

/** Shows how an account hears that something waits, and turns e-mails and texts on and off. */
export default function Channels() {
  const { t } = useWords();
  const { mail, sms, browsers } = useLoaderData<typeof loader>().data;
  return (
    <>
      <BackLink to={paths.settings} label={t('settings.title')} />
      <PageHead title={t('channels.title')} lead={t('channelsPage.lead')} />
      <div className="grid max-w-3xl gap-4">
        <MailRow mail={mail} />
        {sms && <TextsRow sms={sms} />}
        <Row icon="image" title={t('channelsPage.browsers')}>
          <State isOn={browsers > 0} />
          {browsers > 0 && <p>{t('channelsPage.count', { count: browsers })}</p>}
          <p>
            <PageLink to={paths.thisPhone}>{t('push.title')}</PageLink>
          </p>
        </Row>
      </div>
    </>
  );
}

function MailRow({ mail }: { mail: Shown['mail'] }) {
  const { t } = useWords();
  return (
    <Row icon="mail" title={t('channelsPage.mail')}>
      {mail ? (
        <>
          <State isOn={mail.isOn} />
          <p>
            <bdi>{mail.address}</bdi>
          </p>
          {!mail.isOn && mail.isOnly && <p>{t('channelsPage.mailStays')}</p>}
          <p className="text-muted">{t('channelsPage.account')}</p>
          <Switch channel="mail" isOn={mail.isOn}>
            {t(mail.isOn ? 'channelsPage.mailOff' : 'channelsPage.mailOn')}
          </Switch>
        </>
      ) : (
        <p>{t('channelsPage.noMail')}</p>
      )}
    </Row>
  );
}

function TextsRow({ sms }: { sms: NonNullable<Shown['sms']> }) {
  const { t } = useWords();
  return (
    <Row icon="phone" title={t('channelsPage.texts')}>
      {sms.number && (
        <>
          <State isOn={sms.isOn} />
          <p>
            <bdi dir="ltr" className="font-figures">
              {sms.number}
            </bdi>
          </p>
        </>
      )}
      {!sms.number && <p>{t('channelsPage.noNumber')}</p>}
      {sms.number && !sms.isServed && <p>{t('channelsPage.notServed')}</p>}
      {sms.isServed && (
        <>
          <p className="text-muted">{t('messageConsent.lead')}</p>
          <Switch channel="sms" isOn={sms.isOn}>
            {t(sms.isOn ? 'channelsPage.textsOff' : 'channelsPage.textsOn')}
          </Switch>
        </>
      )}
    </Row>
  );
}

function Row({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section className="sheet grid min-w-0 gap-3 !p-5 [overflow-wrap:anywhere]" aria-label={title}>
      <h2 className="flex items-center gap-3">
        <Icon name={icon} />
        {title}
      </h2>
      {children}
    </section>
  );
}

function State({ isOn }: { isOn: boolean }) {
  const { t } = useWords();
  return (
    <p className="flex items-center gap-2 font-label">
      <Icon name={isOn ? 'check' : 'close'} className={isOn ? 'text-good' : 'text-muted'} />
      {t(isOn ? 'channelsPage.on' : 'channelsPage.off')}
    </p>
  );
}

type SwitchProps = { channel: 'mail' | 'sms'; isOn: boolean; children: ReactNode };

function Switch({ channel, isOn, children }: SwitchProps) {
  return (
    <PostForm operation="account.chooseChannel">
      <input type="hidden" name="channel" value={channel} />
      <input type="hidden" name="isOn" value={String(!isOn)} />
      <SubmitRow icon={isOn ? 'close' : 'check'} variant="plain">
        {children}
      </SubmitRow>
    </PostForm>
  );
}
