import type { PublicComplaint } from '~/domain/messages/complaint-schemas';
import { useWords } from './sentence';

type Content = Pick<PublicComplaint, 'topic' | 'about' | 'text' | 'createdAt'>;

/** The topic, day, people and text of a complaint, for its sender and the admins. */
export function ComplaintText({ complaint }: { complaint: Content }) {
  const { t, day } = useWords();
  const { topic, about, text, createdAt } = complaint;
  return (
    <>
      <p className="text-muted">
        {t(`complaintTopic.${topic}`)} · <time dateTime={createdAt}>{day(createdAt)}</time>
      </p>
      {about && <p className="[overflow-wrap:anywhere]">{t('complaint.about', { about })}</p>}
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {text}
      </p>
    </>
  );
}
