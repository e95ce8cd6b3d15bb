import { useWords } from '~/ui/sentence';

type Props = {
  of: { qualification: string | null; registrationNumber: string | null; council: string | null };
};

/** What a doctor's text is signed with beside the name. Empty if nothing was given. */
export function Credentials({ of: { qualification, registrationNumber, council } }: Props) {
  const { t } = useWords();
  const parts = [
    qualification && <bdi key="qualification">{qualification}</bdi>,
    registrationNumber && (
      <span key="number">
        {t('credentials.short')} <bdi>{registrationNumber}</bdi>
      </span>
    ),
    council && <bdi key="council">{council}</bdi>,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <p className="text-small text-muted [overflow-wrap:anywhere]">
      {parts.flatMap((part, at) => (at > 0 ? [' · ', part] : [part]))}
    </p>
  );
}
