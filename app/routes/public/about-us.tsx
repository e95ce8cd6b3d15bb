import { Link, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import type { MessageKey } from '~/i18n/messages/en';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { contactDetails } from '~/web/pages/clinic-details.server';
import type { rootLoader } from '~/web/pages/root-data.server';
import { paths } from '~/web/paths';
import { ContactDetails } from './reach';

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
          <ul className="mt-3 grid gap-2">
            {mission.map((words) => (
              <li key={words} className="flex gap-3">
                <Icon name="check" className="mt-0.5 text-accent" />
                {t(words)}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section className="pt-10" aria-labelledby="reach">
        <h2 id="reach">{t('contact.reach')}</h2>
        <ContactDetails details={details} />
        <Link to={paths.contactUs} className="button mt-6">
          <Icon name="mail" />
          {t('nav.contactUs')}
        </Link>
      </section>
    </div>
  );
}
