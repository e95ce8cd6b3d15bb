import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { maxAboutLength, maxNameLength, maxTextLength } from '~/domain/messages/constants';
import { findComplaintDefaults, sendComplaint } from '~/domain/messages/send-complaint.server';
import { complaintTopics } from '~/platform/enums';
import { SelectField, TextField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { renderAction } from '~/web/pages/page-action.server';
import { findOrUnavailable, findViewerOrUnavailable } from '~/web/pages/viewer-of-page.server';
import { requestLanguage } from '~/web/request/request-language.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewerOrUnavailable(request);
  return {
    required: formRules(sendComplaint, requestLanguage()),
    ...(await findOrUnavailable(() => findComplaintDefaults(viewer))),
  };
}

export const action = renderAction(sendComplaint);

export const meta = pageTitle('complain.title');

/** A complaint to the clinic, of a visitor or an account. */
export default function Complain() {
  const { t } = useWords();
  const { isSignedIn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && 'shown' in answer) {
    return (
      <GuestSheet title={t('complain.title')}>
        <Receipt {...answer.shown} isSignedIn={isSignedIn} />
      </GuestSheet>
    );
  }
  return (
    <GuestSheet title={t('complain.title')} lead={t('complain.lead')}>
      <ComplaintForm answer={answer} />
    </GuestSheet>
  );
}

function ComplaintForm({ answer }: { answer: Parameters<typeof OperationForm>[0]['answer'] }) {
  const { t } = useWords();
  const { required, isSignedIn, name, answerTo, people } = useLoaderData<typeof loader>();
  const hasPeople = people.length > 0;
  return (
    <OperationForm
      id="complain"
      operation="message.complain"
      answer={answer}
      required={required}
      defaults={{ name, answerTo }}
      order={['topic', 'personId', 'about', 'text', 'name', 'answerTo']}
    >
      <SelectField
        name="topic"
        label={t('complain.topicLabel')}
        empty={t('complain.choose')}
        options={complaintTopics.map((topic) => ({ value: topic, label: t(`complaintTopic.${topic}`) }))}
      />
      {hasPeople && (
        <SelectField
          name="personId"
          label={t('complain.personLabel')}
          empty={t('complain.noPerson')}
          isRequired={false}
          options={people.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
      <TextField
        name="about"
        label={t(hasPeople ? 'complain.otherLabel' : 'complain.aboutLabel')}
        hint={t('complain.aboutHint')}
        autoComplete="off"
        maxLength={maxAboutLength}
        isRequired={false}
      />
      <TextArea name="text" label={t('complain.textLabel')} rows={6} maxLength={maxTextLength} isRequired />
      <TextField name="name" label={t('query.nameLabel')} autoComplete="name" maxLength={maxNameLength} />
      <TextField
        name="answerTo"
        label={t('query.answerToLabel')}
        autoComplete="email"
        maxLength={254}
        isRequired={!isSignedIn}
      />
      <SubmitButton icon="mail">{t('complain.submit')}</SubmitButton>
    </OperationForm>
  );
}

type ReceiptProps = {
  number: string;
  dueDay: string;
  isReadable: boolean;
  office: string | null;
  isSignedIn: boolean;
};

/** The number and the day of a complaint, and where else to complain if nobody may read it. */
function Receipt({ number, dueDay, isReadable, office, isSignedIn }: ReceiptProps) {
  const { t, day } = useWords();
  return (
    <div className="grid gap-4">
      <Notice icon="check" variant="good">
        {t('complain.sent')}
      </Notice>
      <div>
        <p className="font-label">{t('complain.number')}</p>
        <p className="font-figures text-title" dir="ltr">
          {number}
        </p>
      </div>
      {isReadable && <p>{t('complain.dueBy', { date: day(dueDay) })}</p>}
      <p className="text-muted">{t('complain.keep')}</p>
      {!isReadable && (
        <Notice icon="alert" variant="bad">
          {t('complain.nobody')}
        </Notice>
      )}
      {!isReadable && office && (
        <div>
          <p>{t('complain.office')}</p>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
            {office}
          </p>
        </div>
      )}
      <div className="actions mt-2">
        {isSignedIn ? (
          <ButtonLink to={paths.myComplaints} icon="mail" variant="plain">
            {t('complaints.own')}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.home} icon="home" variant="plain">
            {t('nav.home')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
