import { isRouteErrorResponse } from '@remix-run/react';
import { useId } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { PostForm } from './post-form';
import type { OtherViewer } from './viewer-notice';

/** A field as the page shows what was typed into it; `label` is null for what nobody types. */
type TypedField = { name: string; value: string; label: string | null; text: string };

type Page<Root> = {
  path: string;
  typedLabel: string;
  typed: TypedField[];
  /** The data of the page's frame, which is drawn for whoever is signed in now. */
  root: Root;
};

type Refused<Root> = { otherViewer: OtherViewer & { page: Page<Root> } };

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
  const titleId = useId();
  const { message, hint, operation, token, page } = refused.otherViewer;
  const typed = (
    <>
      {page.typed.some(({ label }) => label) && <h2 id={titleId}>{page.typedLabel}</h2>}
      {page.typed.map((field) => (
        <Typed key={field.name} {...field} titleId={titleId} />
      ))}
    </>
  );
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

/**
 * Shows what was typed into a field, to be read and copied. What was written in words can be mended
 * too; a choice, a number or a name is sent again as it was.
 */
function Typed({ name, value, label, text, titleId }: TypedField & { titleId: string }) {
  const id = useId();
  if (label === null) return <input type="hidden" name={name} value={value} />;
  const isLong = /\s/.test(value.trim()) && text === value;
  return (
    <div>
      <p id={id} className="field-label">
        {label}
      </p>
      {isLong ? (
        <textarea
          name={name}
          defaultValue={value}
          rows={4}
          dir="auto"
          className="control"
          aria-labelledby={`${titleId} ${id}`}
        />
      ) : (
        <>
          <input type="hidden" name={name} value={value} />
          <p dir="auto" className="[overflow-wrap:anywhere]">
            {text}
          </p>
        </>
      )}
    </div>
  );
}
