import type { HeadersFunction, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { useHydrated } from '~/ui/hooks';
import { PageError } from '~/ui/layout/page-error';
import type { ApiGuide } from '~/web/api/openapi/guide.server';
import { loadGuide } from '~/web/api/openapi/serve-document.server';
import { paths } from '~/web/request/paths';
import { Call, WithCode } from './api-docs-parts';

export const loader = loadGuide;

/** Adds Retry-After once the rate limit is used up. */
export const headers: HeadersFunction = ({ errorHeaders, parentHeaders }) => errorHeaders ?? parentHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** The API reference: every call, readable without script, with a form to try it. */
export default function ApiDocs() {
  const { title, about, base, groups, without, words } = useLoaderData<typeof loader>();
  const [token, setToken] = useState('');
  return (
    <div className="page grid gap-6 pt-8 md:pt-12">
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
      <Token words={words} token={token} setToken={setToken} />
      {groups.map(({ name, title: words_, calls }) => (
        <section key={name} aria-labelledby={`group-${name}`} className="grid min-w-0 gap-3">
          <h2 id={`group-${name}`}>{words_}</h2>
          {calls.map((call) => (
            <Call key={`${call.method} ${call.path}`} call={call} words={words} base={base} token={token} />
          ))}
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
    </div>
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
