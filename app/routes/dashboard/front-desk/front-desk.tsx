import { useActionData } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { findAccounts, readFrontDesk } from '~/domain/front-desk/find-account.server';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { Notice } from '~/ui/notices/notice';
import { showResult } from '~/ui/notices/page-arrival';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

export const loader = pageLoader(readFrontDesk);

// By POST, so that a number that was searched for stands in no address and no log.
export const action = renderAction(findAccounts);

export const meta = pageTitle('frontDesk.title');

export default function FrontDesk() {
  const { t } = useWords();
  const answer = useActionData<typeof action>();
  useEffect(() => {
    if (answer) showResult();
  }, [answer]);
  return (
    <>
      <PageHead
        title={t('frontDesk.title')}
        lead={t('frontDesk.lead')}
        aside={
          <div className="actions">
            <ButtonLink to={`${paths.openAccount}?next=on`} icon="profile">
              {t('openAccount.title')}
            </ButtonLink>
            <ButtonLink to={paths.markUrgentByCase} icon="alert" variant="plain">
              {t('danger.worse')}
            </ButtonLink>
            <ButtonLink to={paths.deskLists} icon="print" variant="plain">
              {t('deskLists.title')}
            </ButtonLink>
          </div>
        }
      />
      {/* Before the searches, so that the answer is in view on a phone, also without script. */}
      {answer && (
        <div id="result" className="mb-6">
          <SearchAnswer answer={answer} />
        </div>
      )}
      <Searches />
    </>
  );
}

type Answer = NonNullable<ReturnType<typeof useActionData<typeof action>>>;

/** Shows the results of a search, or the reason why there are none. */
function SearchAnswer({ answer }: { answer: Answer }) {
  const { t } = useWords();
  if ('shown' in answer) return answer.shown.data && <Found accounts={answer.shown.data} />;
  return (
    <Notice icon="alert" variant="bad">
      {answer.lastResult.error?.['']?.[0] ?? t('form.errors')}
    </Notice>
  );
}

/** The three ways to find an account, each a form of its own that works without script. */
function Searches() {
  const { t } = useWords();
  return (
    <div className="sheet grid gap-x-10 gap-y-6 xl:grid-cols-2">
      <Search label={t('ownNumber.label')}>
        <Field name="clinicNumber" label={t('ownNumber.label')} maxLength={20} />
      </Search>
      <Search label={t('report.caseNumber')}>
        <Field name="caseNumber" label={t('report.caseNumber')} maxLength={20} />
      </Search>
      <Search label={t('frontDesk.phoneEnd')}>
        <Field name="phoneEnd" label={t('frontDesk.phoneEnd')} maxLength={24} isNumber />
      </Search>
    </div>
  );
}

function Search({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useWords();
  return (
    <PostForm
      operation="frontDesk.find"
      action={`${paths.frontDesk}#result`}
      role="search"
      aria-label={label}
      className="flex flex-wrap items-end gap-3"
    >
      {children}
      <button type="submit" className="button">
        <Icon name="filter" />
        {t('frontDesk.find')}
        <span className="sr-only"> {t('list.of', { name: label })}</span>
      </button>
    </PostForm>
  );
}

type FieldProps = { name: string; label: string; maxLength: number; isNumber?: boolean };

function Field({ name, label, maxLength, isNumber = false }: FieldProps) {
  return (
    <label className="min-w-0 grow basis-40">
      <span className="field-label">{label}</span>
      <input
        name={name}
        maxLength={maxLength}
        required
        dir="ltr"
        inputMode={isNumber ? 'numeric' : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        className="control"
      />
    </label>
  );
}

type Account = NonNullable<Awaited<ReturnType<(typeof findAccounts)['run']>>['data']>[number];

function Found({ accounts }: { accounts: Account[] }) {
  const { t } = useWords();
  if (accounts.length === 0) return <EmptyState title={t('frontDesk.nobody')} />;
  return (
    <>
      <p role="status" className="mb-3 font-semibold">
        {t('frontDesk.found', { count: accounts.length })}
      </p>
      <ul className="grid gap-4 md:grid-cols-2">
        {accounts.map((account) => (
          <FoundAccount key={account.userId} {...account} />
        ))}
      </ul>
    </>
  );
}

function FoundAccount({ userId, firstName, numberStart, openedAt, hasEmail }: Account) {
  const { t, day } = useWords();
  const ofWhom = <span className="sr-only"> {t('list.of', { name: firstName })}</span>;
  return (
    <li className="sheet grid min-w-0 content-start gap-3 !p-5 [overflow-wrap:anywhere]">
      <div>
        <h2>
          <bdi>{firstName}</bdi>
        </h2>
        <p className="text-muted">
          {t('ownNumber.label')}: <bdi dir="ltr" className="font-figures">{`${numberStart}-…`}</bdi>
          <br />
          {t('frontDesk.opened', { date: day(openedAt) })}
        </p>
      </div>
      <div className="mt-auto flex flex-wrap gap-3">
        <ButtonLink to={paths.issueSlip(userId)} icon="print" variant="small">
          {t('slip.title')}
          {ofWhom}
        </ButtonLink>
        <ButtonLink to={paths.issueReportSlip(userId)} icon="reports" variant="plain small">
          {t('reportSlip.title')}
          {ofWhom}
        </ButtonLink>
        <ButtonLink to={paths.changePhone(userId)} icon="phone" variant="plain small">
          {t('changePhone.title')}
          {ofWhom}
        </ButtonLink>
        {hasEmail && (
          <ButtonLink to={paths.disputeAddress(userId)} icon="mail" variant="plain small">
            {t('removal.title')}
            {ofWhom}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
