import { Link, useLocation } from '@remix-run/react';
import type { DeskReport } from '~/domain/desk/list-desk.server';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { patientNameOf } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { paths } from '~/web/request/paths';

/** The reports that an expert has claimed or started to review, above the list of pending ones. */
export function Desk({ desk, viewerId }: { desk: DeskReport[]; viewerId: string }) {
  const { t } = useWords();
  if (desk.length === 0) return null;
  return (
    <section className="sheet mb-6" aria-labelledby="desk">
      <h2 id="desk" className="mb-3">
        {t('claim.yours')}
      </h2>
      <ul className="grid gap-3">
        {desk.map((one) => (
          <Row key={one.report._id} {...one} viewerId={viewerId} />
        ))}
      </ul>
    </section>
  );
}

function Row({ report, hasDraft, viewerId }: DeskReport & { viewerId: string }) {
  const { t } = useWords();
  const { search } = useLocation();
  const type = useTypeName()(report.reportType);
  const name = patientNameOf(report);
  const reader = report.claim?.expert;
  return (
    <li className="flex items-center justify-between gap-x-4 border-t border-line pt-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{name}</p>
        <p className="text-[0.95rem]">{type}</p>
        <CaseNumber reportId={report._id} />
        <div className="flex flex-wrap items-center gap-2">
          {reader && reader._id !== viewerId && (
            <span className="text-[0.9rem] text-muted">
              {t('claim.readBy', { name: `${reader.firstName} ${reader.lastName}`.trim() })}
            </span>
          )}
          {report.progress === 'answered' && <span className="badge new">{t('claim.answered')}</span>}
          {hasDraft && <span className="badge">{t('claim.hasDraft')}</span>}
        </div>
      </div>
      <Link to={`${paths.addReview(report._id)}${search}`} className="button small shrink-0">
        <Icon name="write" className="max-sm:hidden" />
        {t('claim.goOn')}
        <span className="sr-only"> {t('list.of', { name })}</span>
      </Link>
    </li>
  );
}
