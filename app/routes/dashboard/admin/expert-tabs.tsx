import type { PublicExpert } from '~/domain/experts/present-expert.server';
import { formatFullName } from '~/domain/identity/full-name';
import { PageTabs } from '~/ui/layout/page-tabs';
import { ButtonLink } from '~/ui/links';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** The two lists of experts, for admins. */
export function ExpertTabs({ current }: { current: string }) {
  const { t } = useWords();
  return (
    <PageTabs
      label={t('nav.peopleGroup')}
      current={current}
      tabs={[
        { to: paths.pendingExpert, label: t('nav.pendingExpert') },
        { to: paths.approvedExpert, label: t('nav.approvedExperts') },
      ]}
    />
  );
}

/** Links to the page of an expert in the register, for admins. */
export function DoctorLink({ expert }: { expert: PublicExpert }) {
  const { t } = useWords();
  return (
    <ButtonLink to={paths.doctor(expert._id)} icon="info" variant="plain small">
      {t('doctor.title')}
      <OfName name={formatFullName(expert)} />
    </ButtonLink>
  );
}
