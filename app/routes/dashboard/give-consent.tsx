import { useActionData, useLoaderData } from '@remix-run/react';
import { readOwnReport } from '~/domain/desk/report-lists.server';
import { formatFullName } from '~/domain/identity/full-name';
import { maxGuardianName } from '~/domain/report/people-constants';
import { giveConsentAgain } from '~/domain/upload/consent.server';
import { TextField } from '~/ui/fields/fields';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { consentWords } from '~/ui/people/people-words';
import { useReportFacts } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageLoader } from '~/web/pages/page-loader.server';
import { ownReportAction } from './own-report-action.server';

export const loader = pageLoader(readOwnReport, { routeInput: fromPath('reportId') });

export const action = ownReportAction(giveConsentAgain);

export const meta = pageTitle('consent.giveTitle');

export default function GiveConsent() {
  const { t } = useWords();
  const { data: report, viewer, consentKind, guardianName } = useLoaderData<typeof loader>();
  const reportFacts = useReportFacts();
  const answer = useActionData<typeof action>();
  const ownName = formatFullName(viewer);
  return (
    <ConfirmPage
      title={t('consent.giveTitle')}
      facts={reportFacts(report)}
      operation="report.giveConsent"
      form={
        consentKind === 'guardian'
          ? {
              id: 'give',
              answer,
              required: { guardianName: t('people.guardian') },
              // A child is not their own guardian.
              defaults: { guardianName: guardianName || (report.about?.relation === 'self' ? '' : ownName) },
              children: (
                <TextField
                  name="guardianName"
                  label={t('about.guardianLabel')}
                  maxLength={maxGuardianName}
                  autoComplete="off"
                />
              ),
            }
          : undefined
      }
      submit={{ icon: 'check', label: t('consent.giveConfirm') }}
      back={{ to: paths.report(report._id), icon: 'close', label: t('logout.cancel') }}
    >
      <p>{t('consent.giveText')}</p>
      <blockquote className="letter mt-4 mb-5">
        {t(consentWords[consentKind], { name: report.about?.name ?? '' })}
      </blockquote>
    </ConfirmPage>
  );
}
