import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { Picture, picturePaper } from '~/ui/picture';
import { useWords } from '~/ui/sentence';

// A longer page scrolls in the box instead of shrinking to a thin strip.
const longFrom = 3;

/** Returns the class of a long page, and the proportions of a picture for the style sheet. */
function shapeOf({ naturalWidth, naturalHeight }: HTMLImageElement) {
  const length = Math.max(naturalWidth, naturalHeight) / Math.min(naturalWidth, naturalHeight);
  const longClass = naturalHeight > naturalWidth ? 'tall' : 'wide';
  return {
    className: length > longFrom ? longClass : '',
    style: { '--length': String(length), '--shape': String(naturalHeight / naturalWidth) } as CSSProperties,
  };
}

/** Loads the large picture of a page, and returns the path of the one to show meanwhile. */
function useSharper(path: string, largePath: string, isLarge: boolean) {
  const [shownPath, setShownPath] = useState(path);
  useEffect(() => {
    if (!isLarge) return;
    let isGone = false;
    const picture = new Image();
    picture.src = largePath;
    const show = () => isGone || setShownPath(largePath);
    // Without the large picture, the other one stays.
    picture.decode().then(show, () => undefined);
    return () => {
      isGone = true;
    };
  }, [largePath, isLarge]);
  return shownPath;
}

type ReportPageProps = {
  /** The ID of the page, for links to it. */
  id: string;
  path: string;
  /** The path of the same page in a larger size, loaded once `isLarge` is set. */
  largePath: string;
  isLarge: boolean;
  onLoad: () => void;
  number: number;
  alt: string;
  /** The caption above the page. */
  note?: string;
  fileLink: JSX.Element;
};

/** One page of a report, or a message that it could not be shown with a link to the whole file. */
export function ReportPage(props: ReportPageProps) {
  const { id, path, number, alt, note, fileLink } = props;
  const { t } = useWords();
  const picture = useRef<HTMLImageElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const [shape, setShape] = useState<ReturnType<typeof shapeOf>>();
  const [isLoaded, setLoaded] = useState(false);
  const shownPath = useSharper(path, props.largePath, props.isLarge);
  const look = () => {
    setShape(picture.current ? shapeOf(picture.current) : undefined);
    setLoaded(true);
    props.onLoad();
  };
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
      id={id}
      className={`viewer-page ${shape?.className ?? ''}`}
      style={shape?.style}
      aria-busy={!isLoaded && !hasFailed}
    >
      {note && <p className="p-2 font-label">{note}</p>}
      {!isLoaded && !hasFailed && (
        // The picture covers it once it is there, also without script.
        <span
          className="viewer-loading absolute inset-0 grid place-content-center justify-items-center gap-2"
          aria-hidden="true"
        >
          <LoadingPicture />
          {t('viewer.loading', { page: number })}
        </span>
      )}
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
          src={shownPath}
          draggable={false}
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

/** A paper and a clock. */
const LoadingPicture = () => (
  <Picture>
    <rect x="28" y="18" width="52" height="76" rx="4" fill={picturePaper} />
    <path d="M37 34h34M37 46h34M37 58h16" />
    <circle cx="82" cy="82" r="18" fill={picturePaper} />
    <path d="M82 72v10l7 5" />
  </Picture>
);
