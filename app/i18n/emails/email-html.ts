type Written = { subject: string; text: string; language: string; publicUrl: string };

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/;

/**
 * Renders an e-mail's text as HTML: its paragraphs and lines, and links to the clinic itself. The
 * text is escaped, so it is shown and never interpreted. There are no pictures and no external
 * content.
 *
 * @param publicUrl the clinic's own address.
 */
export function renderEmailHtml({ subject, text, language, publicUrl }: Written): string {
  const direction = rightToLeft.test(language) ? 'rtl' : 'ltr';
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(
      (paragraph) =>
        `<p>${paragraph
          .split('\n')
          .map((line) => linked(line, publicUrl))
          .join('<br>')}</p>`,
    );
  return `<!DOCTYPE html>
<html lang="${escaped(language)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f8f9;color:#10242b;font:17px/1.6 system-ui,sans-serif">
<div style="max-width:34em;margin:0 auto;padding:24px;background:#fff;border:1px solid #d6e4e8;border-radius:12px;overflow-wrap:anywhere">
${paragraphs.join('\n')}
</div>
</body>
</html>
`;
}

/**
 * Renders a line with the clinic's addresses as links. Addresses that a user wrote never become
 * links.
 */
function linked(line: string, publicUrl: string) {
  const parts = line.split(/(\s+)/);
  return parts.map((part) => (part.startsWith(`${publicUrl}/`) ? link(part) : escaped(part))).join('');
}

const link = (address: string) =>
  `<a href="${escaped(address)}" style="color:#0b6b85">${escaped(address)}</a>`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
