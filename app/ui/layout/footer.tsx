import { PageLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { Logo } from './logo';

type Social = { name: string; href: string };

const link = 'inline-flex min-h-11 min-w-11 items-center';

type FooterProps = { productName: string; social: Social[]; links: { aboutUs: string; contactUs: string } };

export function Footer({ productName, social, links }: FooterProps) {
  const { t } = useWords();
  return (
    <footer className="mt-16 border-t border-line bg-surface max-sm:mt-8 print:hidden">
      <div className="page grid gap-4 py-8 md:grid-cols-[1fr_auto]">
        <Logo productName={productName} />
        <div className="md:col-start-2 md:row-span-2 md:row-start-1">
          <p className="text-[0.88rem] font-bold">{t('site.stayInTouch')}</p>
          <ul className="mt-1 flex flex-wrap gap-x-5">
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
            {/* The header has no room for it on a phone. */}
            <li className="md:hidden">
              <PageLink to={links.aboutUs} className={link}>
                {t('nav.aboutUs')}
              </PageLink>
            </li>
          </ul>
        </div>
        <p className="text-[0.92rem] text-muted">{t('site.rights', { product: productName })}</p>
      </div>
    </footer>
  );
}
