import { useLoaderData } from '@remix-run/react';
import type { readSystem } from '~/domain/clinic/read-system.server';
import type { systemWords } from '~/web/pages/admin/system-messages.server';

type System = Awaited<ReturnType<(typeof readSystem)['run']>> & ReturnType<typeof systemWords>;

/** What the page was drawn with. */
export const useSystem = () => useLoaderData<System>();
