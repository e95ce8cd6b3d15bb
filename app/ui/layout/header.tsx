import { useLocation } from '@remix-run/react';
import { toInitials } from '~/domain/identity/account-constants';
import { languages } from '~/i18n/languages';
import { Icon } from '~/ui/icon';
import { MenuLink, PageLink } from '~/ui/links';
import { FramePostForm } from '~/ui/notices/post-form';
import { useOfferedLanguages } from '~/ui/offered-languages';
import { useWords } from '~/ui/sentence';
import { LogOutLink } from './log-out-dialog';
import { Logo } from './logo';
import { useMenu } from './use-menu';

type Links = Record<
  'home' | 'aboutUs' | 'contactUs' | 'login' | 'signup' | 'dashboard' | 'logout' | 'language',
  string
>;
type Person = { firstName: string; lastName: string; image?: string | null };

type HeaderProps = {
  productName: string;
  person: Person | null;
  links: Links;
  /** True to take one low line on a phone, beside the button of the dashboard's menu. */
  isFolded?: boolean;
};

const foldedLook =
  'min-h-16 py-2 max-lg:min-h-0 max-lg:py-0 max-lg:ps-[calc(min(1rem,5vw)+2.6rem)] md:max-lg:ps-20';

export function Header({ productName, person, links, isFolded = false }: HeaderProps) {
  const { t } = useWords();
  return (
    <header className="border-b border-line">
      <div
        className={`page flex flex-wrap items-center gap-y-1 sm:gap-x-6 ${isFolded ? foldedLook : 'min-h-16 gap-x-2 py-2'} short:min-h-0 short:gap-y-0 short:py-0.5`}
      >
        <PageLink
          to={links.home}
          className="me-auto inline-flex min-h-11 items-center rounded-field no-underline"
        >
          <Logo productName={productName} />
        </PageLink>
        <LanguageMenu action={links.language} isNamed={!person} />
        {/* The links for guests need their own row on a phone, in every language. */}
        <nav aria-label={t('nav.main')} className={person ? '' : 'max-sm:basis-full'}>
          <ul className="flex flex-wrap items-center gap-1 max-sm:justify-between sm:gap-3">
            <li className={isFolded ? 'max-sm:hidden' : 'max-xs:short:hidden'}>
              <HeaderLink to={links.home}>{t('nav.home')}</HeaderLink>
            </li>
            <li className="hidden md:block">
              <HeaderLink to={links.aboutUs}>{t('nav.aboutUs')}</HeaderLink>
            </li>
            <li className="hidden md:block">
              <HeaderLink to={links.contactUs}>{t('nav.contactUs')}</HeaderLink>
            </li>
            {person ? (
              <li>
                <AvatarMenu person={person} links={links} />
              </li>
            ) : (
              <>
                <li>
                  <HeaderLink to={links.login}>{t('nav.logIn')}</HeaderLink>
                </li>
                <li>
                  <PageLink
                    to={links.signup}
                    className="button plain small whitespace-nowrap max-xs:gap-1 max-xs:px-2 max-xs:text-small"
                  >
                    <Icon name="experts" className="max-xs:h-4 max-xs:w-4" />
                    {t('nav.signUp')}
                  </PageLink>
                </li>
              </>
            )}
          </ul>
        </nav>
      </div>
    </header>
  );
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  return (
    <MenuLink
      to={to}
      className={({ isActive }) =>
        `header-link inline-flex min-h-11 items-center border-b-2 px-1 whitespace-nowrap sm:px-2 font-label no-underline ${
          isActive ? 'border-ink' : 'border-transparent'
        }`
      }
    >
      {children}
    </MenuLink>
  );
}

type LanguageMenuProps = {
  action: string;
  isNamed: boolean;
  /** True to open it inside the menu that it is part of. */
  isInMenu?: boolean;
};

/**
 * The language switch, with each language in its own script. Another language means another
 * document, so it is a plain form.
 */
export function LanguageMenu({ action, isNamed, isInMenu = false }: LanguageMenuProps) {
  const { t, language } = useWords();
  const { pathname, search } = useLocation();
  const menu = useMenu();
  const offeredLanguages = useOfferedLanguages();
  return (
    <details ref={menu} className="relative">
      <summary
        className={`flex min-h-11 min-w-11 cursor-pointer list-none items-center gap-2 rounded-field font-label [&::-webkit-details-marker]:hidden ${isInMenu ? 'px-3' : 'justify-center px-1'}`}
      >
        <Icon name="language" />
        <span className="sr-only">{t('nav.language')}</span>
        {!isNamed && (
          <span aria-hidden="true" className="sm:hidden">
            {languages[language].short}
          </span>
        )}
        <span className={isNamed ? '' : 'max-sm:sr-only'}>{languages[language].name}</span>
      </summary>
      <FramePostForm
        operation="account.chooseLanguage"
        action={action}
        reloadDocument
        className={
          isInMenu
            ? 'grid ps-6'
            : 'floating absolute end-0 z-30 mt-2 grid w-[min(11rem,calc(100vw-2rem))] gap-1 !p-2'
        }
      >
        <input type="hidden" name="back" value={`${pathname}${search}`} />
        {offeredLanguages.map((code) => (
          <button
            key={code}
            type="submit"
            name="language"
            value={code}
            lang={code}
            aria-current={code === language || undefined}
            className="nav-link"
          >
            {languages[code].name}
          </button>
        ))}
      </FramePostForm>
    </details>
  );
}

/** A menu that opens without script, as a disclosure. */
function AvatarMenu({ person, links }: { person: Person; links: Links }) {
  const { t } = useWords();
  const menu = useMenu();
  return (
    <details ref={menu} className="relative">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-field px-1 font-label [&::-webkit-details-marker]:hidden">
        <Avatar person={person} />
        <span className="sr-only">{t('nav.account')}</span>
        <span className="hidden max-w-48 leading-tight [overflow-wrap:anywhere] lg:inline">
          {person.firstName}
        </span>
      </summary>
      <div className="floating absolute end-0 z-30 mt-2 grid min-w-[min(13rem,calc(100vw-2rem))] gap-1 !p-2">
        <PageLink to={links.dashboard} className="nav-link">
          <Icon name="home" />
          {t('nav.dashboard')}
        </PageLink>
        <LogOutLink to={links.logout} />
      </div>
    </details>
  );
}

const avatarSizes = {
  small: 'h-10 w-10 text-small',
  medium: 'h-14 w-14 text-body',
  large: 'h-24 w-24 text-title',
};

/** A person's picture, or their initials, which need no request. Their name stands beside it. */
export function Avatar({ person, size = 'small' }: { person: Person; size?: keyof typeof avatarSizes }) {
  const look = `shrink-0 rounded-full bg-accent-quiet ${avatarSizes[size]}`;
  if (person.image)
    return <img src={person.image} alt="" loading="lazy" className={`object-cover ${look}`} />;
  return (
    <span aria-hidden="true" className={`grid place-items-center font-label ${look}`}>
      {toInitials(person)}
    </span>
  );
}
