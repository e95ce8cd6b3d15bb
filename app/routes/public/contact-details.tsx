import type { ReactNode } from 'react';
import { useWords } from '~/ui/sentence';

type Facts = { hours: string; office: string; outreach?: string; helpline: string; email: string };

/** The clinic's address and contact details. Missing ones are left out, with their headings. */
export function ContactDetails({ details, hasHours = false }: { details: Facts; hasHours?: boolean }) {
  const { t } = useWords();
  const { hours, office, outreach, helpline, email } = details;
  const link = '-my-2 inline-flex min-h-11 items-center [overflow-wrap:anywhere]';
  return (
    <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-6 gap-y-4">
      {outreach && <Fact title={t('contact.outreach')}>{outreach}</Fact>}
      {office && <Fact title={t('contact.office')}>{office}</Fact>}
      {helpline && (
        <Fact title={t('contact.helpline')}>
          <a href={`tel:${helpline.replace(/[^\d+]/g, '')}`} className={link}>
            <bdi dir="ltr">{helpline}</bdi>
          </a>
        </Fact>
      )}
      {email && (
        <Fact title={t('contact.emailLabel')}>
          <a href={`mailto:${email}`} className={link}>
            {email}
          </a>
        </Fact>
      )}
      {(hasHours || hours) && <Fact title={t('contact.hours')}>{hours || t('contact.hoursText')}</Fact>}
    </dl>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-label">{title}</dt>
      <dd className="as-written whitespace-pre-wrap text-muted">{children}</dd>
    </div>
  );
}
