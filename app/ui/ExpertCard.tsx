import type { ReactNode } from 'react';
import { Avatar } from './Header';
import { EmailAddress } from './ReportTable';
import { useWords } from './words';

type Expert = {
  firstName: string;
  lastName: string;
  image: string | null;
  email: string;
  contactNumber: string | null;
  accountType: string;
};

/** An expert in a list: who they are and how to reach them. */
export function ExpertCard({ expert, children }: { expert: Expert; children?: ReactNode }) {
  const { t } = useWords();
  return (
    <li className="sheet grid min-w-0 content-start gap-4">
      <div className="flex items-center gap-3">
        <Avatar person={expert} />
        <h2 className="min-w-0">
          {expert.firstName} {expert.lastName}
        </h2>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[0.98rem]">
        <dt className="text-muted">{t('experts.email')}</dt>
        <dd className="min-w-0">
          <EmailAddress email={expert.email} />
        </dd>
        <dt className="text-muted">{t('experts.contact')}</dt>
        <dd className="font-figures">{expert.contactNumber ?? t('reviewed.none')}</dd>
        <dt className="text-muted">{t('experts.accountType')}</dt>
        <dd>{expert.accountType}</dd>
      </dl>
      {children}
    </li>
  );
}
