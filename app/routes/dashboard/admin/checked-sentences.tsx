import { useActionData, useLoaderData } from '@remix-run/react';
import { readSentences, recordCheck } from '~/domain/clinic/checked-sentences.server';
import { maxCheckerLength } from '~/domain/report/step-constants';
import { TextField } from '~/ui/fields/fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readSentences);

export const action = pageAction(recordCheck, {
  onSuccess: () => ({ path: paths.checkedSentences }),
  refusedPath: paths.checkedSentences,
});

export const meta = pageTitle('sentences.title');

/** The danger signs and the sentences of next steps in each language, and who has checked them. */
export default function CheckedSentences() {
  const { t } = useWords();
  const { signs, languages } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-3xl">
      <PageHead title={t('sentences.title')} />
      <CheckList
        list="signs"
        title={t('sentences.signs')}
        lead={t('sentences.signsLead')}
        languages={signs}
      />
      <CheckList list="check" title={t('sentences.steps')} lead={t('sentences.lead')} languages={languages} />
    </div>
  );
}

type OfLanguageProps = ReturnType<typeof useLoaderData<typeof loader>>['languages'][number];

type CheckListProps = { list: 'signs' | 'check'; title: string; lead: string; languages: OfLanguageProps[] };

function CheckList({ list, title, lead, languages }: CheckListProps) {
  return (
    <section className="mb-8">
      <h2>{title}</h2>
      <p className="mt-1 mb-4 text-muted">{lead}</p>
      <ul className="grid gap-3">
        {languages.map((ofLanguage) => (
          <li key={ofLanguage.language}>
            <OfLanguage {...ofLanguage} list={list} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OfLanguage({
  list,
  language,
  wordingHash,
  check,
  sentences,
}: OfLanguageProps & Pick<CheckListProps, 'list'>) {
  const { t, day, languageName } = useWords();
  const answer = useActionData<typeof action>();
  const isAnswered = answer?.lastResult?.initialValue?.wordingHash === wordingHash;
  // The English signs are confirmed by a doctor, and their sources stand below them.
  const isOriginal = language === 'en';
  return (
    <details className="sheet !py-0" open={isAnswered}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
        <h3 className="text-body">{languageName(language)}</h3>
        <span className={`badge !whitespace-normal ${check ? 'good' : 'wait'}`}>
          <Icon name={check ? 'check' : 'pending'} className="h-4 w-4" />
          {check
            ? t('sentences.checkedBy', { name: check.by, date: day(check.at) })
            : t('sentences.notChecked')}
        </span>
      </summary>
      <dl className="grid gap-3 border-t border-line py-4 [overflow-wrap:anywhere]">
        {sentences.map(({ original, sentence }) => (
          <div key={original}>
            <dt lang="en" dir="ltr" className={isOriginal ? undefined : 'text-small text-muted'}>
              {original}
            </dt>
            <dd lang={language} dir="auto" className={isOriginal ? 'text-small text-muted' : undefined}>
              {sentence}
            </dd>
          </div>
        ))}
      </dl>
      <div className="border-t border-line py-4">
        {isOriginal && (
          <p className="mb-3 text-muted">{t('sentences.version', { version: wordingHash.slice(0, 8) })}</p>
        )}
        <OperationForm
          id={`${list}-${language}`}
          operation="sentences.recordCheck"
          answer={isAnswered ? answer : undefined}
          required={{ by: t('sentences.nameMissing') }}
        >
          <input type="hidden" name="language" value={language} />
          <input type="hidden" name="wordingHash" value={wordingHash} />
          <TextField
            name="by"
            label={t(isOriginal ? 'sentences.doctor' : 'sentences.name')}
            maxLength={maxCheckerLength}
          />
          <SubmitRow icon="check" variant="small">
            {t('sentences.submit')}
          </SubmitRow>
        </OperationForm>
      </div>
    </details>
  );
}
