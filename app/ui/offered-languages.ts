import { useRouteLoaderData } from '@remix-run/react';
import { allLanguages, type Language } from '~/i18n/languages';

/** Returns the languages that the clinic offers. The frame's data names them if some are left out. */
export function useOfferedLanguages(): readonly Language[] {
  const frame = useRouteLoaderData('root') as { offeredLanguages?: Language[] } | undefined;
  return frame?.offeredLanguages ?? allLanguages;
}
