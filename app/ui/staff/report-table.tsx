// biome-ignore-all lint/a11y/noRedundantRoles: on a phone nothing here is laid out as a table, and browsers then forget the roles.
import type { ReactNode } from 'react';
import { useWords } from '~/ui/sentence';
import styles from './report-table.css?url';

/** The `links` of a page with a table. */
export const tableLinks = () => [{ rel: 'stylesheet', href: styles }];

export type Column<Row> = {
  key: string;
  label: string;
  cell(row: Row): ReactNode;
  /**
   * The place on a card. `name` and `corner` share the first line; `top` is one line over the end of
   * `name`. Cells with `half` share a line below the others, and `action` comes last. `hidden` is for screen readers only. All other cells
   * have a line of their own.
   */
  card?: 'name' | 'corner' | 'top' | 'half' | 'action' | 'hidden';
  /** Returns the name that the row is announced by, if this column names the subject of the row. */
  rowName?(row: Row): string;
};

/**
 * The rows of a list: a table if there is room for one, otherwise a card per row. `first` is the
 * number of the first row.
 */
export function ReportTable<Row extends { _id: string }>({
  label,
  columns,
  rows,
  first,
}: {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  first: number;
}) {
  const { t } = useWords();
  return (
    <div className="report-table">
      <div>
        <table role="table">
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
                <td role="cell" className="hidden-on-card font-figures">
                  {first + at}
                </td>
                {columns.map(({ key, cell, card, rowName }) => (
                  <Cell key={key} card={card} name={rowName?.(row)}>
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

type CellProps = { card: Column<unknown>['card']; name?: string; children: ReactNode };

function Cell({ card, name, children }: CellProps) {
  const place = card && `${card}-on-card`;
  return name === undefined ? (
    <td role="cell" className={place}>
      {children}
    </td>
  ) : (
    <th role="rowheader" scope="row" aria-label={name} className={place}>
      {children}
    </th>
  );
}
