import type { ReactNode } from 'react';
import type { RegisterEntry } from '~/domain/experts/read-doctor.server';
import type { Fact } from '~/ui/layout/confirm-page';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { useExpertFacts } from '~/ui/staff/expert-card';

type Check = RegisterEntry['checks'][number];
type Person = RegisterEntry['events'][number]['by'];

/** Facts below each other, or beside each other where there is room. Those without a value are left out. */
function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-6 gap-y-3">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <div key={label} className="min-w-0 [overflow-wrap:anywhere]">
            <dt className="text-small text-muted">{label}</dt>
            <dd className="font-label">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Returns how a person is named: an account that is deleted has no name, and a restore is nobody. */
function usePersonName() {
  const { t } = useWords();
  return (person: Person): ReactNode => {
    if (!person) return t('doctorPage.restore');
    return person.name ? <bdi>{person.name}</bdi> : t('doctorPage.deleted');
  };
}

/** The standing of a doctor with who decided it, and what the doctor says of themselves. */
export function DoctorFacts({ data: { expert, events } }: { data: RegisterEntry }) {
  const { t, day } = useWords();
  const nameOf = usePersonName();
  const facts = useExpertFacts(expert);
  const status = expert.standing?.is ?? 'pending';
  const approval = events.find(({ action }) => action === 'expert.approved');
  const none = t('reviewed.none');
  return (
    <FactList
      facts={[
        [t('standing.label'), status === 'pending' ? t('doctorPage.pending') : t(`standing.${status}`)],
        [
          t('doctorPage.did.approved'),
          approval && (
            <>
              {day(approval.at)} · {nameOf(approval.by)}
            </>
          ),
        ],
        [facts.number[0], facts.number[1] ?? none],
        [facts.council[0], facts.council[1] ?? none],
        [facts.qualification[0], facts.qualification[1] ?? none],
        facts.email,
        facts.contact,
      ]}
    />
  );
}

/** All checks of the registration, the newest first. */
export function Checks({ data: { expert, checks } }: { data: RegisterEntry }) {
  const { t } = useWords();
  return (
    <section className="sheet mt-6" aria-labelledby="checks">
      <h2 id="checks">{t('doctorPage.checks')}</h2>
      {checks.length === 0 && <p className="mt-2 text-muted">{t('doctorPage.noCheck')}</p>}
      {expert.standing?.registration?.isChanged && (
        <Notice icon="alert" variant="wait mt-3">
          {t('doctorPage.changed')}
        </Notice>
      )}
      <ol className="mt-3 grid gap-5">
        {checks.map((check) => (
          <li key={check._id} className="border-s-2 border-line ps-3">
            <CheckFacts check={check} number={expert.credentials?.registrationNumber ?? null} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** One check: who made it, when and how, and until when it holds. `number`: the doctor's number today. */
function CheckFacts({ check, number }: { check: Check; number: string | null }) {
  const { t, day, moment } = useWords();
  const nameOf = usePersonName();
  const { registrationNumber, method, noNumberReason, validUntil, extendedUntil, endToldAt } = check;
  const written = (text: string | null) =>
    text && (
      <span className="whitespace-pre-wrap font-text" dir="auto">
        {text}
      </span>
    );
  const isOther = registrationNumber !== null && registrationNumber !== number;
  return (
    <>
      <p className="mb-2">
        <span className="font-strong">{moment(check.checkedAt)}</span> · {nameOf(check.checkedBy)}
      </p>
      <FactList
        facts={[
          [
            t('credentials.numberLabel'),
            registrationNumber && (
              <>
                <bdi>{registrationNumber}</bdi>
                {isOther && <span className="block text-wait">{t('doctorPage.otherNumber')}</span>}
              </>
            ),
          ],
          [t('credentials.councilLabel'), check.council && <bdi>{check.council}</bdi>],
          [t('credentials.qualificationLabel'), check.qualification && <bdi>{check.qualification}</bdi>],
          [
            t('doctorPage.method'),
            registrationNumber && (method ? t(`checkPage.by.${method}`) : t('doctorPage.noMethod')),
          ],
          [t('doctorPage.noNumber'), written(noNumberReason)],
          [t('checkPage.validUntil'), validUntil ? day(validUntil) : t('doctorPage.noEnd')],
          [t('doctorPage.extended'), extendedUntil && day(extendedUntil)],
          [t('doctorPage.extension'), written(check.extensionReason)],
          [t('doctorPage.told'), endToldAt && day(endToldAt)],
        ]}
      />
    </>
  );
}

const actionWords = {
  'expert.approved': 'doctorPage.did.approved',
  'expert.rejected': 'doctorPage.did.rejected',
  'expert.suspended': 'doctorPage.did.suspended',
  'expert.restored': 'doctorPage.did.restored',
  'expert.answersDoubted': 'doctorPage.did.answersDoubted',
  'expert.answersKept': 'doctorPage.did.answersKept',
  'registration.checked': 'doctorPage.did.checked',
  'registration.extended': 'doctorPage.did.extended',
  'credentials.changed': 'doctorPage.did.changed',
} as const satisfies Record<RegisterEntry['events'][number]['action'], string>;

/** The decisions about a doctor and the changes of the registration, the newest first. */
export function Events({ events }: Pick<RegisterEntry, 'events'>) {
  const { t, moment } = useWords();
  const nameOf = usePersonName();
  return (
    <section className="sheet mt-6" aria-labelledby="history">
      <h2 id="history">{t('doctorPage.history')}</h2>
      {events.length === 0 && <p className="mt-2 text-muted">{t('doctorPage.empty')}</p>}
      <ol className="mt-2 grid">
        {events.map(({ action, at, by }) => (
          <li key={`${at} ${action}`} className="border-t border-line py-2 [overflow-wrap:anywhere]">
            <span className="font-label">{t(actionWords[action])}</span>
            <span className="block text-small text-muted">
              {moment(at)} · {nameOf(by)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
