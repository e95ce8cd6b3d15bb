import type { ReactNode } from 'react';
import type { PublicExpert } from '~/domain/experts/present-expert.server';
import { Icon } from '~/ui/icon';
import { Avatar } from '~/ui/layout/header';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { EmailAddress } from './report-cells';

/** An expert in a list: name, contact and titles, and for admins their status. */
export function ExpertCard({ expert, children }: { expert: PublicExpert; children?: ReactNode }) {
  return (
    <li className="sheet grid min-w-0 content-start gap-4">
      <div className="flex items-center gap-3">
        <Avatar person={expert} />
        <h2 className="min-w-0">
          {expert.firstName} {expert.lastName}
        </h2>
      </div>
      <Details expert={expert} />
      {expert.standing && <StatusNotes standing={expert.standing} />}
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </li>
  );
}

function Details({ expert: { email, contactNumber, accountType, credentials } }: { expert: PublicExpert }) {
  const { t } = useWords();
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[0.98rem] [&_dd]:min-w-0 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-muted">
      <dt>{t('experts.email')}</dt>
      <dd>
        <EmailAddress email={email} />
      </dd>
      <dt>{t('experts.contact')}</dt>
      <dd className="font-figures">{contactNumber ?? t('reviewed.none')}</dd>
      <dt>{t('experts.accountType')}</dt>
      <dd>{t(`account.${accountType}`)}</dd>
      <dt>{t('credentials.short')}</dt>
      <dd className="font-figures" dir="auto">
        {credentials?.registrationNumber ?? t('reviewed.none')}
      </dd>
      {credentials?.council && (
        <>
          <dt>{t('credentials.councilLabel')}</dt>
          <dd dir="auto">{credentials.council}</dd>
        </>
      )}
      {credentials?.qualification && (
        <>
          <dt>{t('credentials.qualificationLabel')}</dt>
          <dd dir="auto">{credentials.qualification}</dd>
        </>
      )}
    </dl>
  );
}

/** Facts about an expert for admins: new credentials, or that they were barred and why. */
function StatusNotes({ standing }: { standing: NonNullable<PublicExpert['standing']> }) {
  const { t, day } = useWords();
  const { is, since, reason, credentialsChangedAt } = standing;
  return (
    <>
      {credentialsChangedAt && (
        <Notice icon="alert" variant="wait">
          {t('credentials.changed', { date: day(credentialsChangedAt) })}
        </Notice>
      )}
      {(is === 'suspended' || is === 'rejected') && (
        <p className="notice bad">
          <Icon name="lock" className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <strong>
              {t(`standing.${is}`)}
              {since && ` ${t('standing.since', { date: day(since) })}`}
            </strong>
            <span className="block whitespace-pre-wrap" dir="auto">
              {reason}
            </span>
          </span>
        </p>
      )}
    </>
  );
}
