import type { ReactNode } from 'react';
import { Picture, picturePaper } from '~/ui/picture';

type EmptyStateProps = { title: string; hint?: string; children?: ReactNode };

/** The message of an empty list. */
export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className="sheet grid justify-items-center gap-3 !py-12 text-center">
      <EmptyPicture />
      <p className="font-label">{title}</p>
      {hint && <p className="max-w-md text-muted">{hint}</p>}
      {children}
    </div>
  );
}

/** A tray without a paper in it. */
const EmptyPicture = () => (
  <Picture>
    <path d="M22 68l14-34h48l14 34v26H22z" fill={picturePaper} />
    <path d="M22 68h22l6 10h20l6-10h22" />
    <path d="M46 46h28M43 56h34" strokeDasharray="3 7" />
  </Picture>
);
