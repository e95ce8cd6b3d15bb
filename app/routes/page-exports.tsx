import type { ShouldRevalidateFunction } from '@remix-run/react';
import { PageError } from '~/ui/layout/page-error';
import { paths } from '~/urls/paths';

/** Shows why a page could not be rendered, inside the page's frame. */
export function PageErrorBoundary() {
  return <PageError home={paths.home} />;
}

/** Reloads data that was changed while the page's form was being filled in. */
export const revalidateOnConflict: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;
