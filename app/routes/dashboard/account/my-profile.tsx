import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { readOwnProfile } from '~/domain/accounts/profile.server';
import { Avatar } from '~/ui/layout/header';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageLoader } from '~/web/pages/page-loader.server';

export const loader = pageLoader(readOwnProfile);

export const meta = pageTitle('profile.title');

export default function MyProfile() {
  const { t } = useWords();
  const { data: me } = useLoaderData<typeof loader>();
  const { about } = me.additionalDetails;
  return (
    <>
      <PageHead title={t('profile.title')} />
      <div className="grid gap-5">
        <section className="sheet flex flex-wrap items-center gap-x-5 gap-y-4">
          <Avatar person={me} size="large" />
          <div className="min-w-0 grow basis-48">
            <h2>
              {me.firstName} {me.lastName}
            </h2>
            {me.email && <p className="text-muted [overflow-wrap:anywhere]">{me.email}</p>}
          </div>
          <Edit to={`${paths.settings}#picture`} what={t('picture.title')} />
        </section>
        <section className="sheet">
          <Head title={t('profile.aboutLabel')} />
          <p dir="auto" className={`mt-2 whitespace-pre-wrap ${about ? '' : 'text-muted'}`}>
            {about || t('profile.aboutEmpty')}
          </p>
        </section>
        <Details profile={me} />
        {me.accountType === 'Expert' && <Credentials credentials={me.credentials} />}
        <ButtonLink to={paths.myData} icon="file" variant="plain justify-self-start">
          {t('myData.title')}
        </ButtonLink>
      </div>
    </>
  );
}

type Me = ReturnType<typeof useLoaderData<typeof loader>>['data'];

function Details({ profile }: { profile: Me }) {
  const { t, day, isKey } = useWords();
  const { gender, contactNumber, dateOfBirth } = profile.additionalDetails;
  const ofGender = `gender.${gender}`;
  const genderName = isKey(ofGender) ? t(ofGender) : gender;
  return (
    <section className="sheet">
      <Head title={t('profile.details')} />
      <dl className="mt-3 grid gap-4 sm:grid-cols-2">
        <Fact name={t('signup.firstNameLabel')} value={profile.firstName} />
        <Fact name={t('signup.lastNameLabel')} value={profile.lastName} add={t('profile.addLastName')} />
        {profile.email && <Fact name={t('experts.email')} value={profile.email} />}
        <Fact name={t('review.phone')} value={contactNumber} add={t('profile.addPhone')} />
        <Fact name={t('profile.genderLabel')} value={genderName} add={t('profile.addGender')} />
        <Fact
          name={t('profile.dateOfBirthLabel')}
          value={dateOfBirth && day(dateOfBirth)}
          add={t('profile.addDateOfBirth')}
        />
      </dl>
    </section>
  );
}

function Credentials({ credentials }: { credentials: Me['credentials'] }) {
  const { t } = useWords();
  const { registrationNumber: number, council, qualification } = credentials ?? {};
  return (
    <section className="sheet">
      <Head to={paths.settingsOf('credentials')} title={t('credentials.title')} />
      <dl className="mt-3 grid gap-4 sm:grid-cols-2">
        <Fact name={t('credentials.numberLabel')} value={number ?? t('reviewed.none')} />
        <Fact name={t('credentials.councilLabel')} value={council ?? t('reviewed.none')} />
        <Fact name={t('credentials.qualificationLabel')} value={qualification ?? t('reviewed.none')} />
      </dl>
    </section>
  );
}

function Head({ title, to = `${paths.settings}#profile` }: { title: string; to?: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <h2 className="min-w-0">{title}</h2>
      <Edit to={to} what={title} />
    </div>
  );
}

function Edit({ to, what }: { to: string; what: string }) {
  const { t } = useWords();
  return (
    <ButtonLink to={to} icon="write" variant="plain small">
      {t('profile.edit')}
      <span className="sr-only"> {what}</span>
    </ButtonLink>
  );
}

/** One fact, or a prompt to add it. */
function Fact({ name, value, add }: { name: string; value: ReactNode; add?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="as-written font-label [overflow-wrap:anywhere]">
        {value || (add && <Link to={`${paths.settings}#profile`}>{add}</Link>)}
      </dd>
    </div>
  );
}
