/** The English words beside a translation that nobody has checked. */
export const English = ({ text }: { text?: string }) =>
  text && (
    <bdi lang="en" className="text-[0.9rem] text-muted">
      {text}
    </bdi>
  );
