import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { askForCallBack } from '~/domain/messages/send-message.server';
import { Emergency } from '~/ui/layout/emergency';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { findViewerOrUnavailable } from '~/web/pages/viewer-of-page.server';
import { takeMemo, writeMemo } from '~/web/request/cookies.server';
import { paths } from '~/web/request/paths';
import { requestLanguage } from '~/web/request/request-language.server';
import { CallBackForm } from './visitor-forms';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewerOrUnavailable(request);
  const { value: called, headers } = await takeMemo(request, 'called', viewer);
  return data({ required: formRules(askForCallBack, requestLanguage()), called }, { headers });
}

export const action = pageAction(askForCallBack, {
  onSuccess: async ({ value, viewer }) => ({
    path: paths.callBack,
    headers: [await writeMemo('called', value.phoneNumber, viewer)],
  }),
});

export const meta = pageTitle('callBack.title');

export default function CallBack() {
  const { t } = useWords();
  const { required, called } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (called) {
    return (
      <GuestSheet title={t('callBack.title')}>
        <Notice icon="check" variant="good">
          {t('callBack.willCall', { number: called, hours: t('contact.hoursText') })}
        </Notice>
        <div className="actions mt-6">
          <ButtonLink to={paths.home} icon="home" variant="plain">
            {t('nav.home')}
          </ButtonLink>
          <ButtonLink to={paths.callBack} icon="phone" variant="plain">
            {t('callBack.other')}
          </ButtonLink>
        </div>
        <Emergency />
      </GuestSheet>
    );
  }
  return (
    <GuestSheet title={t('callBack.title')} lead={t('callBack.lead')}>
      <CallBackForm required={required} answer={answer} />
      <Emergency />
    </GuestSheet>
  );
}
