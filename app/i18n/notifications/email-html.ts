/** A paragraph of an e-mail: words, a code to type in, or a link to the clinic. */
export type EmailBlock =
  | { kind: 'words' | 'code'; text: string }
  | { kind: 'link'; label: string; address: string };

type EmailContent = { subject: string; blocks: EmailBlock[]; footer: string[]; language: string };

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/;

// Inline, because many mail programs drop style sheets. Those that keep them get dark colours.
const inkStyle = 'color:#10262c';
const mutedStyle = 'color:#48606a';
const linkStyle = 'color:#0b5a70';
const darkColours = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
body,.canvas{background:#0f1618!important}
.sheet{background:#182124!important;border-color:#324046!important}
.ink{color:#e4edf0!important}.muted{color:#a7b8be!important;border-color:#324046!important}
.code{background:#173a45!important;color:#e4edf0!important}
.link{color:#7cc6da!important}
.button{background:#7cc6da!important}.button a{color:#06222a!important}
}`;

/**
 * Renders an e-mail as HTML. The first link is a button, further ones are plain. Words are escaped,
 * so they are shown and never interpreted. There are no pictures and no external content.
 *
 * @param footer lines about the sender; the first one is its name.
 */
export function renderEmailHtml({ subject, blocks, footer, language }: EmailContent): string {
  const direction = rightToLeft.test(language) ? 'rtl' : 'ltr';
  const side = direction === 'rtl' ? 'right' : 'left';
  const firstLink = blocks.find(({ kind }) => kind === 'link');
  const body = blocks.map((block) => {
    if (block.kind === 'link') return block === firstLink ? buttonOf(block) : linkOf(block);
    return block.kind === 'code' ? codeOf(block.text) : paragraphsOf(block.text);
  });
  // Each in its own direction: an address in Latin letters begins with its number.
  const [senderName = '', ...details] = footer
    .flatMap((part) => part.split('\n'))
    .map((line) => `<bdi>${escaped(line)}</bdi>`);
  const lineHeight = language === 'ur' ? 1.9 : 1.6;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title>
<style>${darkColours}</style></head>
<body style="margin:0;background:#eff3f4">
<div class="canvas" style="padding:16px;background:#eff3f4">
<div class="sheet ink" dir="${direction}" style="max-width:34em;margin:0 auto;padding:8px 20px;background:#ffffff;border:1px solid #c9d6da;border-radius:12px;font:17px/${lineHeight} system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;${inkStyle};text-align:${side};overflow-wrap:anywhere">
${body.join('\n')}
<div class="muted" style="margin:24px 0 12px;padding-top:14px;border-top:1px solid #c9d6da;font-size:15px;${mutedStyle}"><strong class="ink" style="${inkStyle}">${senderName}</strong><br>${details.join('<br>')}</div>
</div>
</div>
</body>
</html>
`;
}

type Link = Extract<EmailBlock, { kind: 'link' }>;

/** Renders a button of a table cell, whose padding every mail program keeps, and the address below it. */
const buttonOf = ({ label, address }: Link) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:20px 0 6px"><tr><td class="button" style="background:#0b5a70;border-radius:8px"><a href="${escaped(address)}" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:bold;line-height:1.35;text-decoration:none">${escaped(label)}</a></td></tr></table>
<p style="margin:0 0 20px;font-size:15px"><a class="link" href="${escaped(address)}" style="${linkStyle}"><bdi>${escaped(shortened(address))}</bdi></a></p>`;

const linkOf = ({ label, address }: Link) =>
  `<p style="margin:14px 0"><a class="link" href="${escaped(address)}" style="${linkStyle}">${escaped(label)}</a></p>`;

/** Renders a code that is easy to find, and is selected and copied without the gaps between its digits. */
const codeOf = (code: string) =>
  `<p style="margin:14px 0"><span class="code ink" dir="ltr" style="display:inline-block;padding:8px 10px 8px 18px;background:#dbebef;border-radius:8px;${inkStyle};font:bold 32px/1.3 ui-monospace,'Roboto Mono',Menlo,Consolas,monospace;letter-spacing:8px;-webkit-user-select:all;user-select:all">${escaped(code)}</span></p>`;

const paragraphsOf = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p style="margin:14px 0">${toLines(paragraph)}</p>`)
    .join('\n');

/** Shortens an address for reading: the host, and of the path one part. */
function shortened(address: string) {
  const { host, pathname } = new URL(address);
  const [, part = '', ...others] = pathname.split('/');
  return `${host}/${part}${others.length > 0 ? '/…' : ''}`;
}

const toLines = (text: string) => text.split('\n').map(escaped).join('<br>');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
