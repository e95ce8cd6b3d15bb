import { useActionData } from '@remix-run/react';
import { useEffect } from 'react';
import { findAccounts, readFrontDesk } from '~/domain/front-desk/find-account.server';
import { TextField } from '~/ui/fields/fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { showResult } from '~/ui/notices/page-arrival';
import { PostForm } from '~/ui/notices/post-form';
import { OfName } from '~/ui/of-name';
import { PersonSheet } from '~/ui/people/person-sheet';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readFrontDesk);

// By POST, so that a number that was searched for stands in no address and no log.
export const action = renderAction(findAccounts);

export const meta = pageTitle('frontDesk.title');

export default function FrontDesk() {
  const { t } = useWords();
  const answer = useActionData<typeof action>();
  const found = answer && 'shown' in answer ? answer.shown.data : null;
  useEffect(() => {
    if (found) showResult();
  }, [found]);
  return (
    <>
      <PageHead
        title={t('frontDesk.title')}
        lead={t('frontDesk.lead')}
        aside={
          <div className="actions">
            <ButtonLink to={`${paths.openAccount}?next=on`} icon="profile" variant="plain">
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
      {/* Before the search, so that the answer is in view on a phone, also without script. */}
      {found && (
        <div id="result" className="mb-6">
          <Found accounts={found} />
        </div>
      )}
      <Searches answer={answer && 'shown' in answer ? undefined : answer} />
    </>
  );
}

const searchPath = `${paths.frontDesk}#result`;

type Failure = Exclude<ReturnType<typeof useActionData<typeof action>>, { shown: unknown } | undefined>;

/** One field that tells by the form of a text what to search by, and the three ways by name. */
function Searches({ answer }: { answer?: Failure }) {
  const { t } = useWords();
  const label = t('frontDesk.searchLabel');
  const { clinicNumber, caseNumber, phoneEnd } = answer?.lastResult.initialValue ?? {};
  return (
    <div className="sheet">
      <search aria-label={label} className="block max-w-2xl">
        <OperationForm
          id="search"
          operation="frontDesk.find"
          action={searchPath}
          answer={answer}
          required={{ text: t('frontDesk.unclear') }}
        >
          <TextField
            name="text"
            label={label}
            hint={t('frontDesk.searchHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            maxLength={40}
          />
          <SubmitRow icon="search" action={searchPath}>
            {t('frontDesk.find')}
          </SubmitRow>
        </OperationForm>
      </search>
      <details
        className="mt-4 border-line border-t pt-2"
        open={Boolean(clinicNumber || caseNumber || phoneEnd)}
      >
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-label underline decoration-edge">
          {t('frontDesk.otherWays')}
        </summary>
        <div className="mt-2 grid gap-x-10 gap-y-5 xl:grid-cols-2">
          <Search name="clinicNumber" label={t('ownNumber.label')} maxLength={20} typed={clinicNumber} />
          <Search name="caseNumber" label={t('report.caseNumber')} maxLength={20} typed={caseNumber} />
          <Search name="phoneEnd" label={t('frontDesk.phoneEnd')} maxLength={24} typed={phoneEnd} isNumber />
        </div>
      </details>
    </div>
  );
}

type SearchProps = { name: string; label: string; maxLength: number; typed: unknown; isNumber?: boolean };

/** A form that searches in one way. */
function Search({ name, label, maxLength, typed, isNumber = false }: SearchProps) {
  const { t } = useWords();
  return (
    <PostForm
      operation="frontDesk.find"
      action={searchPath}
      role="search"
      aria-label={label}
      className="flex flex-wrap items-end gap-3"
    >
      <label className="min-w-0 grow basis-40">
        <span className="field-label">{label}</span>
        <input
          name={name}
          defaultValue={typeof typed === 'string' ? typed : undefined}
          maxLength={maxLength}
          required
          dir="ltr"
          inputMode={isNumber ? 'numeric' : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          className="control"
        />
      </label>
      <button type="submit" className="button plain">
        <Icon name="search" />
        {t('frontDesk.find')}
        <OfName name={label} />
      </button>
    </PostForm>
  );
}

type Account = NonNullable<Awaited<ReturnType<(typeof findAccounts)['run']>>['data']>[number];

function Found({ accounts }: { accounts: Account[] }) {
  const { t } = useWords();
  if (accounts.length === 0) return <EmptyState title={t('frontDesk.nobody')} />;
  return (
    <>
      <p role="status" className="mb-3 font-label">
        {t('frontDesk.found', { count: accounts.length })}
      </p>
      <ul className="grid gap-4 md:grid-cols-2">
        {accounts.map((account) => (
          <li key={account.userId}>
            <FoundAccount {...account} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FoundAccount({ userId, firstName, numberStart, openedAt, hasEmail }: Account) {
  const { t, day } = useWords();
  const ways = [
    { to: paths.issueSlip(userId), icon: 'print', label: t('slip.title') },
    { to: paths.issueReportSlip(userId), icon: 'reports', label: t('reportSlip.title') },
    { to: paths.changePhone(userId), icon: 'phone', label: t('changePhone.title') },
    ...(hasEmail
      ? [{ to: paths.disputeAddress(userId), icon: 'mail', label: t('removal.title') } as const]
      : []),
  ] as const;
  return (
    <PersonSheet
      name={firstName}
      facts={
        <p>
          {t('ownNumber.label')}: <bdi dir="ltr" className="font-figures">{`${numberStart}-…`}</bdi>
          <br />
          {t('frontDesk.opened', { date: day(openedAt) })}
        </p>
      }
      actions={ways.map(({ to, icon, label }) => (
        <ButtonLink key={to} to={to} icon={icon} variant="plain small">
          {label}
          <OfName name={firstName} />
        </ButtonLink>
      ))}
    />
  );
}
