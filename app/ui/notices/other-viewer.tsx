import { isRouteErrorResponse } from '@remix-run/react';
import { PostForm } from '~/ui/forms/post-form';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import type { OtherViewer } from './viewer-notice';

type Page<Root> = {
  path: string;
  typedLabel: string;
  /** The data of the page's frame, which is drawn for whoever is signed in now. */
  root: Root;
};

type Refused<Root> = {
  otherViewer: OtherViewer & { page: Page<Root> };
  lastResult: { initialValue?: Record<string, unknown> };
};

/**
 * What an error holds when a form was refused that was drawn for somebody else; undefined for every
 * other error.
 */
export function otherViewerIn<Root>(error: unknown): Refused<Root> | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 409) return undefined;
  const data = error.data as Refused<Root> | null;
  return data?.otherViewer?.page && data;
}

/**
 * The page of a form that was drawn for somebody else and sent without script. It keeps what was
 * typed and for whom the form was drawn: sent again it is refused again, until that person is
 * signed in.
 */
export function OtherViewerPage({ refused }: { refused: Refused<unknown> }) {
  const { t } = useWords();
  const { message, hint, operation, token, page } = refused.otherViewer;
  const typed = Object.entries(refused.lastResult.initialValue ?? {}).map(([name, value]) => (
    <Typed key={name} name={name} value={String(value)} label={page.typedLabel} />
  ));
  return (
    <div className="sheet max-w-2xl">
      <div role="alert">
        <h1>{message}</h1>
        {hint && <p className="mt-3">{hint}</p>}
      </div>
      {token ? (
        <PostForm
          operation={operation}
          token={token}
          action={page.path}
          reloadDocument
          className="mt-6 grid gap-5"
        >
          {typed}
          <div>
            <button type="submit" className="button">
              <Icon name="again" />
              {t('error.retry')}
            </button>
          </div>
        </PostForm>
      ) : (
        <div className="mt-6 grid gap-5">
          {typed}
          <a href={page.path} className="button justify-self-start">
            <Icon name="again" />
            {t('error.retry')}
          </a>
        </div>
      )}
    </div>
  );
}

/** What somebody wrote in words can be read and mended; a choice or a number is only kept. */
function Typed({ name, value, label }: { name: string; value: string; label: string }) {
  if (!/\s/.test(value.trim())) return <input type="hidden" name={name} value={value} />;
  return (
    <label>
      <span className="field-label">{label}</span>
      <textarea name={name} defaultValue={value} rows={6} dir="auto" className="control" />
    </label>
  );
}
