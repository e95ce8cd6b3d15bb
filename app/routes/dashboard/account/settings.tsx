import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { changePassword } from '~/domain/accounts/change-password.server';
import { updateCredentials } from '~/domain/accounts/credentials.server';
import { deleteAccount } from '~/domain/accounts/delete-account.server';
import { updatePicture } from '~/domain/accounts/display-picture.server';
import { readOwnSettings, updateProfile } from '~/domain/accounts/profile.server';
import { updateLanguages } from '~/domain/accounts/reading-languages.server';
import { settingsParts } from '~/domain/identity/account-constants';
import { maxAboutLength } from '~/domain/identity/account-schemas';
import { endOtherSessions, endSession } from '~/domain/identity/open-sessions.server';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { backupWords } from '~/web/pages/admin-messages.server';
import { formRules, uploadRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { readCookie, writeCookie } from '~/web/request/cookies.server';
import { paths } from '~/web/request/paths';
import { requestLanguage } from '~/web/request/request-language.server';
import { logOutHeaders } from '~/web/session/session-answers.server';
import {
  CredentialsForm,
  DeletionForm,
  LanguagesForm,
  PasswordForm,
  PictureForm,
  ProfileForm,
  SessionsPart,
} from './settings-forms';

/** Returns the token of this browser's session. */
const ownToken = async ({ request }: { request: Request }) => ({
  token: await readCookie(request, 'session'),
});

const sessionsPart = `${paths.settings}#sessions`;

export const loader = pageLoader(readOwnSettings, {
  routeInput: ({ request, params: { part } }) => {
    if (part !== undefined && !settingsParts.some((one) => one === part)) throw notFound();
    return ownToken({ request });
  },
  extraData: () => {
    const { missing, megabytes, maxBytes } = uploadRules(updatePicture, requestLanguage());
    return {
      picture: { missing, megabytes, maxBytes },
      missing: {
        profile: formRules(updateProfile, requestLanguage()),
        credentials: formRules(updateCredentials, requestLanguage()),
        password: formRules(changePassword, requestLanguage()),
        delete: formRules(deleteAccount, requestLanguage()),
      },
      maxAboutLength,
      ...backupWords(),
    };
  },
});

/** Handles the forms. Each posts to the settings page's path with its part at the end. */
export const action = actionByIntent({
  profile: pageAction(updateProfile, { onSuccess: () => ({ path: paths.myProfile }) }),
  picture: pageAction(updatePicture, { onSuccess: () => ({ path: paths.settings }) }),
  credentials: pageAction(updateCredentials, { onSuccess: () => ({ path: paths.settings }) }),
  languages: pageAction(updateLanguages, { onSuccess: () => ({ path: paths.settings }) }),
  password: pageAction(changePassword, {
    onSuccess: async ({ value }) => ({
      path: paths.settings,
      headers: [await writeCookie('session', value.token), await writeCookie('device', value.device)],
    }),
  }),
  session: pageAction(endSession, {
    onSuccess: () => ({ path: sessionsPart }),
    refusedPath: sessionsPart,
  }),
  'other-sessions': pageAction(endOtherSessions, {
    routeInput: ownToken,
    onSuccess: () => ({ path: sessionsPart }),
  }),
  delete: pageAction(deleteAccount, {
    onSuccess: async ({ request, value }) => ({
      path: paths.home,
      headers: [...(await logOutHeaders(request)), await writeCookie('device', value.device || undefined)],
    }),
  }),
});

type PartName = (typeof settingsParts)[number];

const operationOf: Record<PartName, string> = {
  profile: 'account.updateProfile',
  picture: 'account.updatePicture',
  credentials: 'account.updateCredentials',
  languages: 'account.updateLanguages',
  password: 'account.changePassword',
  session: 'session.end',
  'other-sessions': 'session.endOthers',
  delete: 'account.delete',
};

export const meta = pageTitle('settings.title');

/** Returns a function for the props of a part's form. Only the submitted form gets the answer. */
function useFormOf() {
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  return (name: PartName) => ({
    id: `${name}-form`,
    operation: operationOf[name],
    action: paths.settingsOf(name),
    answer: part === name ? answer : undefined,
  });
}

export default function Settings() {
  const { t } = useWords();
  const {
    data: me,
    typed,
    changedAt,
    picture,
    missing,
    maxAboutLength: maxLength,
  } = useLoaderData<typeof loader>();
  const formOf = useFormOf();
  return (
    <>
      <PageHead title={t('settings.title')} />
      {/* Saved changes reset the forms, so a new password does not stay in its field. */}
      <div key={changedAt} className="grid max-w-3xl gap-6">
        <Part name="picture" title={t('picture.title')}>
          <PictureForm {...formOf('picture')} {...picture} person={me} />
        </Part>
        <Part name="profile" title={t('settings.profile')}>
          <ProfileForm
            {...formOf('profile')}
            missing={missing.profile}
            defaults={typed}
            maxAboutLength={maxLength}
          />
        </Part>
        {me.accountType === 'Expert' && <ExpertParts />}
        <Part name="password" title={t('settings.password')} lead={t('changePassword.lead')}>
          <PasswordForm {...formOf('password')} missing={missing.password} />
        </Part>
        <Part name="second-factor" title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
          <ButtonLink to={paths.secondFactor} icon="lock" variant="plain">
            {t('secondFactor.change')}
          </ButtonLink>
        </Part>
        <Sessions />
        <ButtonLink to={paths.myData} icon="file" variant="plain justify-self-start">
          {t('myData.title')}
        </ButtonLink>
        <Deletion />
      </div>
    </>
  );
}

/** Settings for experts only: their credentials and the languages that they read. */
function ExpertParts() {
  const { t } = useWords();
  const { data: me, reads, missing } = useLoaderData<typeof loader>();
  const formOf = useFormOf();
  return (
    <>
      <Part name="credentials" title={t('credentials.title')} lead={t('credentials.lead')}>
        <CredentialsForm
          {...formOf('credentials')}
          missing={missing.credentials}
          credentials={me.credentials}
        />
      </Part>
      <Part name="languages" title={t('reads.title')} lead={t('reads.lead')}>
        <LanguagesForm {...formOf('languages')} missing={{}} languagesRead={reads} />
      </Part>
    </>
  );
}

function Sessions() {
  const { t } = useWords();
  const { sessions } = useLoaderData<typeof loader>();
  const formOf = useFormOf();
  return (
    <Part name="sessions" title={t('sessions.title')} lead={t('sessions.lead')}>
      <SessionsPart
        sessions={sessions.data}
        total={sessions.meta.total}
        logOutForm={formOf('session')}
        logOutOthersForm={formOf('other-sessions')}
      />
    </Part>
  );
}

function Deletion() {
  const { t } = useWords();
  const { data: me, missing, inBackups } = useLoaderData<typeof loader>();
  const formOf = useFormOf();
  const leads = [inBackups, ...(me.accountType === 'Expert' ? [t('deleteAccount.expertText')] : [])];
  return (
    <Part name="delete" title={t('deleteAccount.title')} lead={t('deleteAccount.text')}>
      <DeletionForm {...formOf('delete')} missing={missing.delete} explanations={leads} />
    </Part>
  );
}

type PartProps = { name: string; title: string; lead?: string; children: ReactNode };

function Part({ name, title, lead, children }: PartProps) {
  return (
    <section id={name} className="sheet" aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
