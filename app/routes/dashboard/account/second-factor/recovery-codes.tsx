import { type ReactNode, useEffect } from 'react';
import { ButtonLink } from '~/ui/button-link';
import { PageHead } from '~/ui/layout/shell';
import { focusContent } from '~/ui/notices/page-arrival';
import { paths } from '~/web/request/paths';
import { useOwnWords } from './own-words';

/** The recovery codes, this once. */
export function RecoveryCodes({ codes, lead }: { codes: string[]; lead: ReactNode }) {
  const say = useOwnWords();
  useEffect(focusContent, []);
  return (
    <>
      <PageHead title={say('codesTitle')} lead={lead} />
      <div className="sheet max-w-3xl">
        <p>{say('codesText')}</p>
        <ol className="my-5 grid select-all gap-x-8 gap-y-2 font-figures font-semibold sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <ButtonLink to={paths.secondFactor} icon="check">
          {say('codesDone')}
        </ButtonLink>
      </div>
    </>
  );
}
