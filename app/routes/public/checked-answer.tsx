import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { type CheckView, checkReview } from '~/domain/shares/check-review.server';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { Notice } from '~/ui/notices/notice';
import { CheckForm } from '~/ui/report/check-form';
import { Credentials } from '~/ui/report/credentials';
import { NextStep } from '~/ui/report/next-step';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { openPageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const readPage = openPageLoader(checkReview, { routeInput: fromPath('code') });

/** Reads the answer behind a code. An unknown one is a 404 with the form, so that it can be corrected. */
export async function loader(args: LoaderFunctionArgs) {
  const required = formRules(checkReview, requestLanguage());
  try {
    const { data: answer } = await readPage(args);
    return data({ answer, required });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return data({ answer: null, required }, { status: 404 });
  }
}

const isNotFound = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'init' in error &&
  (error.init as ResponseInit | null)?.status === 404;

export const meta = pageTitle('check.title');

export default function CheckedAnswer() {
  const { t } = useWords();
  const { answer, required } = useLoaderData<typeof loader>();
  return (
    <GuestSheet title={t('check.title')} isWide>
      {answer ? (
        <Checked answer={answer} />
      ) : (
        <Notice icon="alert" variant="bad">
          {t('check.unknown')}
        </Notice>
      )}
      <section className="mt-6 border-line border-t pt-5">
        <h2 className="mb-3">{t('check.another')}</h2>
        <CheckForm action={paths.check} answer={undefined} required={required} />
      </section>
    </GuestSheet>
  );
}

const sentences = {
  newer: 'check.newer',
  takenBack: 'check.takenBack',
  withdrawn: 'check.withdrawn',
  deleted: 'check.deleted',
  unconfirmed: 'check.unconfirmed',
} as const satisfies Record<Exclude<CheckView['state'], 'current'>, string>;

/** The state of the printed version, and the answer if it still holds. */
function Checked({ answer }: { answer: CheckView }) {
  const { t, day, language, languageName } = useWords();
  const { state, review, reviewedAt, amendedAt, nextStep, translations } = answer;
  if (state !== 'current' || !review)
    return (
      <Notice icon="alert" variant="bad">
        {t(sentences[state === 'current' ? 'unconfirmed' : state])}
      </Notice>
    );
  return (
    <>
      <Notice icon="check" variant="good mb-5">
        {t('check.current')}
      </Notice>
      {nextStep && <NextStep step={nextStep} />}
      <h2 className="mb-2">{t('report.review')}</h2>
      <p className="letter" lang={review.language ?? 'en'} dir="auto">
        {review.text}
      </p>
      <p className="mt-3 font-label [overflow-wrap:anywhere]">
        {t('report.reviewedBy', { name: review.doctor, date: day(reviewedAt ?? '') })}
      </p>
      <Credentials of={review} />
      {amendedAt && <p className="text-muted">{t('check.changedOn', { date: day(amendedAt) })}</p>}
      {translations.map((translation) => (
        <section key={translation.language} className="mt-5">
          <h2 className="mb-2">
            {t('review.inYours', { language: languageName(translation.language ?? language) })}
          </h2>
          {translation.toCompare.length > 0 && (
            <Notice icon="alert" variant="wait mb-3">
              {t('review.numbersUnchecked', { words: translation.toCompare.join(', ') })}
            </Notice>
          )}
          <p className="letter" lang={translation.language ?? 'en'} dir="auto">
            {translation.text}
          </p>
          <p className="mt-3 text-small text-muted [overflow-wrap:anywhere]">
            {t('reportSlip.translatedBy', { name: translation.doctor })}
          </p>
          <Credentials of={translation} />
        </section>
      ))}
      <p className="mt-5 text-small text-muted">{t('check.translations')}</p>
    </>
  );
}
