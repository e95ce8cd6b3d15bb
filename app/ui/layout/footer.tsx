import { PageLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { Logo } from './logo';

type Social = { name: string; href: string };

const link = 'inline-flex min-h-11 min-w-11 items-center';

type FooterProps = {
  productName: string;
  social: Social[];
  links: { aboutUs: string; contactUs: string; privacy: string };
  /** True to stand in one line where there is room for it, as below the dashboard. */
  isLow: boolean;
};

const looks = {
  low: {
    footer: 'mt-6',
    page: 'flex flex-wrap items-center gap-x-5 gap-y-1 py-2',
    touch: 'flex flex-wrap items-center gap-x-3 lg:ms-auto',
    list: '',
    rights: 'text-small',
  },
  full: {
    footer: 'mt-10 md:mt-16',
    page: 'grid gap-2 py-5 md:gap-4 md:py-8 md:grid-cols-[1fr_auto]',
    touch: 'md:col-start-2 md:row-span-2 md:row-start-1',
    list: 'mt-1',
    rights: 'text-small',
  },
};

export function Footer({ productName, social, links, isLow }: FooterProps) {
  const { t } = useWords();
  const look = looks[isLow ? 'low' : 'full'];
  return (
    <footer className={`border-t border-line print:hidden ${look.footer}`}>
      <div className={`page ${look.page}`}>
        <Logo productName={productName} />
        <div className={look.touch}>
          <p className="text-small font-label">{t('site.stayInTouch')}</p>
          <ul className={`flex flex-wrap gap-x-5 ${look.list}`}>
            {social.map(({ name, href }) => (
              <li key={name}>
                <a href={href} target="_blank" rel="noreferrer" className={link}>
                  {name}
                </a>
              </li>
            ))}
            <li>
              <PageLink to={links.contactUs} className={link}>
                {t('nav.contactUs')}
              </PageLink>
            </li>
            <li>
              <PageLink to={links.privacy} className={link}>
                {t('privacyLink.what')}
              </PageLink>
            </li>
            {/* The header has no room for it on a phone. */}
            <li className="md:hidden">
              <PageLink to={links.aboutUs} className={link}>
                {t('nav.aboutUs')}
              </PageLink>
            </li>
          </ul>
        </div>
        <p className={`text-muted ${look.rights}`}>{t('site.rights', { product: productName })}</p>
      </div>
    </footer>
  );
}
