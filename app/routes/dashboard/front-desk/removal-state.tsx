import type { PublicRemoval } from '~/domain/front-desk/dispute-address.server';
import { useWords } from '~/ui/sentence';

/** Says how far the removal of an address is, and who asked for it. */
export function RemovalState({ removal }: { removal: PublicRemoval }) {
  const { t, moment } = useWords();
  const { state, askedBy, askedAt, slipFrom } = removal;
  return (
    <div>
      <p className="font-semibold">{t(`removal.state.${state}`, { moment: moment(slipFrom ?? askedAt) })}</p>
      <p className="text-[0.95rem] text-muted">
        {t('removal.askedBy', { name: askedBy ?? t('ownNumber.unnamed'), moment: moment(askedAt) })}
      </p>
    </div>
  );
}
