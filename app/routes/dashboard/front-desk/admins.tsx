import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { addAdmin, listAdmins, takeBackAdmin } from '~/domain/clinic/admins.server';
import { ownWords } from '~/i18n/translate';
import { TextField } from '~/ui/fields/fields';
import { PasswordAndCode } from '~/ui/fields/password-and-code';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction, renderAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { slipPaper } from '~/web/pages/slip-paper.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { SlipPage } from './slip-page';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

/** Handles the forms. Each posts to the page's path with its part at the end. */
const actions = {
  add: renderAction(addAdmin, {
    show: async ({ data: { user, ...slip } }, viewer) => ({
      paper: await slipPaper({ ...slip, firstName: user.firstName }, viewer),
    }),
  }),
  'take-back': pageAction(takeBackAdmin, {
    onSuccess: () => ({ path: paths.admins }),
    refusedPath: paths.admins,
    failedPath: paths.admins,
  }),
};

export const loader = pageLoader(listAdmins, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !Object.hasOwn(actions, part)) throw notFound();
    return {};
  },
  extraData: () => ({
    ...ownWords(requestLanguage(), 'adminsPage'),
    required: formRules(addAdmin, requestLanguage()),
  }),
});

export const action = actionByIntent(actions);

export const meta = pageTitle('admins.title');

/** Lists the admins, and adds another one, whose slip is printed. */
export default function Admins() {
  const { t } = useWords();
  const { admins } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && 'shown' in answer)
    return <SlipPage paper={answer.shown.paper} next={paths.admins} nextWords={t('admins.title')} />;
  return (
    <>
      <PageHead title={t('admins.title')} lead={t('adminsPage.lead')} />
      <div className="grid max-w-3xl gap-6">
        <ul className="sheet grid !py-2">
          {admins.map((admin) => (
            <AdminEntry key={admin.userId} {...admin} />
          ))}
        </ul>
        <AddForm answer={answer} />
      </div>
    </>
  );
}

type AdminEntryProps = ReturnType<typeof useLoaderData<typeof loader>>['admins'][number];

/** An admin, and the way to take back one who has no password of their own yet. */
function AdminEntry({ userId, name, email, since, endsAt, isOver }: AdminEntryProps) {
  const { t, day } = useWords();
  const waiting = endsAt && t(isOver ? 'adminsPage.over' : 'adminsPage.waits', { date: day(endsAt) });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line py-3 [overflow-wrap:anywhere] not-first:border-t">
      <div className="min-w-0">
        <p className="font-label">
          <bdi>{name}</bdi>
        </p>
        {email && (
          <p className="text-muted">
            <bdi dir="ltr">{email}</bdi>
          </p>
        )}
        <p className="text-small text-muted">{waiting || t('adminsPage.since', { date: day(since) })}</p>
      </div>
      {endsAt && (
        <ActionButton
          operation="admins.takeBack"
          action={paths.adminsOf('take-back')}
          fields={{ userId }}
          icon="close"
          variant="plain small"
        >
          {t('adminsPage.takeBack')}
          <OfName name={name} />
        </ActionButton>
      )}
    </li>
  );
}

function AddForm({ answer }: { answer: ReturnType<typeof useActionData<typeof action>> }) {
  const { t } = useWords();
  const { required, asksCode } = useLoaderData<typeof loader>();
  const { part } = useParams();
  const path = paths.adminsOf('add');
  return (
    <section className="sheet" aria-labelledby="add-admin">
      <h2 id="add-admin">{t('adminsPage.add')}</h2>
      <p className="mt-1 mb-4 text-muted">{t('adminsPage.how')}</p>
      <OperationForm
        id="add-form"
        operation="admins.add"
        action={path}
        answer={part === 'add' && answer && !('shown' in answer) ? answer : undefined}
        required={required}
        order={['firstName', 'lastName', 'password', 'otp']}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="firstName" label={t('signup.firstNameLabel')} autoComplete="off" maxLength={60} />
          <TextField
            name="lastName"
            label={t('profile.lastNameOptional')}
            autoComplete="off"
            maxLength={60}
            isRequired={false}
          />
        </div>
        <PasswordAndCode asksCode={asksCode} hint={t('adminsPage.ownPassword')} />
        <SubmitRow icon="check" action={path}>
          {t('adminsPage.submit')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}
