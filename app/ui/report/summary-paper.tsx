import type { PublicNextStep } from '~/domain/report/next-step';
import type { PublicDoubt } from '~/domain/report/present-translation';
import type { Language } from '~/i18n/languages';
import { DoubtNote, NextStep } from './next-step';
import './summary.css';

type SummaryWords = {
  title: string;
  asOf: string;
  facts: { label: string; value: string }[];
  check: string;
  help: string;
  emergency: string;
};

type SummaryText = {
  heading: string;
  englishHeading: string | null;
  text: string;
  language: Language;
  signature: string;
  note: string | null;
};

/** The content of a printed summary: see `summaryPaper`. */
type Paper = {
  product: string;
  language: Language;
  direction: 'ltr' | 'rtl';
  /** Size of the texts in print, in points. */
  size: number;
  /** The code in letters, and its picture; null before the patient has created one. */
  code: string | null;
  picture: string | null;
  /** A warning of the clinic before the step and the texts, or why they are missing. */
  warning: PublicDoubt | null;
  step: PublicNextStep | null;
  texts: SummaryText[];
  words: SummaryWords;
  english: SummaryWords | null;
};

/** A review as it is printed: one page with its next step, its texts and the code to check it. */
export function SummaryPaper({ paper }: { paper: Paper }) {
  const { product, language, direction, size, warning, step, texts, words, english } = paper;
  return (
    <section className="summary" lang={language} dir={direction} data-size={size}>
      <p className="summary-head">
        <bdi>{product}</bdi>
        {words.help && <span>{words.help}</span>}
      </p>
      <div className="summary-title">
        <h2>
          {words.title} <English text={english?.title} />
        </h2>
        <p>
          {words.asOf} <English text={english?.asOf} />
        </p>
      </div>
      <div className="summary-top">
        <dl className="summary-facts">
          {words.facts.map(({ label, value }, at) => (
            <div key={label}>
              <dt>
                <span>{label}</span>
                <English text={english?.facts[at]?.label} />
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <Code paper={paper} />
      </div>
      {warning && <DoubtNote note={warning} />}
      {step && <NextStep step={step} />}
      <div className="summary-texts">
        {texts.map((text) => (
          <Text key={text.heading} text={text} />
        ))}
      </div>
      <div className="summary-foot">
        {paper.code && (
          <p>
            {words.check} <English text={english?.check} />
          </p>
        )}
        <p>
          {words.emergency} <English text={english?.emergency} />
        </p>
      </div>
    </section>
  );
}

function Text({ text: { heading, englishHeading, text, language, signature, note } }: { text: SummaryText }) {
  return (
    <section className="summary-text">
      <h3>
        {heading} <English text={englishHeading} />
      </h3>
      {note && <p className="summary-note">{note}</p>}
      <p lang={language} dir="auto">
        {text}
      </p>
      {signature && <p className="mt-1">{signature}</p>}
    </section>
  );
}

/** The code that checks the paper, as a picture and in letters. */
function Code({ paper: { code, picture } }: { paper: Paper }) {
  if (!code || !picture) return null;
  return (
    <div className="summary-check">
      <img src={picture} alt="" />
      <bdi dir="ltr" className="summary-code">
        {code}
      </bdi>
    </div>
  );
}

/** The English words beside those of another language. */
function English({ text }: { text?: string | null }) {
  if (!text) return null;
  return (
    <span lang="en" dir="ltr" className="summary-english">
      {text}
    </span>
  );
}
