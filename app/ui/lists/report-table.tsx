// biome-ignore-all lint/a11y/noRedundantRoles: on a phone nothing here is laid out as a table, and browsers then forget the roles.
import type { ReactNode } from 'react';
import type { PublicReport } from '~/domain/reports/present-report';
import { useWords } from '~/ui/sentence';
import { useDoctorName } from './doctor-name';

export type Column<Row> = {
  key: string;
  label: string;
  cell(row: Row): ReactNode;
  /**
   * `long` stands under its label on a card; `action` has no label there and takes the whole width.
   */
  variant?: 'long' | 'action';
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
      <div className="@3xl:rounded-sheet @3xl:border @3xl:border-line @3xl:bg-surface @3xl:px-2 @3xl:shadow-sheet">
        <table role="table" aria-label={label} className={`block w-full @3xl:table ${isDense ? dense : ''}`}>
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
              <tr key={row._id} role="row" className="sheet row">
                <Cell label={t('pending.number')}>
                  <span className="font-figures">{first + at}</span>
                </Cell>
                {columns.map(({ key, label: words, variant, cell }) => (
                  <Cell key={key} label={words} variant={variant}>
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
  variant,
  children,
}: {
  label: string;
  variant?: 'long' | 'action';
  children: ReactNode;
}) {
  return (
    <td role="cell" className={`cell ${variant ?? ''}`} data-label={variant === 'action' ? undefined : label}>
      {children}
    </td>
  );
}

/** The link to a report's file, or why there is none. */
export function ReportLink({ url, name }: { url: string | null; name: string }) {
  const { t } = useWords();
  if (!url) return <span className="text-muted">{t('pending.hidden')}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="font-semibold">
      {t('pending.view')}
      <span className="sr-only">{` ${t('list.of', { name })}`}</span>
    </a>
  );
}

/** An address, broken after the @ before anywhere else. */
export function EmailAddress({ email }: { email: string }) {
  const [name, host] = email.split('@');
  return (
    <span className="min-w-0 [overflow-wrap:anywhere] @3xl:block @3xl:min-w-24">
      {name}@<wbr />
      {host}
    </span>
  );
}

const previewEmails = 110;

/** A review and, under it, who signed it. */
export function SignedReview({ report: { review, expert } }: { report: PublicReport }) {
  const { t } = useWords();
  const doctor = useDoctorName()(expert);
  return (
    <>
      <LongText text={review || t('reviewed.none')} />
      {doctor && <p className="mt-1 text-[0.85rem] text-muted [overflow-wrap:anywhere]">{doctor}</p>}
    </>
  );
}

/** A long text: its beginning, and all of it on demand. */
function LongText({ text }: { text: string }) {
  const { t } = useWords();
  if (text.length <= previewEmails * 1.3) {
    return <span className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</span>;
  }
  return (
    <details className="group [overflow-wrap:anywhere]">
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <span className="group-open:hidden">{beginningOf(text)} </span>
        <span className="flex min-h-9 items-center font-semibold text-accent underline">
          <span className="group-open:hidden">{t('reviewed.more')}</span>
          <span className="hidden group-open:inline">{t('reviewed.less')}</span>
        </span>
      </summary>
      <p className="whitespace-pre-line">{text}</p>
    </details>
  );
}

const beginningOf = (text: string) => `${text.slice(0, previewEmails).replace(/\s+\S*$/, '')}…`;
