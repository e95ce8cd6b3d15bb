import { useEffect, useRef, useState } from 'react';
import { useWords } from '~/ui/sentence';

/** One page of a report, or that it could not be shown and where the whole file is. */
export function ReportPage({
  path,
  number,
  alt,
  isWhole,
  note,
  fileLink,
}: {
  path: string;
  number: number;
  alt: string;
  isWhole: boolean;
  /** What is said above it. */
  note?: string;
  fileLink: JSX.Element;
}) {
  const { t } = useWords();
  const picture = useRef<HTMLImageElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // It may have failed before the script was there to hear of it.
    const image = picture.current;
    if (image?.complete && image.naturalWidth === 0) setFailed(true);
  }, []);
  return (
    <figure id={`page-${number}`} className={`viewer-page ${isWhole ? 'whole' : ''}`}>
      {note && <p className="p-2 font-semibold">{note}</p>}
      {hasFailed ? (
        <figcaption className="grid gap-2 p-4">
          <span>
            {alt}: {t('viewer.failed')}
          </span>
          {fileLink}
        </figcaption>
      ) : (
        <img
          ref={picture}
          src={path}
          alt={alt}
          loading={number === 1 ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </figure>
  );
}
