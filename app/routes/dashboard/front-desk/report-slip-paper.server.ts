import type { Viewer } from '~/domain/kernel/viewer';
import type { Language } from '~/i18n/languages';
import { formatDay } from '~/i18n/t';
import { translate } from '~/i18n/translate';
import { printedPaper } from '~/web/pages/slip-paper.server';

type ReportSlip = {
  slipUrl: string;
  caseNumber: string;
  initial: string;
  expectedAt: string | null;
  language: Language;
  expiresAt: string;
};

/**
 * Builds what stands on the printed slip of a report. It has the first letter of the first name, and
 * neither age nor year.
 */
export async function reportSlipPaper(
  { slipUrl: address, caseNumber, initial, expectedAt, expiresAt, language }: ReportSlip,
  issuer: Pick<Viewer, 'firstName' | 'lastName'> | null,
) {
  const paper = await printedPaper({ address, language, issuer }, (shown) => ({
    person: translate(shown, 'reportSlipPaper.person'),
    caseNumber: translate(shown, 'report.caseNumber'),
    expected: translate(shown, 'reportSlipPaper.expected'),
    expectedDay: expectedAt ? formatDay(shown, expectedAt) : '',
    open: translate(shown, 'reportSlipPaper.open'),
    steps: [
      translate(shown, 'reportSlipPaper.year'),
      translate(shown, 'reportSlipPaper.until', { date: formatDay(shown, expiresAt) }),
      translate(shown, 'reportSlipPaper.keep'),
    ],
  }));
  return { ...paper, caseNumber, initial };
}
