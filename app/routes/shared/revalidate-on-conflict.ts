import type { ShouldRevalidateFunction } from '@remix-run/react';

/** Has a page read again what was changed while its form was filled in. */
export const revalidateOnConflict: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;
