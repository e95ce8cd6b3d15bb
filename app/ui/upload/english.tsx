/** The English words beside a translation that nobody has checked. */
export const English = ({ text, variant = '' }: { text?: string; variant?: string }) =>
  text && (
    <bdi lang="en" className={`text-small font-text text-muted ${variant}`}>
      {text}
    </bdi>
  );
