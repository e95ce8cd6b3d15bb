import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findCallAboutReport } from '~/domain/messages/call-about-report.server';
import { askForCallBack } from '~/domain/messages/send-message.server';
import { defaultLanguage } from '~/i18n/languages';
import { formatLanguage } from '~/i18n/t';
import { translate } from '~/i18n/translate';
import { Emergency } from '~/ui/layout/emergency';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { findOrUnavailable, findViewerOrUnavailable } from '~/web/pages/viewer-of-page.server';
import { takeMemo, writeMemo } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { CallBackForm } from './visitor-forms';

/** The report that the call is about, if its patient comes from its page. */
const reportIn = (request: Request) => new URL(request.url).searchParams.get('report') ?? '';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewerOrUnavailable(request);
  const { value: called, headers } = await takeMemo(request, 'called', viewer);
  const reportId = reportIn(request);
  const about =
    viewer && reportId ? await findOrUnavailable(() => findCallAboutReport(viewer, reportId)) : null;
  const defaults = about && {
    name: about.name,
    phoneNumber: about.phoneNumber,
    about: wordsAbout(about.caseNumber),
  };
  return data(
    {
      required: formRules(askForCallBack, requestLanguage()),
      called,
      defaults: defaults ?? undefined,
      reportId: about ? reportId : null,
    },
    { headers },
  );
}

/** Asks for a call about a case in the reader's language, and in English for the staff. */
function wordsAbout(number: string) {
  const languages = new Set([requestLanguage(), defaultLanguage]);
  const spoken = requestLanguage();
  return [...languages]
    .map((language) =>
      translate(language, 'callBack.aboutCase', { number, language: formatLanguage(language, spoken) }),
    )
    .join('\n');
}

export const action = pageAction(askForCallBack, {
  onSuccess: async ({ value, viewer, request }) => ({
    path: formPath(reportIn(request)),
    headers: [await writeMemo('called', value.phoneNumber, viewer)],
  }),
});

const formPath = (reportId: string) =>
  reportId ? `${paths.callBack}?report=${encodeURIComponent(reportId)}` : paths.callBack;

export const meta = pageTitle('callBack.title');

export default function CallBack() {
  const { t } = useWords();
  const { required, called, defaults, reportId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (called) {
    return (
      <GuestSheet title={t('callBack.title')}>
        <Notice icon="check" variant="good">
          {t('callBack.willCall', { number: called, hours: t('contact.hoursText') })}
        </Notice>
        <div className="actions mt-6">
          {reportId ? (
            <ButtonLink to={paths.report(reportId)} icon="previous" variant="plain">
              {t('confirm.back')}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.home} icon="home" variant="plain">
              {t('nav.home')}
            </ButtonLink>
          )}
          <ButtonLink to={formPath(reportId ?? '')} icon="phone" variant="plain">
            {t('callBack.other')}
          </ButtonLink>
        </div>
        <Emergency />
      </GuestSheet>
    );
  }
  return (
    <GuestSheet title={t('callBack.title')} lead={t('callBack.lead')}>
      <CallBackForm
        required={required}
        answer={answer}
        defaults={defaults}
        action={formPath(reportId ?? '')}
      />
      <Emergency />
    </GuestSheet>
  );
}
