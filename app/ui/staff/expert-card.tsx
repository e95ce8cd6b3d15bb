import { Fragment, type ReactNode } from 'react';
import type { PublicExpert } from '~/domain/experts/present-expert.server';
import { Icon } from '~/ui/icon';
import type { Fact } from '~/ui/layout/confirm-page';
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

function Details({ expert }: { expert: PublicExpert }) {
  const { t } = useWords();
  const { email, contact, number, council, qualification } = useExpertFacts(expert);
  const facts: Fact[] = [
    email,
    [contact[0], contact[1] ?? t('reviewed.none')],
    [t('experts.accountType'), t(`account.${expert.accountType}`)],
    [t('credentials.short'), number[1] ?? t('reviewed.none')],
    council,
    qualification,
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small [&_dd]:min-w-0 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-muted">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

/** Returns an expert's contact and titles, each with its label. */
export function useExpertFacts({ email, contactNumber, credentials }: PublicExpert) {
  const { t } = useWords();
  const { registrationNumber, council, qualification } = credentials ?? {};
  const asWritten = (text: string | null | undefined) => text && <bdi>{text}</bdi>;
  return {
    email: [t('experts.email'), <EmailAddress key="email" email={email} />],
    contact: [
      t('experts.contact'),
      contactNumber && (
        <a href={`tel:${contactNumber}`} className="-my-2 inline-flex min-h-11 items-center font-figures">
          {contactNumber}
        </a>
      ),
    ],
    number: [t('credentials.numberLabel'), asWritten(registrationNumber)],
    council: [t('credentials.councilLabel'), asWritten(council)],
    qualification: [t('credentials.qualificationLabel'), asWritten(qualification)],
  } satisfies Record<string, Fact>;
}

/** Facts about an expert for admins: new credentials, or that they were barred and why. */
export function StatusNotes({ standing }: { standing: NonNullable<PublicExpert['standing']> }) {
  const { t, day } = useWords();
  const { is, since, reason, credentialsChangedAt, answersInDoubt } = standing;
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
            {answersInDoubt && <span className="block">{t('doubt.inDoubt')}</span>}
          </span>
        </p>
      )}
      {is === 'approved' && reason && (
        <p className="text-muted [overflow-wrap:anywhere]">
          {t('standing.reason')}: <bdi>{reason}</bdi>
        </p>
      )}
    </>
  );
}
