import { useActionData, useLoaderData, useParams, useSearchParams } from '@remix-run/react';
import { listPhrases, type PublicPhrase, removePhrase, savePhrase } from '~/domain/desk/phrases.server';
import { maxPhraseLength, variableValues } from '~/domain/report/phrases';
import { allLanguages, languages } from '~/i18n/languages';
import { reportTypes } from '~/platform/enums';
import { SelectField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { useTypeName } from '~/ui/fields/type-name';
import { ActionButton, SubmitButton } from '~/ui/forms/buttons';
import { useOperationField } from '~/ui/forms/operation-field';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, ButtonLink } from '~/ui/links';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const parts = ['save', 'move', 'remove'];

export const loader = pageLoader(listPhrases, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !parts.includes(part)) throw notFound();
    return {};
  },
  extraData: () => ({ required: requiredFields(savePhrase, 'text') }),
});

/** Handles the forms. Each posts to the page's path with its part at the end. */
export const action = actionByIntent({
  save: pageAction(savePhrase, {
    onSuccess: () => ({ path: paths.phrases }),
    refusedPath: ({ refused }) => (refused === 'notFound' ? paths.phrases : undefined),
  }),
  move: pageAction(savePhrase, {
    onSuccess: () => ({ path: paths.phrases, toast: 'none' }),
    refusedPath: paths.phrases,
    failedPath: paths.phrases,
  }),
  remove: pageAction(removePhrase, {
    onSuccess: () => ({ path: paths.phrases }),
    refusedPath: paths.phrases,
    failedPath: paths.phrases,
  }),
});

export const meta = pageTitle('phrases.title');

/** Returns the phrase that the address names, to be changed. */
function useChanged(phrases: PublicPhrase[]) {
  const [query] = useSearchParams();
  const id = query.get('phrase');
  return phrases.find(({ _id }) => _id === id);
}

export default function Phrases() {
  const { t } = useWords();
  const { data: phrases } = useLoaderData<typeof loader>();
  const changed = useChanged(phrases);
  const types = [null, ...reportTypes].filter((type) =>
    phrases.some(({ reportType }) => reportType === type),
  );
  return (
    <>
      <BackLink to={paths.settings} label={t('settings.title')} />
      <PageHead title={t('phrases.title')} lead={t('phrases.lead')} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <PhraseForm key={changed?._id ?? `new-${phrases.length}`} phrase={changed} />
        <div className="grid gap-6">
          {phrases.length === 0 && <p className="text-muted">{t('phrases.empty')}</p>}
          {types.map((type) => (
            <TypeList key={type ?? 'all'} phrases={phrases.filter(({ reportType }) => reportType === type)} />
          ))}
        </div>
      </div>
    </>
  );
}

function PhraseForm({ phrase }: { phrase?: PublicPhrase }) {
  const { t, language } = useWords();
  const { required } = useLoaderData<typeof loader>();
  const { part } = useParams();
  const answer = useActionData<typeof action>();
  const typeName = useTypeName();
  const ofForm = part === 'save' ? answer : undefined;
  const isChange = Boolean(phrase ?? ofForm?.lastResult?.initialValue?.phraseId);
  return (
    <section className="sheet" aria-labelledby="phrase-form">
      <h2 id="phrase-form" className="mb-4">
        {t(isChange ? 'phrases.changeTitle' : 'phrases.addTitle')}
      </h2>
      <OperationForm
        id="phrase"
        operation="phrase.save"
        action={paths.phrasesOf('save')}
        answer={ofForm}
        required={required}
        order={['reportType', 'text', 'language']}
        defaults={{
          phraseId: phrase?._id ?? '',
          reportType: phrase?.reportType ?? '',
          language: phrase?.language ?? language,
          text: phrase?.text ?? '',
        }}
      >
        <PhraseId />
        <SelectField
          name="reportType"
          label={t('upload.reportTypeLabel')}
          empty={t('phrases.allTypes')}
          isRequired={false}
          options={reportTypes.map((type) => ({ value: type, label: typeName(type) }))}
        />
        <TextArea
          name="text"
          label={t('phrases.textLabel')}
          hint={t('phrases.variables', variableValues)}
          rows={4}
          maxLength={maxPhraseLength}
          isRequired
        />
        <SelectField
          name="language"
          label={t('phrases.languageLabel')}
          options={allLanguages.map((code) => ({ value: code, label: languages[code].name }))}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton icon="check">{t('phrases.save')}</SubmitButton>
          {isChange && (
            <ButtonLink to={paths.phrases} icon="close" variant="plain">
              {t('upload.cancel')}
            </ButtonLink>
          )}
        </div>
      </OperationForm>
    </section>
  );
}

/** Sends the ID of the phrase that is changed, also after a mistake. */
function PhraseId() {
  const { field } = useOperationField('phraseId', false);
  return <input type="hidden" name={field.name} defaultValue={field.initialValue} />;
}

/** The phrases of one report type, or for all, in the order in which the review page offers them. */
function TypeList({ phrases }: { phrases: PublicPhrase[] }) {
  const { t } = useWords();
  const [first] = phrases;
  const name = useTypeName();
  if (!first) return null;
  const { reportType } = first;
  const id = `phrases-${reportType ? reportTypes.indexOf(reportType) : 'all'}`;
  return (
    <section className="sheet" aria-labelledby={id}>
      <h2 id={id} className="mb-2">
        {reportType ? name(reportType) : t('phrases.allTypes')}
      </h2>
      <ol>
        {phrases.map((phrase, index) => (
          <PhraseRow
            key={phrase._id}
            phrase={phrase}
            place={index + 1}
            isLast={index === phrases.length - 1}
          />
        ))}
      </ol>
    </section>
  );
}

type PhraseRowProps = { phrase: PublicPhrase; place: number; isLast: boolean };

function PhraseRow({ phrase, place, isLast }: PhraseRowProps) {
  const { t } = useWords();
  const { _id: phraseId, reportType, language, text } = phrase;
  const ofPhrase = <OfName name={text} />;
  const moveTo = (position: number) => ({
    operation: 'phrase.save',
    action: paths.phrasesOf('move'),
    variant: 'plain small w-11 !gap-0 !p-0',
    fields: { phraseId, reportType: reportType ?? '', language, text, position: String(position) },
  });
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <p className="mb-2 whitespace-pre-wrap [overflow-wrap:anywhere]" lang={language} dir="auto">
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`${paths.phrases}?phrase=${phraseId}`} icon="write" variant="plain small">
          {t('phrases.change')}
          {ofPhrase}
        </ButtonLink>
        {place > 1 && (
          <ActionButton {...moveTo(place - 1)} icon="up">
            <span className="sr-only">{t('phrases.up')}</span>
            {ofPhrase}
          </ActionButton>
        )}
        {!isLast && (
          <ActionButton {...moveTo(place + 1)} icon="down">
            <span className="sr-only">{t('phrases.down')}</span>
            {ofPhrase}
          </ActionButton>
        )}
        <ActionButton
          operation="phrase.remove"
          action={paths.phrasesOf('remove')}
          fields={{ phraseId }}
          icon="trash"
          variant="danger small"
        >
          {t('phrases.remove')}
          {ofPhrase}
        </ActionButton>
      </div>
    </li>
  );
}
