import { Logo } from './Logo';
import { useWords } from './words';

type Social = { name: string; href: string };

export function Footer({ productName, social }: { productName: string; social: Social[] }) {
  const { t } = useWords();
  return (
    <footer className="mt-16 border-t border-line bg-surface">
      <div className="page grid gap-4 py-8">
        <Logo productName={productName} />
        <p className="text-muted">{t('site.emergency')}</p>
        {social.length > 0 && (
          <div>
            <p className="text-[0.88rem] font-bold tracking-wide">{t('site.stayInTouch')}</p>
            <ul className="mt-1 flex flex-wrap gap-x-5">
              {social.map(({ name, href }) => (
                <li key={name}>
                  <a
                    href={href}
                    target="_blank"
                    rel="noreferrer"
                    className="inline-flex min-h-11 items-center"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="text-[0.92rem] text-muted">{t('site.rights', { product: productName })}</p>
      </div>
    </footer>
  );
}
