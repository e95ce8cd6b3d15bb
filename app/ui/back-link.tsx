import { Link } from '@remix-run/react';
import { Icon } from './icon';

/** The way back to a list, beside the title of a page. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-1 font-semibold">
      <Icon name="previous" />
      {label}
    </Link>
  );
}
