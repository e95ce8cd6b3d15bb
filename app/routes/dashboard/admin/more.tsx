import { useLoaderData } from '@remix-run/react';
import { choosePart, readClinicParts } from '~/domain/clinic/clinic-parts.server';
import type { MessageKey } from '~/i18n/message-keys';
import { ownWords } from '~/i18n/translate';
import type { ClinicPart } from '~/platform/enums';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readClinicParts, {
  extraData: () => ownWords(requestLanguage(), 'morePage'),
});

export const action = pageAction(choosePart, {
  onSuccess: () => ({ path: paths.more }),
  refusedPath: paths.more,
  failedPath: paths.more,
});

export const meta = pageTitle('nav.more');

const partWords = {
  frontDesk: { title: 'morePage.frontDesk', text: 'morePage.frontDeskText' },
  programs: { title: 'nav.programs', text: 'morePage.programsText' },
  sentences: { title: 'sentences.title', text: 'morePage.sentencesText' },
} as const satisfies Record<ClinicPart, { title: MessageKey; text: MessageKey }>;

const partLinks: Record<ClinicPart, { to: string; label: MessageKey }[]> = {
  frontDesk: [
    { to: paths.frontDesk, label: 'frontDesk.title' },
    { to: paths.helpers, label: 'duties.title' },
  ],
  programs: [
    { to: paths.keys, label: 'keys.title' },
    { to: paths.webhooks, label: 'webhooks.title' },
  ],
  sentences: [{ to: paths.checkedSentences, label: 'sentences.title' }],
};

/** The parts of the clinic that not every clinic uses, what each is for, and whether it is in the menu. */
export default function More() {
  const { t } = useWords();
  const { parts } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-3xl">
      <PageHead title={t('nav.more')} lead={t('morePage.lead')} />
      <ul className="grid gap-4">
        {parts.map((part) => (
          <li key={part.part}>
            <Part {...part} />
          </li>
        ))}
      </ul>
      <section className="sheet mt-4 grid gap-3" aria-labelledby="breaches">
        <h2 id="breaches" className="text-body">
          {t('breachTitle.list')}
        </h2>
        <p className="text-muted">{t('morePage.breachesText')}</p>
        <div>
          <PageLink to={paths.breaches} className="inline-flex min-h-11 items-center gap-1 font-label">
            {t('breachTitle.list')}
            <Icon name="next" />
          </PageLink>
        </div>
      </section>
    </div>
  );
}

type PartProps = ReturnType<typeof useLoaderData<typeof loader>>['parts'][number];

function Part({ part, isUsed, isTurnedOn }: PartProps) {
  const { t } = useWords();
  const { title, text } = partWords[part];
  const isInMenu = isUsed || isTurnedOn;
  return (
    <section className="sheet grid gap-3" aria-labelledby={part}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={part} className="min-w-0 text-body [overflow-wrap:anywhere]">
          {t(title)}
        </h2>
        {isInMenu && (
          <span className="badge good">
            <Icon name="check" className="h-4 w-4" />
            {t(isUsed ? 'morePage.used' : 'morePage.inMenu')}
          </span>
        )}
      </div>
      <p className="text-muted">{t(text)}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {!isUsed && (
          <ActionButton
            operation="clinic.choosePart"
            action={paths.more}
            fields={{ part, choice: isTurnedOn ? 'off' : 'on' }}
            icon={isTurnedOn ? 'minus' : 'plus'}
            variant="plain small"
          >
            {t(isTurnedOn ? 'morePage.leaveOut' : 'morePage.show')}
            <OfName name={t(title)} />
          </ActionButton>
        )}
        {partLinks[part].map(({ to, label }) => (
          <PageLink key={to} to={to} className="inline-flex min-h-11 items-center gap-1 font-label">
            {t(label)}
            <Icon name="next" />
          </PageLink>
        ))}
      </div>
    </section>
  );
}
