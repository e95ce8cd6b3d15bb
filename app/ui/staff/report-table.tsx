// biome-ignore-all lint/a11y/noRedundantRoles: on a phone nothing here is laid out as a table, and browsers then forget the roles.
import type { ReactNode } from 'react';
import { useWords } from '~/ui/sentence';

export type Column<Row> = {
  key: string;
  label: string;
  cell(row: Row): ReactNode;
  /**
   * `long` stands under its label on a card; `action` has no label there and takes the whole width.
   */
  variant?: 'long' | 'action';
  /** Whether it says whom or what the row is about. */
  isHeader?: boolean;
};

const dense =
  '@3xl:text-[0.88rem] @3xl:[&_td]:px-1.5 @3xl:[&_th]:px-1.5 @3xl:[&_tr]:text-[0.88rem] @3xl:[&_.font-figures]:text-[0.75rem] @3xl:[&_.badge]:px-2 @3xl:[&_.badge_svg]:hidden';

/**
 * Rows of a list: a table where there is room for one, and otherwise a card for each row with its
 * labels beside its values. `first` is the number of the first row.
 */
export function ReportTable<Row extends { _id: string }>({
  label,
  columns,
  rows,
  first,
  isDense = false,
}: {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  first: number;
  /** For many columns. */
  isDense?: boolean;
}) {
  const { t } = useWords();
  return (
    <div className="@container">
      <div className="@3xl:overflow-x-auto @3xl:rounded-sheet @3xl:border @3xl:border-line @3xl:bg-surface @3xl:px-2 @3xl:shadow-sheet">
        <table role="table" className={`block w-full @3xl:table ${isDense ? dense : ''}`}>
          <caption className="sr-only">{label}</caption>
          <thead role="rowgroup" className="hidden @3xl:table-header-group">
            <tr role="row" className="border-b border-line text-start text-[0.92rem] text-muted">
              <Heading>{t('pending.number')}</Heading>
              {columns.map(({ key, label: words }) => (
                <Heading key={key}>{words}</Heading>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="grid gap-4 @3xl:table-row-group">
            {rows.map((row, at) => (
              <tr key={row._id} role="row" className="sheet row relative @3xl:static">
                <Cell label={t('pending.number')}>
                  <span className="font-figures">{first + at}</span>
                </Cell>
                {columns.map(({ key, label: words, cell, ...column }) => (
                  <Cell key={key} label={words} {...column}>
                    {cell(row)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className="px-2 py-3 text-start align-bottom leading-snug font-semibold"
    >
      {children}
    </th>
  );
}

function Cell({
  label,
  variant = '',
  isHeader,
  children,
}: {
  label: string;
  variant?: string;
  isHeader?: boolean;
  children: ReactNode;
}) {
  const words = variant === 'action' ? undefined : label;
  return isHeader ? (
    <th role="rowheader" scope="row" className={`cell font-normal ${variant}`} data-label={words}>
      {children}
    </th>
  ) : (
    <td role="cell" className={`cell ${variant}`} data-label={words}>
      {children}
    </td>
  );
}
