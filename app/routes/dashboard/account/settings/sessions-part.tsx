import type { PublicSession } from '~/domain/identity/open-sessions.server';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { SubmitRow } from '~/ui/forms/submit-row';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

type Form = Omit<PartFormProps, 'missing'>;
type Props = { sessions: PublicSession[]; total: number; one: Form; others: Form };

/** Where somebody is logged in, and what logs them out there. */
export function SessionsPart({ sessions, total, one, others }: Props) {
  const { t } = useWords();
  const isAlone = total === 1 && sessions.every(({ isCurrent }) => isCurrent);
  const more = total - sessions.length;
  return (
    <>
      <ul className="grid gap-4">
        {sessions.map((session) => (
          <li key={session._id} className="grid gap-2 border-t border-line pt-4">
            <Session session={session} one={one} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-4 text-muted">{t('sessions.more', { count: more })}</p>}
      <div className="mt-5">
        {isAlone ? (
          <p className="text-muted">{t('sessions.alone')}</p>
        ) : (
          <OperationForm {...others} missing={{}}>
            <SubmitRow icon="logout" action={others.action}>
              {t('sessions.endOthers')}
            </SubmitRow>
          </OperationForm>
        )}
      </div>
    </>
  );
}

function Session({ session, one }: { session: PublicSession; one: Form }) {
  const { t, moment } = useWords();
  const { _id, kind, device, createdAt, lastUsedAt, isCurrent } = session;
  const unknown = t(kind === 'api' ? 'sessions.program' : 'sessions.browser');
  const name = device && kind === 'api' ? t('sessions.programNamed', { name: device }) : (device ?? unknown);
  return (
    <>
      <div>
        <p className="flex flex-wrap items-center gap-x-3 font-semibold" id={`session-${_id}`}>
          {name}
          {isCurrent && (
            <span className="inline-flex items-center gap-1 font-normal text-accent">
              <Icon name="check" />
              {t('sessions.thisDevice')}
            </span>
          )}
        </p>
        <p className="text-[0.95rem] text-muted">
          {t('sessions.opened', { moment: moment(createdAt) })}
          <br />
          {t('sessions.used', { moment: moment(lastUsedAt) })}
        </p>
      </div>
      {!isCurrent && (
        <OperationForm {...one} id={`${one.id}-${_id}`} missing={{}}>
          <input type="hidden" name="sessionId" value={_id} />
          <SubmitRow icon="logout" variant="plain small" action={one.action}>
            {t('sessions.end')}
            <span className="sr-only"> {t('list.of', { name })}</span>
          </SubmitRow>
        </OperationForm>
      )}
    </>
  );
}
