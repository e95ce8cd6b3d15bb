import { type ReactNode, useEffect } from 'react';
import { Slip, type SlipPaper } from '~/ui/front-desk/slip';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { showResult } from '~/ui/notices/page-arrival';
import { useWords } from '~/ui/sentence';

/** A slip ready to print. `children` are the ways on. */
export function SlipPage({ paper, children }: { paper: SlipPaper; children: ReactNode }) {
  const { t } = useWords();
  useEffect(showResult, []);
  return (
    <>
      <PageHead
        title={t('slip.title')}
        lead={t('slip.handOver', { name: paper.firstName })}
        aside={<div className="actions">{children}</div>}
      />
      {paper.password && (
        <Notice icon="alert" variant="wait mb-5">
          {t('slip.once')}
        </Notice>
      )}
      <Slip paper={paper} />
    </>
  );
}
