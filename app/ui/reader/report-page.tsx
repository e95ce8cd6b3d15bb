import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useWords } from '~/ui/sentence';

// A longer page scrolls in the box instead of shrinking to a thin strip.
const longFrom = 3;

/** Aspect ratio of a long page, and its orientation. */
type Shape = { direction: 'tall' | 'wide'; length: number };

function longShapeOf({ naturalWidth, naturalHeight }: HTMLImageElement): Shape | undefined {
  const length = Math.max(naturalWidth, naturalHeight) / Math.min(naturalWidth, naturalHeight);
  return length > longFrom
    ? { direction: naturalHeight > naturalWidth ? 'tall' : 'wide', length }
    : undefined;
}

const cssOf = ({ length }: Shape) => ({ '--length': String(length) }) as CSSProperties;

type ReportPageProps = {
  path: string;
  number: number;
  alt: string;
  isWhole: boolean;
  /** The caption above the page. */
  note?: string;
  fileLink: JSX.Element;
};

/** One page of a report, or a message that it could not be shown with a link to the whole file. */
export function ReportPage({ path, number, alt, isWhole, note, fileLink }: ReportPageProps) {
  const { t } = useWords();
  const picture = useRef<HTMLImageElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const [shape, setShape] = useState<Shape>();
  const look = () => setShape(picture.current ? longShapeOf(picture.current) : undefined);
  const lookNow = useRef(look);
  useEffect(() => {
    // The picture may have loaded, or failed, before the script could listen.
    const image = picture.current;
    if (!image?.complete) return;
    if (image.naturalWidth === 0) setFailed(true);
    else lookNow.current();
  }, []);
  return (
    <figure
      id={`page-${number}`}
      className={`viewer-page ${isWhole ? 'whole' : ''} ${shape?.direction ?? ''}`}
      style={shape && cssOf(shape)}
    >
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
          onLoad={look}
          onError={() => setFailed(true)}
        />
      )}
    </figure>
  );
}
