import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { approveExpert, readExpertToApprove } from '~/domain/experts/approve-expert.server';
import { CheckField, OperationForm, SubmitButton } from '~/ui/forms/form';
import { Icon } from '~/ui/icon';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { language } from '~/web/locale/request-language.server';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction, pageLoader } from '~/web/pages/page.server';
import { paths } from '~/web/paths';

const routeInput = ({ params }: { params: { expertId?: string } }) => ({ expertId: params.expertId });

export const loader = pageLoader(readExpertToApprove, {
  routeInput,
  back: paths.pendingExpert,
  with: () => ({ missing: formRules(approveExpert, language()) }),
});

export const action = pageAction(approveExpert, {
  routeInput,
  onSuccess: () => ({ path: paths.pendingExpert }),
  back: paths.pendingExpert,
  toastDetail: { failed: 'approve.failed' },
  failed: paths.pendingExpert,
});

export const meta = pageTitle('experts.approve');

/**
 * Approving opens medical files: the page says to whom, and asks whether somebody has checked who
 * that is.
 */
export default function ApproveExpert() {
  const { t } = useWords();
  const { data: expert, missing } = useLoaderData<typeof loader>();
  const name = `${expert.firstName} ${expert.lastName}`;
  const { registrationNumber: number, council, qualification } = expert.credentials ?? {};
  const register = council ? t('approve.register', { council }) : t('approve.noCouncil');
  return (
    <div className="sheet max-w-xl">
      <h1 className="[overflow-wrap:anywhere]">
        {number ? t('approve.title', { name, number }) : t('approve.titleNoNumber', { name })}
      </h1>
      <p className="mt-3 font-semibold [overflow-wrap:anywhere]">
        {qualification ? `${qualification}, ${expert.email}` : expert.email}
      </p>
      {number ? (
        <p className="mt-2 [overflow-wrap:anywhere]">{register}</p>
      ) : (
        <p className="notice wait mt-3">
          <Icon name="alert" className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{t('approve.noNumber', { name })}</span>
        </p>
      )}
      <p className="mt-2 mb-5 text-muted">{t('approve.opens')}</p>
      <OperationForm
        id="approve"
        operation="expert.approve"
        answer={useActionData<typeof action>()}
        missing={{ isChecked: missing.isChecked ?? '' }}
        action={paths.approveExpert(expert._id)}
      >
        <input type="hidden" name="registrationNumber" value={number ?? ''} />
        <CheckField name="isChecked" label={t(number ? 'approve.checked' : 'approve.checkedOtherwise')} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton icon="check">{t('experts.approve')}</SubmitButton>
          <Link to={paths.pendingExpert} className="button plain">
            <Icon name="close" />
            {t('logout.cancel')}
          </Link>
        </div>
      </OperationForm>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
