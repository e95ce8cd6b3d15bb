import { Link, useLocation } from '@remix-run/react';
import type { DeskReport } from '~/domain/desk/list-desk.server';
import { toCaseNumber } from '~/domain/report/report-constants';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { patientNameOf, useAboutWords } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import { UrgentMark } from '~/ui/staff/urgent-mark';
import { paths } from '~/urls/paths';

/** The reports that an expert has claimed or started to review, in one line above the pending ones. */
export function Desk({ desk }: { desk: DeskReport[] }) {
  const { t } = useWords();
  const { search } = useLocation();
  const typeName = useTypeName();
  const labels = useLabels(desk);
  if (desk.length === 0) return null;
  return (
    <section
      className="mb-2 flex flex-wrap items-center gap-x-1 border-y border-line text-small"
      aria-label={t('claim.yours')}
    >
      <p className="leading-8">{t('claim.open', { count: desk.length })}</p>
      <ul className="contents">
        {labels.map(({ report, name, details }) => (
          <li key={report._id} className="flex min-w-0 items-center gap-x-1 not-last:after:content-['·']">
            <Link
              to={`${paths.addReview(report._id)}${search}`}
              title={`${patientNameOf(report)}, ${typeName(report.reportType)}, ${toCaseNumber(report._id)}`}
              className="inline-flex min-h-[2.7rem] min-w-0 items-center gap-2"
            >
              <span className="sr-only">{t('claim.goOn')} </span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <bdi>{name}</bdi>
                {details && `, ${details}`}
              </span>
              {report.urgent && <UrgentMark />}
              {report.progress === 'answered' && (
                <span className="badge new max-sm:px-2">
                  <Icon name="mail" className="h-4 w-4 sm:hidden" />
                  <span className="max-sm:sr-only">{t('claim.answered')}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Adds first names. Equal ones have age and sex, and the case number if those are equal too. */
function useLabels(desk: DeskReport[]) {
  const { shortDetails } = useAboutWords();
  const labels = desk.map((report) => ({
    report,
    name: firstNameIn(patientNameOf(report)),
    details: report.about ? shortDetails(report.about) : '',
  }));
  return labels.map((label) => {
    const namesakes = labels.filter(({ name }) => name === label.name);
    if (namesakes.length === 1) return { ...label, details: '' };
    const isAlone = namesakes.filter(({ details }) => details === label.details).length === 1;
    const parts = [label.details, isAlone ? '' : toCaseNumber(label.report._id)];
    return { ...label, details: parts.filter(Boolean).join(', ') };
  });
}

/** Returns the first word of a name that is neither an initial nor shortened. */
const firstNameIn = (name: string) =>
  name.split(/\s+/).find((word) => [...word].length > 1 && !word.endsWith('.')) ?? name;
