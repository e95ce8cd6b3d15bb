import type { GuideCall } from '~/web/api/openapi/guide.server';

/** A call to be sent, with what was typed into its form. */
type Sending = { call: GuideCall; base: string; token: string; form: FormData };

/**
 * Sends a call from the page and puts the answer in words.
 *
 * @returns no status where no answer came.
 */
export async function sendCall({ call, base, token, form }: Sending) {
  const { address, headers, body } = requestOf({ call, base, token, form });
  try {
    const response = await fetch(address, { method: call.method, headers, body, credentials: 'omit' });
    const isArchive = response.headers.get('content-type') === 'application/zip';
    const text = isArchive ? `${(await response.blob()).size} B` : inLines(await response.text());
    return { status: `${response.status} ${response.statusText}`.trim(), text };
  } catch {
    return { status: '', text: '' };
  }
}

function requestOf({ call, base, token, form }: Sending) {
  // The page may be open under another name of this machine than its public address; calls go to
  // where it came from.
  const address = new URL(`${new URL(base).pathname}${call.path}`, window.location.origin);
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
