import { isRouteErrorResponse } from '@remix-run/react';
import { useId } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { PostForm } from './post-form';
import type { OtherViewer } from './viewer-notice';

/** A field with its input, as the page shows it; `label` is null for fields that nobody types. */
type TypedField = { name: string; value: string; label: string | null; text: string };

type Page<Root> = {
  path: string;
  typedLabel: string;
  typed: TypedField[];
  /** The data of the page's frame, which is rendered for the user signed in now. */
  root: Root;
};

type Refused<Root> = { otherViewer: OtherViewer & { page: Page<Root> } };

/**
 * Returns the content of the error for a form that was rendered for another user; undefined for
 * every other error.
 */
export function otherViewerIn<Root>(error: unknown): Refused<Root> | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 409) return undefined;
  const data = error.data as Refused<Root> | null;
  return data?.otherViewer?.page && data;
}

/**
 * The page for a form that was rendered for another user and sent without script. It keeps the
 * input and that user's token. Sent again, it is refused until that user is signed in.
 */
export function OtherViewerPage({ refusal }: { refusal: Refused<unknown> }) {
  const { t } = useWords();
  const titleId = useId();
  const { message, hint, operation, token, page } = refusal.otherViewer;
  const typedFields = (
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
          {typedFields}
          <div>
            <button type="submit" className="button">
              <Icon name="again" />
              {t('error.retry')}
            </button>
          </div>
        </PostForm>
      ) : (
        <div className="mt-6 grid gap-5">
          {typedFields}
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
 * Shows the input of a field, to read and copy. Text can be edited too; a choice, a number or a
 * name is sent again unchanged.
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
