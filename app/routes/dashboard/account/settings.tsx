import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { addEmail, sendAddressCode } from '~/domain/accounts/clinic-number.server';
import { updateCredentials } from '~/domain/accounts/credentials.server';
import { updatePicture } from '~/domain/accounts/display-picture.server';
import { updateMessageConsent, updatePhone } from '~/domain/accounts/own-phone.server';
import { readOwnSettings, updateProfile } from '~/domain/accounts/profile.server';
import { updateLanguages } from '~/domain/accounts/reading-languages.server';
import { settingsParts } from '~/domain/identity/account-constants';
import { maxAboutLength } from '~/domain/identity/account-schemas';
import { stopRemoval } from '~/domain/identity/address-dispute.server';
import { endSession } from '~/domain/identity/open-sessions.server';
import { hasAbility } from '~/domain/kernel/abilities';
import { changePassword } from '~/domain/log-in/change-password.server';
import { endOtherSessions } from '~/domain/log-in/end-other-sessions.server';
import { deleteAccount } from '~/domain/own-data/delete-account.server';
import type { MessageKey } from '~/i18n/message-keys';
import { ownWords, translate } from '~/i18n/translate';
import { Folded } from '~/ui/layout/folded';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { backupWords } from '~/web/pages/admin-messages.server';
import { formRules, uploadRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction, renderAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { readCookie, writeCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { logOutHeaders } from '~/web/session/session-answers.server';
import { SecurityTabs } from './security-tabs';
import {
  CredentialsForm,
  DeletionForm,
  LanguagesForm,
  PasswordForm,
  PictureForm,
  ProfileForm,
  SessionsPart,
} from './settings-forms';
import { SettingsIndex } from './settings-index';
import { Events, NumberPart } from './settings-number';

/** Returns the token of this browser's session. */
const ownToken = async ({ request }: { request: Request }) => ({
  token: await readCookie(request, 'session'),
});

const sessionsPath = paths.settingsOf('sessions');
const toNumber = { onSuccess: () => ({ path: paths.settingsOf('clinic-number') }) };

export const loader = pageLoader(readOwnSettings, {
  routeInput: ({ request, params: { part } }) => {
    if (part !== undefined && !settingsParts.some((one) => one === part)) throw notFound();
    return ownToken({ request });
  },
  extraData: () => {
    const { required, megabytes, maxBytes } = uploadRules(updatePicture, requestLanguage());
    return {
      picture: { required, megabytes, maxBytes },
      required: {
        profile: formRules(updateProfile, requestLanguage()),
        credentials: formRules(updateCredentials, requestLanguage()),
        password: formRules(changePassword, requestLanguage()),
        phone: formRules(updatePhone, requestLanguage()),
        'email-code': formRules(sendAddressCode, requestLanguage()),
        email: formRules(addEmail, requestLanguage()),
        delete: formRules(deleteAccount, requestLanguage()),
      },
      maxAboutLength,
      ...ownWords(requestLanguage(), 'ownDid', 'staffDid'),
      ...backupWords(),
    };
  },
});

/** Handles the forms. Each posts to the settings page's path with its part at the end. */
export const action = actionByIntent({
  profile: pageAction(updateProfile, { onSuccess: () => ({ path: paths.myProfile }) }),
  picture: pageAction(updatePicture, { onSuccess: () => ({ path: paths.settings }) }),
  credentials: pageAction(updateCredentials, {
    onSuccess: () => ({ path: paths.settingsOf('credentials') }),
  }),
  languages: pageAction(updateLanguages, { onSuccess: () => ({ path: paths.settingsOf('languages') }) }),
  password: pageAction(changePassword, {
    onSuccess: async ({ value }) => ({
      path: paths.settings,
      headers: [await writeCookie('session', value.token), await writeCookie('device', value.device)],
    }),
  }),
  session: pageAction(endSession, {
    onSuccess: () => ({ path: sessionsPath }),
    refusedPath: sessionsPath,
  }),
  'other-sessions': pageAction(endOtherSessions, {
    routeInput: ownToken,
    onSuccess: () => ({ path: sessionsPath }),
  }),
  phone: pageAction(updatePhone, toNumber),
  messages: pageAction(updateMessageConsent, toNumber),
  // The answer asks for the code that was sent.
  'email-code': renderAction(sendAddressCode),
  email: pageAction(addEmail, { ...toNumber, routeInput: ownToken }),
  'not-me': pageAction(stopRemoval, {
    onSuccess: () => ({ path: paths.dashboard }),
    refusedPath: paths.dashboard,
    failedPath: paths.dashboard,
  }),
  delete: pageAction(deleteAccount, {
    routeInput: () => ({ pageWord: translate(requestLanguage(), 'deleteAccount.word') }),
    onSuccess: async ({ request, value }) => ({
      path: paths.home,
      headers: [...(await logOutHeaders(request)), await writeCookie('device', value.device || undefined)],
    }),
  }),
});

type PartName = Exclude<(typeof settingsParts)[number], 'sessions' | 'clinic-number'>;

const operationOf: Record<PartName, string> = {
  profile: 'account.updateProfile',
  picture: 'account.updatePicture',
  credentials: 'account.updateCredentials',
  languages: 'account.updateLanguages',
  password: 'account.changePassword',
  session: 'session.end',
  'other-sessions': 'session.endOthers',
  phone: 'account.updatePhone',
  messages: 'account.updateMessageConsent',
  'email-code': 'account.sendAddressCode',
  email: 'account.addEmail',
  'not-me': 'account.stopRemoval',
  delete: 'account.delete',
};

type PartPage = 'credentials' | 'languages' | 'sessions' | 'clinic-number';

const titles = {
  credentials: 'credentials.title',
  languages: 'reads.title',
  sessions: 'sessions.title',
  'clinic-number': 'ownNumber.title',
} as const satisfies Record<PartPage, MessageKey>;

/** The parts whose forms stand on the page of the clinic number. */
const numberParts = ['phone', 'messages', 'email-code', 'email'];

/** Returns the page of its own that a part of the path leads to, if it has one. */
function findPartPage(part: string | undefined): PartPage | undefined {
  if (part === 'session' || part === 'other-sessions') return 'sessions';
  if (part && numberParts.includes(part)) return 'clinic-number';
  return Object.keys(titles).find((page): page is PartPage => page === part);
}

export const meta: MetaFunction<typeof loader> = ({ params, matches }) => {
  const page = findPartPage(params.part);
  return pageTitle(page ? titles[page] : 'settings.title')({ matches });
};

/** Returns a function for the props of a part's form. Only the submitted form gets the answer. */
function useFormOf() {
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  return (name: PartName) => ({
    id: `${name}-form`,
    operation: operationOf[name],
    action: paths.settingsOf(name),
    answer: part === name && answer && !('shown' in answer) ? answer : undefined,
  });
}

export default function Settings() {
  const { data: me, ownNumber } = useLoaderData<typeof loader>();
  const page = findPartPage(useParams().part);
  if (page === 'sessions') return <SessionsPage />;
  if (page === 'clinic-number' && ownNumber.clinicNumber) return <NumberPage />;
  const isOfExperts = page === 'credentials' || page === 'languages';
  if (isOfExperts && me.accountType === 'Expert') return <ExpertPage page={page} />;
  return <SettingsPage />;
}

/** Rows: each opens a part of the page, or leads to a page. A submitted form comes back in its open row. */
function SettingsPage() {
  const { t } = useWords();
  const { part } = useParams();
  const row = (name: PartName) => ({ id: name, isOpen: part === name });
  const page = useLoaderData<typeof loader>();
  const { data: me, ownNumber, required } = page;
  const formOf = useFormOf();
  return (
    <>
      <PageHead title={t('settings.title')} />
      {/* Saved changes reset the forms, so a new password does not stay in its field. */}
      <div key={page.changedAt} className="sheet max-w-3xl !py-2 [&>:first-child]:border-t-0">
        <Folded {...row('picture')} icon="image" title={t('picture.title')}>
          <PictureForm {...formOf('picture')} {...page.picture} person={me} />
        </Folded>
        <Folded {...row('profile')} icon="profile" title={t('settings.profile')}>
          <ProfileForm
            {...formOf('profile')}
            required={required.profile}
            defaults={page.typed}
            maxAboutLength={page.maxAboutLength}
          />
        </Folded>
        <Folded
          {...row('password')}
          icon="lock"
          title={t('settings.password')}
          lead={t('changePassword.lead')}
        >
          <PasswordForm {...formOf('password')} required={required.password} openLinks={page.openLinks} />
        </Folded>
        <SettingsIndex
          isExpert={me.accountType === 'Expert'}
          hasPhrases={hasAbility(page.viewer, 'phrase.own')}
          hasNumber={ownNumber.clinicNumber !== null}
        />
        <Folded
          {...row('delete')}
          icon="trash"
          title={t('deleteAccount.title')}
          lead={t('deleteAccount.text')}
        >
          <Deletion />
        </Folded>
      </div>
    </>
  );
}

type PartPageFrameProps = { page: PartPage; lead: string; children: ReactNode };

/** A page of one part, with the way back to the settings. */
function PartPageFrame({ page, lead, children }: PartPageFrameProps) {
  const { t } = useWords();
  const { changedAt } = useLoaderData<typeof loader>();
  return (
    <>
      {page === 'sessions' ? (
        <SecurityTabs current={sessionsPath} />
      ) : (
        <BackLink to={paths.settings} label={t('settings.title')} />
      )}
      <PageHead title={t(titles[page])} lead={lead} />
      <section key={changedAt} className="sheet max-w-3xl" aria-label={t(titles[page])}>
        {children}
      </section>
    </>
  );
}

/** A page for experts only: their credentials, or the languages that they read. */
function ExpertPage({ page }: { page: 'credentials' | 'languages' }) {
  const { t } = useWords();
  const { data: me, reads, required } = useLoaderData<typeof loader>();
  const formOf = useFormOf();
  return page === 'credentials' ? (
    <PartPageFrame page={page} lead={t('credentials.lead')}>
      <CredentialsForm
        {...formOf('credentials')}
        required={required.credentials}
        credentials={me.credentials}
      />
    </PartPageFrame>
  ) : (
    <PartPageFrame page={page} lead={t('reads.lead')}>
      <LanguagesForm {...formOf('languages')} languagesRead={reads} />
    </PartPageFrame>
  );
}

function SessionsPage() {
  const { t } = useWords();
  const { sessions, ownNumber, openLinks } = useLoaderData<typeof loader>();
  const formOf = useFormOf();
  // With a clinic number they stand on its page.
  const events = ownNumber.clinicNumber === null ? ownNumber.events : [];
  return (
    <PartPageFrame page="sessions" lead={t('sessions.lead')}>
      <SessionsPart
        sessions={sessions.data}
        total={sessions.meta.total}
        openLinks={openLinks}
        logOutForm={formOf('session')}
        logOutOthersForm={formOf('other-sessions')}
      />
      {events.length > 0 && (
        <div className="mt-8">
          <Events events={events} />
        </div>
      )}
    </PartPageFrame>
  );
}

function NumberPage() {
  const { t } = useWords();
  const { ownNumber, required, hasPasskeys, provenEnd } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  const formOf = useFormOf();
  const shown = answer && 'shown' in answer ? answer.shown.data.email : undefined;
  const typed = part === 'email' && answer?.lastResult?.initialValue?.email;
  return (
    <PartPageFrame page="clinic-number" lead={t('ownNumber.lead')}>
      <NumberPart
        ownNumber={ownNumber}
        hasPasskeys={hasPasskeys}
        provenEnd={provenEnd}
        phoneForm={{ ...formOf('phone'), required: required.phone }}
        messagesForm={{ ...formOf('messages') }}
        codeForm={{ ...formOf('email-code'), required: required['email-code'] }}
        emailForm={{ ...formOf('email'), required: required.email }}
        sentTo={shown ?? (typeof typed === 'string' ? typed : undefined)}
      />
    </PartPageFrame>
  );
}

function Deletion() {
  const { t } = useWords();
  const { data: me, required, inBackups } = useLoaderData<typeof loader>();
  const explanations = [inBackups, ...(me.accountType === 'Expert' ? [t('deleteAccount.expertText')] : [])];
  return <DeletionForm {...useFormOf()('delete')} required={required.delete} explanations={explanations} />;
}
