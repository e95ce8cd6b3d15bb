import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react';
import { readHelpedPerson } from '~/domain/help/helped-people.server';
import { uploadReportFor } from '~/domain/help/upload-for.server';
import { defaultDialCode, splitPhoneNumber } from '~/domain/kernel/phone';
import { maxDescriptionLength } from '~/domain/report/schemas';
import { countriesIn } from '~/i18n/countries';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { PersonSheet } from '~/ui/people/person-sheet';
import { useWords } from '~/ui/sentence';
import { NoticeLink } from '~/ui/upload/notice-block';
import { paths } from '~/urls/paths';
import { readDangerQuestion } from '~/web/pages/danger-list.server';
import { uploadRules } from '~/web/pages/form-rules.server';
import { fromPath, type RouteArgs } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import type { PageHandle } from '~/web/pages/page-handle';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requireViewer } from '~/web/pages/require-viewer.server';
import { readMemo } from '~/web/request/cookies.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { PersonFacts } from './person-facts';
import { SendForm } from './send-form';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const handle: PageHandle = { hasLongLists: true };

const userId = fromPath('userId');

/** Reads the person in the address, and the number and year that the helper typed for a stranger. */
async function routeInput(args: RouteArgs) {
  const memo = await readMemo(args.request, 'helped', await requireViewer(args.request));
  return { ...userId(args), ...(memo && (JSON.parse(memo) as object)) };
}

const read = pageLoader(readHelpedPerson, { routeInput });

export async function loader(args: LoaderFunctionArgs) {
  const page = await read(args);
  const countries = countriesIn(requestLanguage());
  const number = page.data?.phoneNumber;
  const dialCodes = countries.map(({ value }) => value);
  return {
    ...page,
    ...uploadRules(uploadReportFor, requestLanguage()),
    danger: await readDangerQuestion(),
    // The rendered page has the countries as options already.
    countries: isAskedAsData() ? countries : [],
    maxDescriptionLength,
    defaults: number ? splitPhoneNumber(number, dialCodes) : { countryCode: defaultDialCode },
  };
}

export const action = pageAction(uploadReportFor, {
  routeInput: userId,
  onSuccess: () => ({ path: paths.sentReports }),
});

export const meta = pageTitle('help.send');

/** Shows who it is first, and the form after that was confirmed. */
export default function SendFor() {
  const { t } = useWords();
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isConfirmed = useSearchParams()[0].has('confirmed');
  const name = page.data?.firstName ?? t('about.thisPerson');
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.help} label={t('help.title')} />
      {answer || (page.data && isConfirmed) ? (
        <>
          <PageHead title={`${t('help.send')}: ${name}`} lead={t('uploadFor.lead')} />
          <SendForm page={page} answer={answer} />
          <NoticeLink path={paths.privacy} />
        </>
      ) : (
        <Confirmation />
      )}
    </div>
  );
}

/** Asks whether it is the right person. */
function Confirmation() {
  const { t } = useWords();
  const { data: person } = useLoaderData<typeof loader>();
  if (!person)
    return (
      <EmptyState title={t('help.again')}>
        <ButtonLink to={paths.help} icon="people">
          {t('help.title')}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <PageHead title={t('help.found')} lead={t('help.confirmText')} />
      <PersonSheet
        name={person.firstName}
        facts={<PersonFacts person={person} />}
        actions={
          <>
            <ButtonLink to={`${paths.sendFor(person.userId)}?confirmed=on`} icon="check">
              {t('help.yes')}
            </ButtonLink>
            <ButtonLink to={paths.help} icon="previous" variant="plain">
              {t('help.no')}
            </ButtonLink>
          </>
        }
      />
    </>
  );
}
