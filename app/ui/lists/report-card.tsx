import { Link } from '@remix-run/react';
import type { PublicOpening } from '~/domain/audit/access-log.server';
import { caseNumberOf } from '~/domain/reports/constants';
import type { PublicReport } from '~/domain/reports/present-report';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { useDoctorName } from './doctor-name';
import { Listen } from './listen';
import { StatusBadge } from './lists';
import { useTypeName } from './type-name';

/** The first page of a report, small, leading to the whole file. */
export function ReportPicture({ report, label }: { report: PublicReport; label: string }) {
  const { t, day } = useWords();
  const isPdf = report.resourceType === 'raw';
  if (!report.reportUrl) return null;
  return (
    <a href={report.reportUrl} target="_blank" rel="noreferrer" className="group block no-underline">
      {report.thumbnailUrl && (
        <span className="grid h-44 place-items-center overflow-hidden rounded-field border border-line bg-canvas">
          <img
            src={report.thumbnailUrl}
            alt={t('report.imageAlt', { type: label, date: day(report.createdAt) })}
            loading="lazy"
            decoding="async"
            className={`h-full w-full ${isPdf ? 'object-cover object-top' : 'object-contain'}`}
          />
        </span>
      )}
      <span className="mt-2 inline-flex min-h-11 items-center gap-2 font-semibold underline">
        <Icon name={isPdf ? 'file' : 'image'} />
        {t(isPdf ? 'report.viewPdf' : 'report.viewImage')}
      </span>
    </a>
  );
}

type Paths = { delete: string; withdraw: string; giveAgain: string };

/**
 * One report as its patient sees it: what was sent, where it stands, and what the doctor wrote.
 * `paths` only for the patient.
 */
export function ReportCard({
  report,
  openings,
  paths,
}: {
  report: PublicReport;
  openings?: PublicOpening[];
  paths?: Paths;
}) {
  const { t, day } = useWords();
  const isWithdrawn = Boolean(report.consent?.withdrawnAt);
  const type = useTypeName()(report.reportType);
  const doctor = useDoctorName()(report.expert);
  return (
    <article className="sheet flex flex-col gap-4" aria-labelledby={`report-${report._id}`}>
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h2 id={`report-${report._id}`}>{type}</h2>
          <p className="text-[0.95rem] text-muted">
            {t('report.submittedOn')} <time dateTime={report.createdAt}>{day(report.createdAt)}</time>
          </p>
        </div>
        <StatusBadge status={isWithdrawn ? 'Withdrawn' : report.status} />
      </header>
      {report.status === 'Reviewed' ? (
        <section aria-label={t('report.review')}>
          <h3 className="mb-2">{t('report.review')}</h3>
          <ReviewText text={report.review ?? ''} language={report.reviewLanguage ?? 'en'} />
          {doctor && report.reviewedAt && (
            <p className="mt-3 text-[0.95rem] text-muted [overflow-wrap:anywhere]">
              {t('report.reviewedBy', { name: doctor, date: day(report.reviewedAt) })}
            </p>
          )}
          <OtherLanguages report={report} isOwn={paths !== undefined} />
        </section>
      ) : (
        <p className="notice wait">
          <Icon name={isWithdrawn ? 'lock' : 'pending'} className="mt-0.5" />
          <span>{t(isWithdrawn ? 'report.withdrawn' : 'report.waiting')}</span>
        </p>
      )}
      {isWithdrawn && paths && (
        <Link to={paths.giveAgain} className="button small justify-self-start">
          <Icon name="check" />
          {t('consent.giveAgain')}
          <span className="sr-only"> {t('list.of', { name: type })}</span>
        </Link>
      )}
      <ReportPicture report={report} label={type} />
      {report.description ? (
        <p className="whitespace-pre-line" dir="auto">
          {report.description}
        </p>
      ) : (
        <p className="text-muted">{t('report.noDescription')}</p>
      )}
      {openings && <AccessLog openings={openings} />}
      {report.consent && <Consent consent={report.consent} />}
      <footer className="mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <p className="font-figures text-[0.88rem] text-muted">
          {t('report.case', { number: caseNumberOf(report._id) })}
        </p>
        {paths && (
          <div className="flex flex-wrap gap-3">
            {report.status === 'Pending' && !isWithdrawn && (
              <Link to={paths.withdraw} className="button plain small">
                <Icon name="lock" />
                {t('consent.withdraw')}
              </Link>
            )}
            <Link to={paths.delete} className="button danger small">
              <Icon name="trash" />
              {t('report.delete')}
            </Link>
          </div>
        )}
      </footer>
    </article>
  );
}

type Code = PublicReport['language'];

/**
 * What a doctor wrote, in its own language and direction, and read aloud where the device has a
 * voice for it.
 */
function ReviewText({ text, language }: { text: string; language: Code }) {
  const { t } = useWords();
  return (
    <>
      <p className="letter" lang={language} dir="auto">
        {text}
      </p>
      <div className="mt-3 empty:hidden">
        <Listen text={text} label={t('listen.start')} language={language} />
      </div>
    </>
  );
}

/**
 * Which language a review is written in where it is not the reader's, and what other doctors have
 * said of it in others.
 */
function OtherLanguages({ report, isOwn }: { report: PublicReport; isOwn: boolean }) {
  const { t, day, language, languageName } = useWords();
  const doctorName = useDoctorName();
  const { reviewLanguage, translations } = report;
  const isReadable = reviewLanguage === language || translations.some((one) => one.language === language);
  return (
    <>
      {reviewLanguage && reviewLanguage !== language && (
        <p className="mt-2 text-[0.95rem] text-muted">
          {t('review.inLanguage', { language: languageName(reviewLanguage) })}
        </p>
      )}
      {translations.map((translation) => (
        <section key={translation.language} className="mt-5">
          <h4 className="mb-2 font-semibold">
            {t('review.inYours', { language: languageName(translation.language) })}
          </h4>
          <ReviewText text={translation.review} language={translation.language} />
          <p className="mt-3 text-[0.95rem] text-muted [overflow-wrap:anywhere]">
            {t('review.translatedBy', {
              language: languageName(translation.language),
              name: doctorName(translation.expert),
              date: day(translation.createdAt),
            })}
          </p>
        </section>
      ))}
      {isOwn && !isReadable && (
        <p className="notice mt-4">
          <Icon name="language" className="mt-0.5" />
          <span>{t('review.asked', { language: languageName(language) })}</span>
        </p>
      )}
    </>
  );
}

/** Who has opened a report, folded away until the patient asks. */
function AccessLog({ openings }: { openings: PublicOpening[] }) {
  const { t, moment } = useWords();
  return (
    <details className="border-t border-line pt-1">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('openings.title')}</summary>
      {openings.length === 0 ? (
        <p className="text-muted">{t('openings.none')}</p>
      ) : (
        <ul className="grid gap-2">
          {openings.map(({ action, name, accountType, at }) => {
            const who = name ?? t('openings.former');
            return (
              <li key={`${action} ${who} ${at}`}>
                {t(`openings.${action}`, {
                  name: accountType ? `${who} (${t(`account.${accountType}`)})` : who,
                })}
                <time dateTime={at} className="block text-[0.95rem] text-muted">
                  {moment(at)}
                </time>
              </li>
            );
          })}
        </ul>
      )}
    </details>
  );
}

/** What the patient agreed to for this report, when and how, and what they took back. */
function Consent({ consent }: { consent: NonNullable<PublicReport['consent']> }) {
  const { t, moment } = useWords();
  return (
    <details className="border-t border-line pt-1">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('consent.yours')}</summary>
      <ol className="grid gap-3">
        {[consent, ...consent.earlier].map(({ at, given, wording, wordingVersion, door, withdrawnAt }) => (
          <li key={at} className="border-s-2 border-line ps-3">
            {wording && <q dir="auto">{wording}</q>}
            <p className="text-muted">
              {given
                ? t('consent.given', { moment: moment(at), how: t(`consent.${door}`) })
                : t('consent.notSaid', { moment: moment(at) })}
              {wordingVersion && ` ${t('consent.wording', { version: wordingVersion })}`}
              {withdrawnAt && ` ${t('consent.withdrawnOn', { moment: moment(withdrawnAt) })}`}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
