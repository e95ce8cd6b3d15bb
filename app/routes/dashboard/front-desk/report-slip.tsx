import { Figures, Line, type Paper, PrintedSlip } from '~/ui/front-desk/slip';

type ReportSlipWords = {
  person: string;
  caseNumber: string;
  expected: string;
  expectedDay: string;
  open: string;
  steps: string[];
  help: string;
  emergency: string;
  issued: string;
};

/** The content of the slip of a report: see `reportSlipPaper`. */
export type ReportSlipPaper = Paper<ReportSlipWords> & { caseNumber: string; initial: string };

/**
 * The slip of a report as it is printed. It says nothing about the report but its number, and has
 * one letter of the name, so that two slips are not exchanged.
 */
export function ReportSlip({ paper }: { paper: ReportSlipPaper }) {
  const { caseNumber, initial, words, english } = paper;
  return (
    <PrintedSlip paper={paper} isAddressSecret>
      <Line label={words.person} english={english?.person}>
        <bdi>{`${initial}.`}</bdi>
      </Line>
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
