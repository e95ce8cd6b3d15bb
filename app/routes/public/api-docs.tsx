import type { HeadersFunction, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { PageError } from '~/ui/layout/page-error';
import { paths } from '~/urls/paths';
import type { ApiGuide } from '~/web/api/openapi/guide.server';
import { loadGuide } from '~/web/api/openapi/serve-document.server';
import { CallDescription, TryCall, WithCode } from './api-docs-parts';

export const loader = loadGuide;

/** Adds Retry-After once the rate limit is used up. */
export const headers: HeadersFunction = ({ errorHeaders, parentHeaders }) => errorHeaders ?? parentHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.call ? `${data.call.summary} | ${data.title}` : data?.title },
];

/**
 * The API reference: a list of the calls, and each of them by its ID, readable without script, with
 * a form to try it.
 */
export default function ApiDocs() {
  const guide = useLoaderData<typeof loader>();
  const { call, words } = guide;
  // Kept while the reader goes from call to call.
  const [token, setToken] = useState('');
  return (
    <div className="page grid gap-6 pt-8 md:pt-12">
      {call ? (
        <>
          <Link to={paths.apiDocs} className="inline-flex min-h-11 items-center gap-2 justify-self-start">
            <Icon name="previous" />
            {words.allCalls}
          </Link>
          <CallDescription call={call} words={words} />
          <Token words={words} token={token} setToken={setToken} />
          <TryCall key={call.id} call={call} words={words} token={token} />
        </>
      ) : (
        <CallList guide={guide} />
      )}
    </div>
  );
}

function CallList({ guide: { title, about, groups, without, words } }: { guide: ApiGuide }) {
  return (
    <>
      <header className="max-w-3xl">
        <h1>{title}</h1>
        {about.map((text) => (
          <p key={text} className="mt-3 text-muted">
            <WithCode text={text} />
          </p>
        ))}
        <p className="mt-3 text-muted">
          {words.lead}
          <a href={paths.apiDocument}>openapi.json</a>
        </p>
      </header>
      {groups.map(({ name, title: groupTitle, calls }) => (
        <section key={name} aria-labelledby={`group-${name}`} className="grid min-w-0 gap-2">
          <h2 id={`group-${name}`}>{groupTitle}</h2>
          <ul className="sheet grid !py-2">
            {calls.map(({ id, method, path, summary }) => (
              <li key={id} className="border-b border-line last:border-0">
                <Link
                  to={paths.apiDocsOf(id)}
                  className="flex min-h-11 flex-wrap items-baseline gap-x-4 py-2 no-underline"
                >
                  <span className="w-16 font-figures font-strong">{method}</span>
                  <span className="min-w-0 font-figures underline [overflow-wrap:anywhere]">{path}</span>
                  <span className="text-muted">{summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="without" className="grid max-w-3xl min-w-0 gap-3">
        <h2 id="without">{words.without}</h2>
        <ul className="grid list-disc gap-3 ps-5 [overflow-wrap:anywhere]">
          {without.map((why) => (
            <li key={why}>
              <WithCode text={why} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

type TokenProps = { words: ApiGuide['words']; token: string; setToken: (token: string) => void };

/** The token for trying calls. Without script it says that calls cannot be tried. */
function Token({ words, token, setToken }: TokenProps) {
  if (!useHydrated())
    return (
      <noscript>
        <p className="notice">{words.needsScript}</p>
      </noscript>
    );
  return (
    <div className="sheet max-w-3xl">
      <label htmlFor="token" className="field-label">
        {words.token}
      </label>
      <p id="token-hint" className="field-hint">
        {words.tokenHint}
      </p>
      <input
        id="token"
        aria-describedby="token-hint"
        className="control font-figures"
        autoComplete="off"
        spellCheck={false}
        value={token}
        onChange={(event) => setToken(event.target.value)}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <div className="page pt-12">
      <PageError home={paths.home} />
    </div>
  );
}
