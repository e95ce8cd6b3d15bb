import { type FormEvent, useState } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import type { ApiGuide, GuideCall } from '~/web/api/openapi/guide.server';

/** Preformatted code. A long line scrolls inside its box, by keyboard too. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
      tabIndex={0}
      aria-label={label}
      className="mt-2 overflow-x-auto rounded-field border border-line bg-raised p-3"
    >
      <pre className="font-figures text-small leading-snug">{text}</pre>
    </section>
  );
}

/** Renders a sentence with the words between backticks as code. */
export function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}

/** A call to try, with the input of its form. */
type Sending = { call: GuideCall; token: string; form: FormData };

/**
 * Sends a call from the page and words the answer.
 *
 * @returns no status if no answer arrived.
 */
async function sendCall({ call, token, form }: Sending) {
  const { address, headers, body } = requestOf({ call, token, form });
  try {
    const response = await fetch(address, { method: call.method, headers, body, credentials: 'omit' });
    const isText = /json|text/.test(response.headers.get('content-type') ?? 'text');
    const text = isText ? inLines(await response.text()) : `${(await response.blob()).size} B`;
    return { status: `${response.status} ${response.statusText}`.trim(), text };
  } catch {
    return { status: '', text: '' };
  }
}

function requestOf({ call, token, form }: Sending) {
  // The page may be open under another name of this machine than its public address. Calls go to
  // the page's own origin.
  const address = new URL(
    `${new URL(call.base).pathname.replace(/\/$/, '')}${call.path}`,
    window.location.origin,
  );
  const headers = new Headers(token ? { Authorization: `Bearer ${token.trim()}` } : {});
  const fields = new FormData();
  for (const [name, value] of form) {
    const where = call.parameters.find((one) => one.name === name)?.where;
    if (value === '' || name === 'body') continue;
    if (where === 'path')
      address.pathname = address.pathname.replace(encodeURI(`{${name}}`), encodeURIComponent(String(value)));
    else if (where === 'query') address.searchParams.set(name, String(value));
    else if (where === 'header') headers.set(name, String(value));
    else fields.append(name, value);
  }
  if (call.body) headers.set('Content-Type', 'application/json');
  const json = call.body ? String(form.get('body')) : undefined;
  return { address, headers, body: call.type.startsWith('multipart') ? fields : json };
}

function inLines(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

type CallProps = { call: GuideCall; words: ApiGuide['words'] };

/** Sends the call from this page and shows the answer. Only bodies that a form can hold are sent. */
export function TryCall({ call, words, token }: CallProps & { token: string }) {
  const [answer, setAnswer] = useState<{ status: string; text: string }>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setAnswer(await sendCall({ call, token, form: new FormData(event.currentTarget) }));
    setBusy(false);
  };
  const isHydrated = useHydrated();
  if (!isHydrated || (call.type && !call.body && !call.type.startsWith('multipart'))) return null;
  return (
    <form onSubmit={send} className="grid gap-4 rounded-field bg-accent-quiet p-4">
      <h2>{words.tryIt}</h2>
      <Controls call={call} bodyLabel={words.body} />
      <button type="submit" className="button justify-self-start" aria-disabled={isBusy}>
        <Icon name="next" />
        {words.send}
      </button>
      <div role="status">
        {answer && (
          <>
            <p className="font-label">
              {words.answer}: <span className="font-figures">{answer.status || words.noAnswer}</span>
            </p>
            {answer.text && <Code text={answer.text} label={words.answer} />}
          </>
        )}
      </div>
    </form>
  );
}

/** Fields for each parameter, and for each form field or the whole JSON body. */
function Controls({ call, bodyLabel }: { call: GuideCall; bodyLabel: string }) {
  const idOf = (name: string) => `${call.id}-${name}`;
  const isForm = call.type.startsWith('multipart');
  return (
    <>
      {[...call.parameters, ...(isForm ? call.fields : [])].map((field) => (
        <div key={field.name}>
          <label htmlFor={idOf(field.name)} className="field-label">
            {field.name}
          </label>
          <input
            id={idOf(field.name)}
            name={field.name}
            type={'isFile' in field && field.isFile ? 'file' : 'text'}
            multiple={'isList' in field && field.isFile && field.isList}
            placeholder={field.isRequired ? undefined : field.example}
            defaultValue={field.isRequired ? field.example : undefined}
            className="control"
          />
        </div>
      ))}
      {call.body && (
        <div>
          <label htmlFor={idOf('body')} className="field-label">
            {bodyLabel}
          </label>
          <textarea
            id={idOf('body')}
            name="body"
            rows={call.body.split('\n').length + 1}
            defaultValue={call.body}
            spellCheck={false}
            className="control font-figures text-small"
          />
        </div>
      )}
    </>
  );
}

/** One call: its parameters, its fields and its answers. */
export function CallDescription({ call, words }: CallProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header>
        <h1>{call.summary}</h1>
        <p className="mt-2 font-figures [overflow-wrap:anywhere]">
          <strong>{call.method}</strong> {call.path}
        </p>
      </header>
      <p>
        <WithCode text={call.text} />
      </p>
      {call.keyScope && (
        <p>
          {words.keyScope}: <code>{call.keyScope}</code>
        </p>
      )}
      {call.parameters.length > 0 && (
        <Fields
          title={words.parameters}
          required={words.required}
          rows={call.parameters.map((one) => ({ ...one, kind: `${one.where}, ${one.kind}` }))}
        />
      )}
      {call.fields.length > 0 && (
        <Fields title={`${words.body} (${call.type})`} required={words.required} rows={call.fields} />
      )}
      <div>
        <h2>{words.curl}</h2>
        <Code text={call.curl} label={words.curl} />
      </div>
      <div>
        <h2>{words.answers}</h2>
        <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
          {call.answers.map(({ status, description, example }) => (
            <li key={status}>
              <details>
                <summary className="min-h-11 cursor-pointer py-2">
                  <strong className="font-figures">{status}</strong> <WithCode text={description} />
                </summary>
                {example && <Code text={example} label={`${words.example} ${status}`} />}
              </details>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type Row = { name: string; kind: string; isRequired: boolean; description?: string };

function Fields({ title, required, rows }: { title: string; required: string; rows: Row[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <dl className="mt-2 grid gap-2">
        {rows.map(({ name, kind, isRequired, description }) => (
          <div key={name}>
            <dt className="inline font-figures font-label">{name}</dt>{' '}
            <dd className="inline text-muted [overflow-wrap:anywhere]">
              {kind}
              {isRequired && `, ${required}`}
              {description && description !== name && (
                <>
                  . <WithCode text={description} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
