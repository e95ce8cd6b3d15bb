import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import {
  grantFrontDesk,
  grantHelper,
  listDutyHolders,
  withdrawFrontDesk,
  withdrawHelper,
} from '~/domain/front-desk/duties.server';
import type { Duty } from '~/platform/enums';
import { TextField } from '~/ui/fields/fields';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState } from '~/ui/lists/empty-state';
import { OfName } from '~/ui/of-name';
import { PersonSheet } from '~/ui/people/person-sheet';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const here = { onSuccess: () => ({ path: paths.helpers }) };
const withdrawal = { ...here, refusedPath: paths.helpers, failedPath: paths.helpers };

/** Handles the forms. Each posts to the page's path with its part at the end. */
const actions = {
  helper: pageAction(grantHelper, here),
  'front-desk': pageAction(grantFrontDesk, here),
  'end-helper': pageAction(withdrawHelper, withdrawal),
  'end-front-desk': pageAction(withdrawFrontDesk, withdrawal),
};

export const loader = pageLoader(listDutyHolders, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !Object.hasOwn(actions, part)) throw notFound();
    return {};
  },
  extraData: () => ({ required: requiredFields(grantHelper, 'name') }),
});

export const action = actionByIntent(actions);

export const meta = pageTitle('duties.title');

const duties = {
  helper: {
    part: 'helper',
    grant: 'duties.grantHelper',
    text: 'duties.helperText',
    since: 'duties.helperSince',
    withdraw: 'duties.withdrawHelper',
  },
  frontDesk: {
    part: 'front-desk',
    grant: 'duties.grantFrontDesk',
    text: 'duties.frontDeskText',
    since: 'duties.frontDeskSince',
    withdraw: 'duties.withdrawFrontDesk',
  },
} as const satisfies Record<Duty, object>;

export default function Helpers() {
  const { t } = useWords();
  const { data: holders } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('duties.title')} lead={t('duties.lead')} />
      {holders.length === 0 ? (
        <EmptyState title={t('duties.none')} />
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {holders.map((holder) => (
            <li key={holder.userId}>
              <Holder {...holder} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 grid gap-4 md:grid-cols-2">
        <GrantForm duty="helper" />
        <GrantForm duty="frontDesk" />
      </div>
    </>
  );
}

type HolderProps = ReturnType<typeof useLoaderData<typeof loader>>['data'][number];

function Holder({ userId, name, email, clinicNumber, helperSince, frontDeskSince }: HolderProps) {
  const { t, day } = useWords();
  const rows = [
    ['helper', helperSince],
    ['frontDesk', frontDeskSince],
  ] as const;
  return (
    <PersonSheet name={name} facts={<bdi dir="ltr">{email || clinicNumber}</bdi>}>
      {rows.map(
        ([duty, since]) =>
          since && (
            <div key={duty} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p>{t(duties[duty].since, { date: day(since) })}</p>
              <ActionButton
                operation={`duties.withdraw.${duty}`}
                action={paths.helpersOf(`end-${duties[duty].part}`)}
                fields={{ userId }}
                icon="close"
                variant="plain small"
              >
                {t(duties[duty].withdraw)}
                <OfName name={name} />
              </ActionButton>
            </div>
          ),
      )}
    </PersonSheet>
  );
}

function GrantForm({ duty }: { duty: Duty }) {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isSent = useParams().part === duties[duty].part;
  const path = paths.helpersOf(duties[duty].part);
  return (
    <section className="sheet" aria-labelledby={`grant-${duty}`}>
      <h2 id={`grant-${duty}`}>{t(duties[duty].grant)}</h2>
      <p className="mt-1 mb-4 text-muted">{t(duties[duty].text)}</p>
      <OperationForm
        id={`${duties[duty].part}-form`}
        operation={`duties.grant.${duty}`}
        action={path}
        answer={isSent ? answer : undefined}
        required={required}
      >
        <TextField name="name" label={t('duties.nameLabel')} autoComplete="off" maxLength={254} />
        <SubmitRow icon="check" action={path}>
          {t(duties[duty].grant)}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}
