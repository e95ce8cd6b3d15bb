// biome-ignore-all lint/a11y/noRedundantRoles: on a phone nothing here is laid out as a table, and browsers then forget the roles.
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { readSystem } from '~/domain/clinic/read-system.server';
import { Icon } from '~/ui/icon';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';

type System = Awaited<ReturnType<(typeof readSystem)['run']>>;

/** The loader's data for the page. */
export const useSystem = () => useLoaderData<System>();

type RowProps = {
  id: string;
  name: string;
  /** Says that all is well, that an admin has to act, or neither. */
  level?: 'good' | 'bad' | 'neither';
  state: ReactNode;
  /** More about the state, which stays folded. */
  details?: ReactNode;
  toDo?: ReactNode;
};

/** A row of the table: what it is about, its state, and what to do. On a phone its cells stand below each other. */
export function Row({ id, name, level = 'good', state, details, toDo }: RowProps) {
  const { t } = useWords();
  return (
    <tr
      role="row"
      id={id}
      className="border-line align-top max-md:grid max-md:gap-1 max-md:py-4 md:border-t max-md:not-first:border-t"
    >
      <th role="rowheader" scope="row" className={`${cellLook} font-label md:w-40`}>
        {name}
      </th>
      <td role="cell" className={cellLook}>
        <div className={`flex gap-2 ${level === 'bad' ? 'font-label text-danger' : ''}`}>
          <Icon {...signs[level]} />
          <div className="min-w-0">{state}</div>
        </div>
        {details && (
          <details className="ms-8">
            <summary className="inline-flex min-h-8 cursor-pointer items-center text-small text-muted underline max-md:min-h-11">
              {t('systemPage.details')}
              <OfName name={name} />
            </summary>
            <div className="grid gap-2 pb-2 text-small">{details}</div>
          </details>
        )}
      </td>
      <td role="cell" className={`${cellLook} md:w-64`}>
        {toDo || <span className="text-muted max-md:hidden">–</span>}
      </td>
    </tr>
  );
}

const signs = {
  good: { name: 'check', className: 'mt-0.5 text-good' },
  bad: { name: 'alert', className: 'mt-0.5' },
  neither: { name: 'info', className: 'mt-0.5 text-muted' },
} as const;

export const cellLook = 'min-w-0 text-start [overflow-wrap:anywhere] md:px-3 md:py-2';
