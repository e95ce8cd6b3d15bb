import type { PublicReport } from '~/domain/report/present-report';
import type { PublicOpening } from '~/domain/report-view/access-log.server';
import type { MessageKey } from '~/i18n/message-keys';
import { Folded } from '~/ui/layout/folded';
import { useWords } from '~/ui/sentence';

/** Lists who has opened a report, folded. */
export function AccessLog({ openings }: { openings: PublicOpening[] }) {
  const { t } = useWords();
  return (
    <Folded title={t('openings.title')}>
      <OpeningList openings={openings} />
    </Folded>
  );
}

type OpeningListProps = {
  openings: PublicOpening[];
  /** The sentences that speak to the patient, for another reader. */
  words?: { none: MessageKey; shared: MessageKey };
};

const wordsForPatient = { none: 'openings.none', shared: 'openings.share.opened' } as const;

/** Lists who has opened a report, the last first. */
export function OpeningList({ openings, words = wordsForPatient }: OpeningListProps) {
  const { t, moment } = useWords();
  if (openings.length === 0) return <p className="text-muted">{t(words.none)}</p>;
  return (
    <ul className="grid gap-2">
      {openings.map(({ action, name, isKey, accountType, registrationNumber, at }) => {
        const isSlip = action === 'reportSlip.issued' || action === 'reportSlip.opened';
        const type = isKey ? t('openings.program') : accountType && t(`account.${accountType}`);
        const reader = name ?? t(isSlip ? 'openings.formerStaff' : 'openings.former');
        return (
          <li key={`${action} ${reader} ${at}`}>
            {t(action === 'share.opened' ? words.shared : `openings.${action}`, {
              // The front desk has accounts of patients.
              name: type && !isSlip ? `${reader} (${type})` : reader,
              number: registrationNumber ?? '',
            })}
            <time dateTime={at} className="block text-small text-muted">
              {moment(at)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}

/** The patient's consents for this report: when and how they were given, and withdrawals. */
export function ConsentLog({ consent }: { consent: NonNullable<PublicReport['consent']> }) {
  const { t, moment } = useWords();
  return (
    <Folded title={t('consent.yours')}>
      <ol className="grid gap-3">
        {[consent, ...consent.earlier].map(
          ({ at, given: isGiven, wording, wordingVersion, door, withdrawnAt }) => (
            <li key={at} className="border-s-2 border-line ps-3">
              {wording && <q dir="auto">{wording}</q>}
              <p className="text-muted">
                {isGiven
                  ? t('consent.given', { moment: moment(at), how: t(`consent.${door}`) })
                  : t('consent.notSaid', { moment: moment(at) })}
                {wordingVersion && ` ${t('consent.wording', { version: wordingVersion })}`}
                {withdrawnAt && ` ${t('consent.withdrawnOn', { moment: moment(withdrawnAt) })}`}
              </p>
            </li>
          ),
        )}
      </ol>
    </Folded>
  );
}
