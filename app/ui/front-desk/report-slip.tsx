import { Figures, Line, type Paper, PrintedSlip } from './slip';

type ReportSlipWords = {
  caseNumber: string;
  expected: string;
  expectedDay: string;
  open: string;
  steps: string[];
  help: string;
  emergency: string;
};

/** The content of the slip of a report: see `reportSlipPaper`. */
export type ReportSlipPaper = Paper<ReportSlipWords> & { caseNumber: string };

/** The slip of a report as it is printed. It says nothing about the report but its number. */
export function ReportSlip({ paper }: { paper: ReportSlipPaper }) {
  const { caseNumber, words, english } = paper;
  return (
    <PrintedSlip paper={paper}>
      <Line label={words.caseNumber} english={english?.caseNumber}>
        <Figures text={caseNumber} />
      </Line>
      {words.expectedDay && (
        <Line label={words.expected} english={english?.expected}>
          <bdi>{words.expectedDay}</bdi>
        </Line>
      )}
    </PrintedSlip>
  );
}
