import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import type { MessageKey } from '~/i18n/message-keys';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { TickedList } from '~/ui/ticked-list';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import type { rootLoader } from '~/web/pages/root-data.server';
import { ContactDetails } from './contact-details';

const mission: MessageKey[] = ['about.mission1', 'about.mission2', 'about.mission3', 'about.mission4'];

export const loader = () => contactDetails();

export const meta = pageTitle('nav.aboutUs');

export default function AboutUs() {
  const { t } = useWords();
  const details = useLoaderData<typeof loader>();
  const product = useRouteLoaderData<typeof rootLoader>('root')?.productName ?? '';
  return (
    <div className="page pt-8 md:pt-14">
      <PageHead title={t('nav.aboutUs')} lead={t('about.lead', { product })} />
      <div className="grid gap-6 md:grid-cols-2">
        <section className="sheet">
          <h2>{t('about.visionTitle')}</h2>
          <p className="mt-3">{t('about.vision')}</p>
        </section>
        <section className="sheet">
          <h2>{t('about.missionTitle')}</h2>
          <TickedList sentences={mission} />
        </section>
      </div>
      {Object.values(details).some(Boolean) && (
        <section className="pt-10" aria-labelledby="reach">
          <h2 id="reach">{t('contact.reach')}</h2>
          <ContactDetails details={details} />
        </section>
      )}
      <ButtonLink to={paths.contactUs} icon="mail" variant="mt-6">
        {t('nav.contactUs')}
      </ButtonLink>
    </div>
  );
}
