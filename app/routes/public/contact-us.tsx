import { useActionData, useLoaderData } from '@remix-run/react';
import { maxNameLength, maxTextLength } from '~/domain/messages/constants';
import { sendContact } from '~/domain/messages/send-message.server';
import { EmailField } from '~/ui/fields/account-fields';
import { TextField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { Emergency } from '~/ui/layout/emergency';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { pageAction } from '~/web/pages/page-action.server';
import { ContactDetails } from './contact-details';

/** `sent` is new on every visit, so that the form is empty after it was submitted. */
export function loader() {
  const { outreach: _outreach, ...shown } = contactDetails();
  return { contactDetails: shown, sent: Date.now() };
}

export const action = pageAction(sendContact, {
  onSuccess: () => ({ path: paths.contactUs }),
  refusedPath: paths.contactUs,
});

export const meta = pageTitle('nav.contactUs');

export default function ContactUs() {
  const { t } = useWords();
  const { contactDetails: details, sent: formKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page pt-8 md:pt-14">
      <PageHead
        title={t('nav.contactUs')}
        lead={t(details.helpline ? 'contact.lead' : 'contact.leadToWrite')}
      />
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_15rem] md:gap-10">
        <div className="sheet">
          {/* Everything is marked as required and nothing is enforced
              (docs/requirements.md#screens, docs/requirements.md#validation). */}
          <OperationForm key={formKey} id="contact" operation="message.contact" answer={answer}>
            <TextField
              name="name"
              label={t('contact.nameLabel')}
              autoComplete="name"
              maxLength={maxNameLength}
            />
            <EmailField label={t('contact.emailLabel')} maxLength={254} />
            <TextArea name="message" label={t('contact.messageLabel')} maxLength={maxTextLength} isRequired />
            <SubmitButton icon="mail">{t('contact.submit')}</SubmitButton>
          </OperationForm>
        </div>
        <section aria-labelledby="reach">
          <h2 id="reach">{t('contact.reach')}</h2>
          <ContactDetails details={details} hasHours />
          <p className="mt-4">
            <PageLink to={paths.complain}>{t('complain.link')}</PageLink>
          </p>
          <Emergency />
        </section>
      </div>
    </div>
  );
}
