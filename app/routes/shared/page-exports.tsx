import type { ShouldRevalidateFunction } from '@remix-run/react';
import { PageError } from '~/ui/layout/page-error';
import { paths } from '~/web/request/paths';

/** Shows why a page could not be made, in the frame that the page would have had. */
export function PageErrorBoundary() {
  return <PageError home={paths.home} />;
}

/** Has a page read again what was changed while its form was filled in. */
export const revalidateOnConflict: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;
