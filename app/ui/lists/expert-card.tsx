import type { ReactNode } from 'react';
import type { PublicExpert } from '~/domain/experts/present-expert.server';
import { Icon } from '~/ui/icon';
import { Avatar } from '~/ui/layout/header';
import { useWords } from '~/ui/sentence';
import { EmailAddress } from './report-table';

/**
 * An expert in a list: who they are, how to reach them, what they may call themselves, and for
 * admins where they stand.
 */
export function ExpertCard({ expert, children }: { expert: PublicExpert; children?: ReactNode }) {
  const { t, day } = useWords();
  const { credentials, standing } = expert;
  const taken = standing?.is === 'suspended' || standing?.is === 'rejected' ? standing.is : undefined;
  return (
    <li className="sheet grid min-w-0 content-start gap-4">
      <div className="flex items-center gap-3">
        <Avatar person={expert} />
        <h2 className="min-w-0">
          {expert.firstName} {expert.lastName}
        </h2>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[0.98rem] [&_dd]:min-w-0 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-muted">
        <dt>{t('experts.email')}</dt>
        <dd>
          <EmailAddress email={expert.email} />
        </dd>
        <dt>{t('experts.contact')}</dt>
        <dd className="font-figures">{expert.contactNumber ?? t('reviewed.none')}</dd>
        <dt>{t('experts.accountType')}</dt>
        <dd>{t(`account.${expert.accountType}`)}</dd>
        <dt>{t('credentials.short')}</dt>
        <dd className="font-figures">{credentials?.registrationNumber ?? t('reviewed.none')}</dd>
        {credentials?.council && (
          <>
            <dt>{t('credentials.councilLabel')}</dt>
            <dd>{credentials.council}</dd>
          </>
        )}
        {credentials?.qualification && (
          <>
            <dt>{t('credentials.qualificationLabel')}</dt>
            <dd>{credentials.qualification}</dd>
          </>
        )}
      </dl>
      {standing?.credentialsChangedAt && (
        <p className="notice wait">
          <Icon name="alert" className="mt-0.5" />
          <span>{t('credentials.changed', { date: day(standing.credentialsChangedAt) })}</span>
        </p>
      )}
      {standing && taken && (
        <p className="notice bad">
          <Icon name="lock" className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <strong>
              {t(`standing.${taken}`)}
              {standing.since && ` ${t('standing.since', { date: day(standing.since) })}`}
            </strong>
            <span className="block whitespace-pre-line">{standing.reason}</span>
          </span>
        </p>
      )}
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </li>
  );
}
