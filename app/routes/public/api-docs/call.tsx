import { useHydrated } from '~/ui/use-hydrated';
import { Code, WithCode } from './code';
import { type CallProps, TryCall } from './try-call';

/** One call: what it takes, what it answers, and a form to try it. */
export function Call({ call, words, base, token }: CallProps) {
  const isHydrated = useHydrated();
  return (
    <details className="sheet min-w-0 !p-0" id={call.id}>
      <summary className="flex min-h-14 cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
        <span className="font-figures font-bold text-accent">{call.method}</span>
        <span className="min-w-0 font-figures [overflow-wrap:anywhere]">{call.path}</span>
        <span className="text-muted">{call.summary}</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line px-4 py-5">
        <p>
          <WithCode text={call.text} />
        </p>
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
          <h3>{words.curl}</h3>
          <Code text={call.curl} label={words.curl} />
        </div>
        <div>
          <h3>{words.answers}</h3>
          <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
            {call.answers.map(({ status, description, example }) => (
              <li key={status}>
                <details>
                  <summary className="min-h-11 cursor-pointer py-2">
                    <strong className="font-figures">{status}</strong> {description}
                  </summary>
                  {example && <Code text={example} label={`${words.example} ${status}`} />}
                </details>
              </li>
            ))}
          </ul>
        </div>
        {isHydrated && <TryCall call={call} words={words} base={base} token={token} />}
      </div>
    </details>
  );
}

type Row = { name: string; kind: string; isRequired: boolean; description?: string };

function Fields({ title, required, rows }: { title: string; required: string; rows: Row[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <dl className="mt-2 grid gap-2">
        {rows.map(({ name, kind, isRequired, description }) => (
          <div key={name}>
            <dt className="inline font-figures font-semibold">{name}</dt>{' '}
            <dd className="inline text-muted [overflow-wrap:anywhere]">
              {kind}
              {isRequired && `, ${required}`}
              {description && description !== name && `. ${description}`}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
