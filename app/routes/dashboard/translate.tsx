import { useActionData, useLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import { readWordsOf } from '~/domain/comparison/compare-translation.server';
import { formatFullName } from '~/domain/identity/full-name';
import { maxReviewLength } from '~/domain/report/report-constants';
import { addTranslation, readTranslatePage } from '~/domain/review/translate-review.server';
import { SendAsIsField } from '~/ui/fields/send-as-is-field';
import { useTypeName } from '~/ui/fields/type-name';
import { WritingBox } from '~/ui/fields/writing-box';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { NextStep } from '~/ui/report/next-step';
import { isTickMissing, NumberCheck, numbersField } from '~/ui/report/number-check';
import { RegistrationNotice } from '~/ui/report/registration-bar';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';

export { revalidateOnConflict as shouldRevalidate } from '~/routes/page-exports';

const routeInput = fromPath('reportId');

export const loader = pageLoader(readTranslatePage, {
  routeInput,
  extraData: ({ data: { from, to } }) => ({
    required: requiredFields(addTranslation, 'review'),
    words: { ...readWordsOf(from), ...readWordsOf(to) },
  }),
});

export const action = pageAction(addTranslation, {
  routeInput,
  onSuccess: () => ({ path: paths.translateList }),
  // Changes by the review's author, or a registration that lacks, are reported beside the text.
  refusedPath: ({ refused }) =>
    refused === 'outdated' || refused === 'registrationRequired' ? undefined : paths.translateList,
});

export const meta = pageTitle('translate.title');

export default function Translate() {
  const { t, languageName } = useWords();
  const { data: source, registrationBar, required, words, viewer } = useLoaderData<typeof loader>();
  const compared = useMemo(() => ({ ...source, words }), [source, words]);
  const answer = useActionData<typeof action>();
  const type = useTypeName()(source.reportType);
  const to = languageName(source.to);
  const name = formatFullName(source.expert);
  return (
    <>
      <PageHead
        title={t('translate.title')}
        lead={t('translate.lead', { language: to })}
        aside={<BackLink to={paths.translateList} label={t('translate.back')} />}
      />
      {registrationBar && <RegistrationNotice bar={registrationBar} />}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        {/* On a phone it stays in view during writing. It scrolls with the keyboard too. */}
        <section
          className="sheet max-xl:sticky max-xl:top-2 max-xl:z-10 max-xl:max-h-[38vh] max-xl:overflow-auto"
          aria-labelledby="original"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          tabIndex={0}
        >
          <h2 id="original">{type}</h2>
          <CaseNumber reportId={source._id} />
          <p className="mt-1 mb-3 text-muted">
            {t('translate.original', { name })} <span className="block">{languageName(source.from)}</span>
          </p>
          {source.nextStep && <NextStep step={source.nextStep} />}
          <p className="letter" lang={source.from} dir="auto">
            {source.review}
          </p>
        </section>
        {/* A field that gets the focus is scrolled to below the original. */}
        <section
          className="sheet max-xl:[&_:is(textarea,input)]:scroll-mt-[36vh]"
          aria-label={t('translate.label', { language: to })}
        >
          <OperationForm
            id="translation"
            operation="review.translate"
            answer={answer}
            required={required}
            questions={['sendAsIs']}
            order={['review', numbersField]}
            check={(formData): Record<string, string> =>
              isTickMissing(formData, 'review', compared)
                ? { [numbersField]: t('translate.numbersWrong') }
                : {}
            }
          >
            <input type="hidden" name="version" value={source.version} />
            <WritingBox
              name="review"
              label={t('translate.label', { language: to })}
              rows={14}
              maxLength={maxReviewLength}
              language={source.to}
              submitLabel={t('translate.submit')}
              draft={{ ownerId: viewer.id, reportId: source._id }}
              isRequired
            />
            <SendAsIsField answer={answer} />
            <NumberCheck name="review" source={compared} />
            <SubmitButton busyLabel={t('review.busy')} icon="check">
              {t('translate.submit')}
            </SubmitButton>
          </OperationForm>
        </section>
      </div>
    </>
  );
}
