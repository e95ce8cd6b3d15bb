import type { ReactNode } from 'react';
import { Mark } from './logo';
import { LostCookieNotice } from './lost-cookie-notice';

type GuestSheetProps = {
  title: string;
  lead?: ReactNode;
  points?: ReactNode;
  children: ReactNode;
  isWide?: boolean;
};

/** The frame of the pages before log-in: what it is about beside the form, above it on a phone. */
export function GuestSheet({ title, lead, points, children, isWide = false }: GuestSheetProps) {
  return (
    <div
      className={`guest page grid items-start gap-6 pt-8 short:pt-3 md:pt-14 ${isWide ? 'lg:grid-cols-[20rem_minmax(0,36rem)]' : 'md:grid-cols-[18rem_minmax(0,30rem)]'} md:justify-center md:gap-14`}
    >
      <div className="min-w-0">
        <Mark className="mb-4 hidden h-12 w-16 text-accent md:block" />
        <h1>{title}</h1>
        {lead && <p className="mt-3 text-muted">{lead}</p>}
        {points && <p className="mt-3 text-muted">{points}</p>}
      </div>
      <div className="sheet min-w-0">
        <LostCookieNotice />
        {children}
      </div>
    </div>
  );
}
