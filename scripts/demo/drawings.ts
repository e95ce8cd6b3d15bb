import sharp from 'sharp';

/**
 * The files of the demo clinic: papers as PDF, and pictures drawn from SVG. Everything in them is
 * invented, and identical on each run.
 */

/** A paper: a heading, then lines. A table row is a list of up to five cells. */
export type Paper = { title: string; lines: (string | string[])[] };

const width = 595;
const height = 842;
const columns = [56, 230, 310, 390, 490];

const escapePdf = (text: string) => text.replace(/[\\()]/g, '\\$&');

function write(x: number, y: number, text: string, { size = 10.5, font = 'F1', gray = 0.1 } = {}) {
  return `BT ${gray} g /${font} ${size} Tf ${x} ${y} Td (${escapePdf(text)}) Tj ET`;
}

function drawPaper({ title, lines }: Paper, number: number, total: number): string {
  const drawnLines = [
    `0.10 0.32 0.46 rg 0 782 ${width} 60 re f`,
    write(56, 806, 'Riverside District Laboratory', { size: 17, font: 'F2', gray: 1 }),
    write(470, 806, `Page ${number} of ${total}`, { gray: 1 }),
    write(56, 744, title, { size: 15, font: 'F2' }),
    `0.7 G 0.6 w 56 732 m 539 732 l S`,
    write(56, 40, 'Invented for a demonstration. It belongs to no person and no laboratory.', {
      size: 8,
      gray: 0.5,
    }),
  ];
  lines.forEach((line, index) => {
    const y = 704 - index * 25;
    const cells = typeof line === 'string' ? [line] : line;
    if (Array.isArray(line) && index % 2 === 0) drawnLines.push(`0.955 0.97 0.98 rg 52 ${y - 8} 491 25 re f`);
    cells.forEach((cell, column) => {
      const isBold = Array.isArray(line) && (column === 1 || column === 4);
      drawnLines.push(write(columns[column] ?? 56, y, cell, { font: isBold ? 'F2' : 'F1' }));
    });
  });
  return drawnLines.join('\n');
}

/** Builds a PDF with one page for each paper, in the fonts that every reader has. */
export function drawPdf(papers: Paper[]): Buffer {
  const pages = papers.map((paper, index) => drawPaper(paper, index + 1, papers.length));
  const idOf = (index: number) => 5 + index * 2;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${idOf(index)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${idOf(index) + 1} 0 R ` +
        '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const rows = objects.map((object, index) => {
    const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const mark = (text: string, x: number, y: number, fill = '#ddd') =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="22" fill="${fill}">${text}</text>`;
const soft = '<filter id="soft"><feGaussianBlur stdDeviation="9"/></filter>';

const ribs = range(7)
  .map((row) => {
    const y = 230 + row * 62;
    return [-1, 1]
      .map(
        (side) =>
          `<path d="M500 ${y} C ${500 + side * 150} ${y - 70}, ${500 + side * 260} ${y - 10}, ${500 + side * 245} ${y + 90}"/>`,
      )
      .join('');
  })
  .join('');

const heartbeat = (y: number) =>
  `M0 ${y} ${range(12)
    .map((beat) => {
      const x = beat * 100;
      return `L${x + 28} ${y} q8 -14 16 0 L${x + 52} ${y} l5 10 l7 -74 l8 92 l6 -28 L${x + 84} ${y} q9 -22 18 0`;
    })
    .join(' ')}`;

/** The pictures, each as the content of an SVG and its size. */
const drawings = {
  chest: {
    size: [1000, 900],
    svg: `<defs>${soft}</defs><rect width="1000" height="900" fill="#070809"/><ellipse cx="500" cy="460" rx="380" ry="420" fill="#5b5f63" filter="url(#soft)"/>
      <ellipse cx="350" cy="430" rx="135" ry="260" fill="#15171a" filter="url(#soft)"/><ellipse cx="650" cy="430" rx="135" ry="260" fill="#15171a" filter="url(#soft)"/>
      <path d="M480 430 q110 20 130 190 q-80 60 -150 10 z" fill="#9a9da0" filter="url(#soft)"/><rect x="482" y="80" width="36" height="760" rx="14" fill="#b6b8ba" filter="url(#soft)"/>
      <g fill="none" stroke="#a9acae" stroke-width="15" opacity=".75">${ribs}</g>${mark('L', 900, 70)}${mark('DEMO 01', 40, 70)}`,
  },
  hand: {
    size: [800, 1000],
    svg: `<defs>${soft}</defs><rect width="800" height="1000" fill="#060708"/><g fill="none" stroke="#c9cbcd" stroke-linecap="round" stroke-width="42">
      <path d="M300 620 L230 330 M230 300 L205 190 M200 165 L190 110"/><path d="M375 600 L355 290 M352 258 L345 140 M344 110 L342 60"/><path d="M450 600 L480 300 M484 268 L500 160 M503 130 L508 80"/>
      <path d="M520 630 L600 380 M610 350 L640 260 M648 235 L660 195"/><path d="M270 700 L130 560 M112 538 L70 470"/></g>
      <ellipse cx="400" cy="700" rx="150" ry="80" fill="#8c8f92" filter="url(#soft)"/><path d="M330 760 L320 1000 M470 760 L480 1000" stroke="#b5b7b9" stroke-width="70"/>
      <path d="M585 455 l26 -16" stroke="#101214" stroke-width="7"/>${mark('R', 720, 70)}`,
  },
  brain: {
    size: [900, 900],
    svg: `<defs>${soft}</defs><rect width="900" height="900" fill="#000"/><ellipse cx="450" cy="450" rx="330" ry="390" fill="#d0d2d4"/><ellipse cx="450" cy="450" rx="308" ry="366" fill="#1a1b1d"/>
      <ellipse cx="450" cy="450" rx="290" ry="346" fill="#77797c" filter="url(#soft)"/><g fill="none" stroke="#4e5053" stroke-width="15">${range(
        9,
      )
        .map(
          (fold) =>
            `<path d="M${190 + fold * 8} ${190 + fold * 60} q60 -40 110 5 t110 -2"/><path d="M${500 - fold * 2} ${190 + fold * 60} q60 40 110 -5 t${110 - fold * 3} 2"/>`,
        )
        .join(
          '',
        )}</g><path d="M420 340 q-50 90 -10 200 M480 340 q50 90 10 200" stroke="#0c0d0e" stroke-width="38" fill="none"/><path d="M450 110 V790" stroke="#3a3c3f" stroke-width="6"/>${mark('T2', 40, 60)}`,
  },
  belly: {
    size: [1000, 800],
    svg: `<defs>${soft}</defs><rect width="1000" height="800" fill="#000"/><ellipse cx="500" cy="400" rx="430" ry="320" fill="#55585b"/><ellipse cx="500" cy="400" rx="395" ry="285" fill="#2a2c2f"/>
      <path d="M170 360 q40 -190 260 -170 q60 140 -40 260 q-150 70 -220 -90z" fill="#8b8e91" filter="url(#soft)"/><ellipse cx="760" cy="330" rx="85" ry="130" fill="#85888b" filter="url(#soft)"/>
      <circle cx="500" cy="560" r="70" fill="#e2e3e4"/><circle cx="500" cy="600" r="30" fill="#5a5c5e"/><ellipse cx="310" cy="540" rx="60" ry="85" fill="#a2a4a6"/><ellipse cx="690" cy="540" rx="60" ry="85" fill="#a2a4a6"/><circle cx="690" cy="525" r="11" fill="#fff"/>${mark('CT 24/60', 40, 60)}`,
  },
  ecg: {
    size: [1200, 700],
    svg: `<rect width="1200" height="700" fill="#fff6f4"/><g stroke="#f3c3bb">${range(61)
      .map((line) => `<path d="M${line * 20} 0 V700" stroke-width="${line % 5 ? 0.7 : 1.8}"/>`)
      .join('')}${range(36)
      .map((line) => `<path d="M0 ${line * 20} H1200" stroke-width="${line % 5 ? 0.7 : 1.8}"/>`)
      .join(
        '',
      )}</g><g fill="none" stroke="#1b1b1b" stroke-width="2.4">${[150, 350, 550].map((y) => `<path d="${heartbeat(y)}"/>`).join('')}</g>
      ${mark('I', 16, 60, '#222')}${mark('II', 16, 260, '#222')}${mark('V1', 16, 460, '#222')}${mark('25 mm/s   10 mm/mV', 900, 680, '#222')}`,
  },
  scan: {
    size: [900, 700],
    svg: `<defs>${soft}<radialGradient id="fan"><stop offset="0" stop-color="#b9bcbe"/><stop offset="1" stop-color="#2c2e30"/></radialGradient></defs><rect width="900" height="700" fill="#000"/>
      <path d="M450 30 L830 560 Q450 740 70 560 Z" fill="url(#fan)" filter="url(#soft)"/><ellipse cx="450" cy="400" rx="170" ry="110" fill="#08090a" filter="url(#soft)"/>
      <circle cx="500" cy="440" r="26" fill="#f2f2f2" filter="url(#soft)"/><path d="M495 470 l-22 150 h60 z" fill="#050505" opacity=".8"/><path d="M473 440 h54" stroke="#ff5" stroke-dasharray="6 5" stroke-width="2"/>${mark('8 mm', 535, 446, '#ff5')}`,
  },
  eye: {
    size: [800, 800],
    svg: `<defs><radialGradient id="back"><stop offset="0" stop-color="#e8893f"/><stop offset="1" stop-color="#8d2f14"/></radialGradient></defs><rect width="800" height="800" fill="#050302"/><circle cx="400" cy="400" r="370" fill="url(#back)"/>
      <circle cx="545" cy="390" r="58" fill="#ffdf9a"/><circle cx="545" cy="390" r="24" fill="#fff3d0"/><circle cx="290" cy="410" r="44" fill="#7c2a10" opacity=".7"/>
      <g fill="none" stroke="#7a1410" stroke-width="9"><path d="M545 380 Q480 210 300 150"/><path d="M545 400 Q480 590 300 650"/><path d="M550 380 Q610 240 690 210"/><path d="M550 400 Q620 560 690 580"/></g>
      <g fill="none" stroke="#a9261a" stroke-width="5"><path d="M500 290 Q420 250 360 260"/><path d="M500 500 Q420 540 350 530"/></g>`,
  },
  teeth: {
    size: [1200, 600],
    svg: `<defs>${soft}</defs><rect width="1200" height="600" fill="#0a0b0c"/><path d="M60 300 Q600 60 1140 300 Q600 620 60 300" fill="#4b4e51" filter="url(#soft)"/>${range(
      14,
    )
      .map((tooth) => {
        const x = 150 + tooth * 66;
        const y = 292 - 60 * Math.sin((tooth / 13) * Math.PI) * 0.35;
        return `<rect x="${x}" y="${y - 105}" width="50" height="108" rx="17" fill="#c6c8ca"/><rect x="${x}" y="${y + 14}" width="50" height="108" rx="17" fill="#b9bbbd"/>`;
      })
      .join('')}<circle cx="836" cy="322" r="13" fill="#232527"/>${mark('DEMO 02', 30, 50)}`,
  },
  skin: {
    size: [900, 700],
    svg: `<defs>${soft}</defs><rect width="900" height="700" fill="#c98f68"/><rect width="900" height="700" fill="#b97f5a" opacity=".35" filter="url(#soft)"/>${range(
      12,
    )
      .map(
        (spot) =>
          `<circle cx="${150 + spot * 53}" cy="${160 + ((spot * 137) % 380)}" r="${22 + ((spot * 7) % 20)}" fill="#b5443a" opacity=".65" filter="url(#soft)"/>`,
      )
      .join('')}<path d="M60 640 H360" stroke="#222" stroke-width="6"/>${mark('5 cm', 180, 625, '#222')}`,
  },
} as const satisfies Record<string, { size: readonly [number, number]; svg: string }>;

export type Drawing = keyof typeof drawings;

/** Renders a picture as a camera or a machine would save it. */
export async function drawPicture(name: Drawing, format: 'jpeg' | 'png' | 'webp' | 'gif'): Promise<Buffer> {
  const { size, svg } = drawings[name];
  const [across, down] = size;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}">${svg}</svg>`;
  return sharp(Buffer.from(whole)).flatten({ background: '#000' }).toFormat(format).toBuffer();
}
