import type { PublicRemoval } from '~/domain/front-desk/dispute-address.server';
import { PageLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** Says how far the removal of an address is, and who asked for it. */
export function RemovalState({ removal }: { removal: PublicRemoval }) {
  const { t, moment } = useWords();
  const { state, askedBy, askedAt, slipFrom } = removal;
  return (
    <div>
      <p className="font-label">{t(`removal.state.${state}`, { moment: moment(slipFrom ?? askedAt) })}</p>
      <p className="text-small text-muted">
        {t('removal.askedBy', { name: askedBy ?? t('ownNumber.unnamed'), moment: moment(askedAt) })}
      </p>
    </div>
  );
}

/** Says why an account with an e-mail address gets no slip, and where its address comes off. */
export function AddressNotice({ userId }: { userId: string }) {
  const { t } = useWords();
  return (
    <Notice icon="alert" variant="wait mb-6">
      {t('slip.hasEmail')} <PageLink to={paths.disputeAddress(userId)}>{t('removal.title')}</PageLink>
    </Notice>
  );
}
