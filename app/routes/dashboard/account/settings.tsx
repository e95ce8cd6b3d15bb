import { Link, useActionData, useLoaderData, useParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { settingsParts } from '~/domain/accounts/constants';
import { deleteAccount } from '~/domain/accounts/own-data/delete-account.server';
import { changePassword } from '~/domain/accounts/password/change-password.server';
import { updateCredentials } from '~/domain/accounts/profile/credentials.server';
import { updatePicture } from '~/domain/accounts/profile/display-picture.server';
import { readOwnSettings, updateProfile } from '~/domain/accounts/profile/profile.server';
import { updateLanguages } from '~/domain/accounts/profile/reading-languages.server';
import { maxAboutLength } from '~/domain/accounts/schemas';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { forgetAll } from '~/web/http/headers.server';
import { language } from '~/web/locale/request-language.server';
import { backupWords } from '~/web/pages/backup-messages.server';
import { formRules, uploadRules } from '~/web/pages/form-rules.server';
import { actionByIntent, notFound, pageAction, pageLoader } from '~/web/pages/page.server';
import { paths } from '~/web/paths';
import { writeCookie } from '~/web/session/cookies.server';
import {
  CredentialsForm,
  DeletionForm,
  LanguagesForm,
  PasswordForm,
  PictureForm,
  ProfileForm,
} from './settings-forms';

export const loader = pageLoader(readOwnSettings, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !settingsParts.some((one) => one === part)) throw notFound();
    return {};
  },
  with: () => {
    const { missing, megabytes, maxBytes } = uploadRules(updatePicture, language());
    return {
      picture: { missing, megabytes, maxBytes },
      missing: {
        profile: formRules(updateProfile, language()),
        credentials: formRules(updateCredentials, language()),
        password: formRules(changePassword, language()),
        delete: formRules(deleteAccount, language()),
      },
      maxAboutLength,
      ...backupWords(),
    };
  },
});

/** Each form posts to the settings page's path with its part at the end. */
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
  delete: pageAction(deleteAccount, {
    onSuccess: async ({ value }) => ({
      path: paths.home,
      headers: [
        await writeCookie('session', undefined),
        await writeCookie('device', value.device || undefined),
        forgetAll,
      ],
    }),
  }),
});

const operationOf: Record<(typeof settingsParts)[number], string> = {
  profile: 'account.updateProfile',
  picture: 'account.updatePicture',
  credentials: 'account.updateCredentials',
  languages: 'account.updateLanguages',
  password: 'account.changePassword',
  delete: 'account.delete',
};

export const meta = pageTitle('settings.title');

export default function Settings() {
  const { t } = useWords();
  const {
    data: me,
    typed,
    reads,
    changedAt,
    picture,
    missing,
    maxAboutLength: most,
    inBackups,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  const of = (name: (typeof settingsParts)[number]) => ({
    id: `${name}-form`,
    operation: operationOf[name],
    action: paths.settingsOf(name),
    answer: part === name ? answer : undefined,
  });
  return (
    <>
      <PageHead title={t('settings.title')} />
      {/* What was saved makes the forms new: a password that was changed does not stay in its field. */}
      <div key={changedAt} className="grid max-w-3xl gap-6">
        <Part name="picture" title={t('picture.title')}>
          <PictureForm {...of('picture')} {...picture} person={me} />
        </Part>
        <Part name="profile" title={t('settings.profile')}>
          <ProfileForm {...of('profile')} missing={missing.profile} defaults={typed} maxAboutLength={most} />
        </Part>
        {me.accountType === 'Expert' && (
          <Part name="credentials" title={t('credentials.title')} lead={t('credentials.lead')}>
            <CredentialsForm
              {...of('credentials')}
              missing={missing.credentials}
              credentials={me.credentials}
            />
          </Part>
        )}
        {me.accountType === 'Expert' && (
          <Part name="languages" title={t('reads.title')} lead={t('reads.lead')}>
            <LanguagesForm {...of('languages')} missing={{}} reads={reads} />
          </Part>
        )}
        <Part name="password" title={t('settings.password')} lead={t('changePassword.lead')}>
          <PasswordForm {...of('password')} missing={missing.password} />
        </Part>
        <Part name="second-factor" title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
          <Link to={paths.secondFactor} className="button plain">
            <Icon name="lock" />
            {t('secondFactor.change')}
          </Link>
        </Part>
        <Link to={paths.myData} className="button plain justify-self-start">
          <Icon name="file" />
          {t('myData.title')}
        </Link>
        <Part name="delete" title={t('deleteAccount.title')} lead={t('deleteAccount.text')}>
          <DeletionForm
            {...of('delete')}
            missing={missing.delete}
            leads={[inBackups, ...(me.accountType === 'Expert' ? [t('deleteAccount.expertText')] : [])]}
          />
        </Part>
      </div>
    </>
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
