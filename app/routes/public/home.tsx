import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import type { ComponentType } from 'react';
import { askForCallBack, sendQuery } from '~/domain/messages/send-message.server';
import type { MessageKey } from '~/i18n/message-keys';
import { Icon } from '~/ui/icon';
import { Folded } from '~/ui/layout/folded';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { TickedList } from '~/ui/ticked-list';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import type { rootLoader } from '~/web/pages/root-data.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { AnswerPicture, DoctorPicture, PhotoPicture } from './home-pictures';
import { CallBackForm, QueryForm } from './visitor-forms';

export const meta = pageTitle('home.title');

const steps: { Picture: ComponentType; title: MessageKey; text: MessageKey }[] = [
  { Picture: PhotoPicture, title: 'home.step1', text: 'home.step1Text' },
  { Picture: DoctorPicture, title: 'home.step2', text: 'home.step2Text' },
  { Picture: AnswerPicture, title: 'home.step3', text: 'home.step3Text' },
];

const expertBenefits: MessageKey[] = ['home.expertBenefit1', 'home.expertBenefit2', 'home.expertBenefit3'];

const benefits: MessageKey[] = ['home.benefit1', 'home.benefit2', 'home.benefit3', 'home.benefit4'];

/** `sent` is new on every visit, so that the forms are empty after one was submitted. */
export function loader() {
  return {
    query: formRules(sendQuery, requestLanguage()),
    callBack: formRules(askForCallBack, requestLanguage()),
    sent: Date.now(),
  };
}

export default function Home() {
  const { t } = useWords();
  return (
    <>
      <Hero />
      <section className="page pt-8 md:pt-14" aria-labelledby="steps">
        <h2 id="steps">{t('home.stepsTitle')}</h2>
        <ol className="mt-3 grid gap-2 md:mt-5 md:grid-cols-3 md:gap-8">
          {steps.map(({ Picture, title, text }) => (
            <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 max-md:py-2">
              <Picture />
              <h3 className="md:self-end">{t(title)}</h3>
              <p className="mt-1 text-muted max-md:col-span-2 md:self-start">{t(text)}</p>
            </li>
          ))}
        </ol>
      </section>
      <Folds />
      <ForDoctors />
    </>
  );
}

function ForDoctors() {
  const { t } = useWords();
  return (
    <section
      className="mt-8 -mb-10 border-t border-line bg-accent-quiet md:mt-16 md:-mb-16"
      aria-labelledby="for-doctors"
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-4 py-6 md:py-10">
        <div>
          <h2 id="for-doctors">{t('home.expertBenefitsTitle')}</h2>
          <TickedList sentences={expertBenefits} />
        </div>
        <ButtonLink to={paths.signup} icon="experts">
          {t('home.join')}
        </ButtonLink>
      </div>
    </section>
  );
}

/** Folds the answers to visitors’ questions, and the two contact forms, which need no report. */
function Folds() {
  const { t } = useWords();
  const product = useRouteLoaderData<typeof rootLoader>('root')?.productName ?? '';
  const { query, callBack, sent: formsKey } = useLoaderData<typeof loader>();
  return (
    <div className="page grid items-start gap-2 pt-6 md:grid-cols-2 md:gap-6 md:pt-14" key={formsKey}>
      <div className="md:hidden">
        <Folded look="sheet" title={t('home.sampleLabel')}>
          <SampleAnswer />
        </Folded>
      </div>
      <Folded look="sheet" title={t('home.whatTitle', { product })}>
        <p className="text-muted">{t('home.whatText', { product })}</p>
      </Folded>
      <Folded look="sheet" title={t('home.benefitsTitle')}>
        <TickedList sentences={benefits} />
      </Folded>
      <Folded look="sheet" title={t('query.title')} purpose={t('query.lead')}>
        <QueryForm answer={undefined} required={query} />
      </Folded>
      <Folded look="sheet" title={t('callBack.title')} purpose={t('callBack.lead')}>
        <CallBackForm answer={undefined} required={callBack} />
      </Folded>
    </div>
  );
}

function Hero() {
  const { t } = useWords();
  return (
    <section className="border-b border-line">
      <div className="page grid grid-cols-[minmax(0,1fr)] items-center gap-6 py-5 md:grid-cols-[1.15fr_1fr] md:gap-10 md:py-16">
        <div>
          <h1>{t('home.title')}</h1>
          <p className="mt-3 max-w-xl text-muted">{t('home.lead')}</p>
          <div className="actions mt-5">
            <ButtonLink to={paths.uploadReport} icon="upload">
              {t('home.submit')}
            </ButtonLink>
          </div>
          <p className="mt-4 flex items-start gap-2 text-small text-muted">
            <Icon name="phone" />
            {t('site.emergency')}
          </p>
        </div>
        <Sample />
      </div>
    </section>
  );
}

/** An invented review in the visitor's language, on the phone on which it is read. */
function Sample() {
  const { t } = useWords();
  return (
    <figure className="mx-auto max-w-sm max-md:hidden">
      <figcaption className="mb-2 text-center text-small text-muted">{t('home.sampleLabel')}</figcaption>
      <div className="card">
        <SampleAnswer />
      </div>
    </figure>
  );
}

function SampleAnswer() {
  const { t } = useWords();
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="font-strong">{t('home.sampleType')}</p>
        <span className="badge good">
          <Icon name="check" className="h-4 w-4" />
          {t('report.Reviewed')}
        </span>
      </div>
      <p className="letter">{t('home.sampleText')}</p>
      <p className="mt-3 ps-5 text-small text-muted">{t('home.sampleBy')}</p>
    </>
  );
}
