// biome-ignore-all lint/a11y/noRedundantRoles: on a phone nothing here is laid out as a table, and browsers then forget the roles.
import type { LinksFunction } from '@remix-run/node';
import type { ReactNode } from 'react';
import { useWords } from '~/ui/sentence';
import styles from './report-table.css?url';

/** The `links` of a page with a table. */
export const tableLinks: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export type Column<Row> = {
  key: string;
  label: string;
  cell(row: Row): ReactNode;
  /** On a card, `long` stands below its label, and `action` has no label and the full width. */
  variant?: 'long' | 'action';
  /** True if the column names the subject of the row. */
  isHeader?: boolean;
};

/**
 * The rows of a list: a table if there is room for one, otherwise a card per row with labels beside
 * the values. `first` is the number of the first row.
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
  /** For tables with many columns. */
  isDense?: boolean;
}) {
  const { t } = useWords();
  return (
    <div className="report-table">
      <div>
        <table role="table" className={isDense ? 'dense @3xl:[&_.font-figures]:text-[0.75rem]' : undefined}>
          <caption className="sr-only">{label}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <Heading>{t('pending.number')}</Heading>
              {columns.map(({ key, label: words }) => (
                <Heading key={key}>{words}</Heading>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, at) => (
              <tr key={row._id} role="row" className="sheet row">
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
    <th role="columnheader" scope="col">
      {children}
    </th>
  );
}

type CellProps = { label: string; variant?: string; isHeader?: boolean; children: ReactNode };

function Cell({ label, variant = '', isHeader, children }: CellProps) {
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
