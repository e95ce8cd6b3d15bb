import { createHash } from 'node:crypto';
import { directionOf } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import { paths } from '~/urls/paths';
import { isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';

const style = `:root{color-scheme:light dark}body{margin:0;font:1.125rem/1.6 system-ui,sans-serif}
main{max-width:32rem;margin:15vh auto 0;padding:0 1rem}h1{font-size:1.6rem;line-height:1.3}
a{display:inline-block;padding:.7rem 1.4rem;border-radius:.5rem;background:#0b5a70;color:#fff;font-weight:700;text-decoration:none}
[hidden]{display:none}
#form a{background:none;color:inherit;outline:2px solid #0b5a70}a:focus-visible,#form a:focus-visible{outline:3px solid #f0a500;outline-offset:3px}`;

// Stands behind the link to the form, which is shown if this browser has it. The dashboard sends the waiting uploads, so this page reloads the requested page. A phone may
// report that it is online too early, or all the time, so the script asks the server.
const script = `let timer,pause=2000;
const look=()=>fetch('/healthz',{method:'HEAD',cache:'no-store'}).then(()=>location.reload(),later);
const later=()=>{clearTimeout(timer);timer=setTimeout(look,pause);pause=Math.min(60000,2*pause)};
addEventListener('online',()=>{pause=2000;look()});later();
caches.match('/offline/form').then((form)=>{document.getElementById('form').hidden=!form},()=>{})`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; base-uri 'none'; form-action 'none'`;

/**
 * Renders the page that a browser stores for when it is offline (`public/sw.js`). It is
 * self-contained, in the reader's language, and the same for everyone. Once the server is
 * reachable, it reloads the requested page.
 */
export function offlinePage(): Response {
  if (isAskedAsData()) return new Response(null, { status: 404 });
  const t = (key: MessageKey) => escaped(translate(requestLanguage(), key));
  const { PRODUCT_NAME } = getSettings();
  const html = `<!doctype html>
<html lang="${requestLanguage()}" dir="${directionOf(requestLanguage())}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t('offline.title')} – ${escaped(PRODUCT_NAME)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p><b>${escaped(PRODUCT_NAME)}</b></p>
<h1>${t('offline.title')}</h1>
<p>${t('offline.text')}</p>
<p><a href="">${t('offline.again')}</a></p>
<p id="form" hidden><a href="${paths.offlineForm}">${t('offline.write')}</a></p>
</main>
<script>${script}</script>
</body>
</html>
`;
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': requestLanguage(),
      'Content-Security-Policy': policy,
      Vary: 'Accept-Language, Cookie',
    },
  });
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
