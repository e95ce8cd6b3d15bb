import { Slip, type SlipPaper } from '~/ui/front-desk/slip';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { OneTimeSecret, WayOn } from '~/ui/notices/one-time-secret';
import { useWords } from '~/ui/sentence';

/** A slip ready to print. `next` is the path for the next person. */
export function SlipPage({ paper, next }: { paper: SlipPaper; next: string }) {
  const { t } = useWords();
  const head = { title: t('slip.title'), lead: t('slip.handOver', { name: paper.firstName }) };
  if (!paper.password)
    return (
      <>
        <PageHead
          {...head}
          aside={
            <ButtonLink to={next} icon="next" variant="plain">
              {t('openAccount.next')}
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
            {t('openAccount.next')}
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
