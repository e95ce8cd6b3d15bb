import type { ReactNode } from 'react';
import type { Language } from '~/i18n/languages';
import { useSecretSaved } from '~/ui/notices/one-time-secret';
import { PrintButton } from '~/ui/report/print-button';
import { useWords } from '~/ui/sentence';
import './slip.css';

type SlipWords = {
  name: string;
  clinicNumber: string;
  password: string;
  open: string;
  steps: string[];
  help: string;
  emergency: string;
  issued: string;
};

/** The words that every slip has. */
type CommonWords = { open: string; steps: string[]; help: string; emergency: string; issued: string };

/** The content that every slip has, in the language of the patient and in English. */
export type Paper<Words extends CommonWords> = {
  sender: string;
  address: string;
  picture: string;
  language: Language;
  direction: 'ltr' | 'rtl';
  words: Words;
  english: Words | null;
};

/** The content of the slip of an account: see `slipPaper`. */
export type SlipPaper = Paper<SlipWords> & {
  firstName: string;
  clinicNumber: string;
  password: string | null;
};

/** The slip of an account as it is printed, with the choice of the paper. */
export function Slip({ paper }: { paper: SlipPaper }) {
  const { firstName, clinicNumber, password, words, english } = paper;
  return (
    <PrintedSlip paper={paper}>
      <Line label={words.name} english={english?.name}>
        <bdi>{firstName}</bdi>
      </Line>
      <Line label={words.clinicNumber} english={english?.clinicNumber}>
        <Figures text={clinicNumber} />
      </Line>
      {password && (
        <Line label={words.password} english={english?.password}>
          <span data-secret>
            <Figures text={password} />
          </span>
        </Line>
      )}
    </PrintedSlip>
  );
}

type PrintedSlipProps = {
  paper: Paper<CommonWords>;
  /** True if whoever has the address can open what it leads to. */
  isAddressSecret?: boolean;
  children: ReactNode;
};

/**
 * A slip as it is printed, with the choice of the paper. The style sheet takes the size of the page
 * from the choice, so it works without script. `children` are its lines.
 */
export function PrintedSlip({ paper, isAddressSecret = false, children }: PrintedSlipProps) {
  const { sender, address, picture, language, direction, words, english } = paper;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <PaperChoice />
      <section className="slip" lang={language} dir={direction}>
        <p className="slip-sender">
          <bdi>{sender}</bdi>
        </p>
        <div className="slip-top">
          <dl>{children}</dl>
          <img src={picture} alt="" />
        </div>
        <p className="slip-address">
          <Both text={words.open} english={english?.open} />
          <bdi dir="ltr" className="slip-link" data-secret={isAddressSecret || undefined}>
            {address}
          </bdi>
        </p>
        <ol>
          {words.steps.map((step, at) => (
            <li key={step}>
              <Both text={step} english={english?.steps[at]} />
            </li>
          ))}
        </ol>
        {words.help && (
          <p>
            <Both text={words.help} english={english?.help} />
          </p>
        )}
        <p>
          <Both text={words.emergency} english={english?.emergency} />
        </p>
        <p className="slip-issued">
          <Both text={words.issued} english={english?.issued} />
        </p>
      </section>
    </div>
  );
}

/** A number or a password in large figures. */
export function Figures({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="slip-figures">
      {text}
    </bdi>
  );
}

function PaperChoice() {
  const { t } = useWords();
  return (
    <div className="flex w-full flex-wrap items-end gap-4 print:hidden">
      <div role="radiogroup" aria-labelledby="slip-paper" className="w-72 max-w-full">
        <span id="slip-paper" className="field-label">
          {t('slip.paper')}
        </span>
        <div className="switch">
          <label>
            <input type="radio" name="paper" id="slip-a6" defaultChecked />
            {t('slip.a6')}
          </label>
          <label>
            <input type="radio" name="paper" id="slip-roll" />
            {t('slip.roll')}
          </label>
        </div>
      </div>
      <PrintButton variant={useSecretSaved() ? 'plain' : ''} />
    </div>
  );
}

type LineProps = { label: string; english?: string; children: ReactNode };

/** A line of a slip, with its label in both languages. */
export function Line({ label, english, children }: LineProps) {
  return (
    <div>
      <dt className="slip-label">
        <Both text={label} english={english} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A text in the language of the slip, and in English for the person who helps. */
function Both({ text, english }: { text: string; english?: string }) {
  return (
    <>
      <span>{text}</span>{' '}
      {english && (
        <span lang="en" dir="ltr" className="slip-english">
          {english}
        </span>
      )}
    </>
  );
}
