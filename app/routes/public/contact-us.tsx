import { useActionData, useLoaderData } from '@remix-run/react';
import { nameMost, textMost } from '~/domain/messages/catalogue';
import { sendContact } from '~/domain/messages/send';
import { OperationForm, SubmitButton, TextArea, TextField } from '~/ui/form';
import { pageTitle } from '~/ui/pageTitle';
import { PageHead } from '~/ui/Shell';
import { useWords } from '~/ui/words';
import { pageAction } from '~/web/page.server';
import { paths } from '~/web/paths';
import { reach } from '~/web/site.server';
import { Reach } from './reach';

/** `sent` is new with every visit, so that the form is empty again after it was sent. */
export function loader() {
  const { office, helpline, email } = reach();
  return { reach: { office, helpline, email }, sent: Date.now() };
}

export const action = pageAction(sendContact, {
  to: () => ({ path: paths.contactUs }),
  back: paths.contactUs,
});

export const meta = pageTitle('nav.contactUs');

export default function ContactUs() {
  const { t } = useWords();
  const { reach: facts, sent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page pt-8 md:pt-14">
      <PageHead title={t('nav.contactUs')} lead={t('contact.lead')} />
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_15rem] md:gap-10">
        <div className="sheet">
          {/* Everything is marked as required and nothing is enforced (specification §2, §5). */}
          <OperationForm key={sent} id="contact" operation="message.contact" answer={answer} missing={{}}>
            <TextField name="name" label={t('contact.nameLabel')} autoComplete="name" maxLength={nameMost} />
            <TextField
              name="email"
              label={t('contact.emailLabel')}
              type="email"
              autoComplete="email"
              inputMode="email"
              maxLength={254}
            />
            <TextArea name="message" label={t('contact.messageLabel')} maxLength={textMost} isRequired />
            <SubmitButton icon="mail">{t('contact.submit')}</SubmitButton>
          </OperationForm>
        </div>
        <section aria-labelledby="reach">
          <h2 id="reach">{t('contact.reach')}</h2>
          <Reach facts={facts} hasHours />
        </section>
      </div>
    </div>
  );
}
