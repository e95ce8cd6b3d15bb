import { Slip, type SlipPaper } from '~/ui/front-desk/slip';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { OneTimeSecret, WayOn } from '~/ui/notices/one-time-secret';
import { useWords } from '~/ui/sentence';

type SlipPageProps = {
  paper: SlipPaper;
  /** The path for the next person, or the one that `nextWords` name. */
  next: string;
  nextWords?: string;
};

/** A slip ready to print. */
export function SlipPage({ paper, next, nextWords }: SlipPageProps) {
  const { t } = useWords();
  const wayOn = nextWords ?? t('openAccount.next');
  const head = { title: t('slip.title'), lead: t('slip.handOver', { name: paper.firstName }) };
  if (!paper.password)
    return (
      <>
        <PageHead
          {...head}
          aside={
            <ButtonLink to={next} icon="next" variant="plain">
              {wayOn}
            </ButtonLink>
          }
        />
        <Slip paper={paper} />
      </>
    );
  return (
    <OneTimeSecret isPrinted>
      <PageHead
        {...head}
        aside={
          <WayOn to={next} icon="next">
            {wayOn}
          </WayOn>
        }
      />
      <Notice icon="alert" variant="wait mb-5">
        {t('slip.once')}
      </Notice>
      <Slip paper={paper} />
    </OneTimeSecret>
  );
}
