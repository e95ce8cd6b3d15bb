import laboratoryReports from '../fixtures/laboratory-reports.json' with { type: 'json' };
import { pdfOf } from '../fixtures/pdf.mjs';

export type LaboratoryReport = keyof typeof laboratoryReports;
type Paper = { layout: string; language: string; lines: string[]; rows: string[][] };
/** Shows a text from a place on, in points from the bottom left corner. */
type Show = (text: string, x: number, y: number) => string;

const top = 760;
const lineHeight = 22;
const fontSize = 11;

/** Prints a report of a laboratory as a PDF, in its own layout and script. */
export function laboratoryPdf(name: LaboratoryReport): Buffer {
  const paper: Paper = laboratoryReports[name];
  const isLatin = /^[\x20-\x7eµ]*$/.test([...paper.lines, ...paper.rows.flat()].join(''));
  const font = isLatin ? { codeOf: (letter: string) => letter.charCodeAt(0), objects: [] } : drawnFont(paper);
  const fontName = isLatin ? 'F1' : 'F3';
  const show: Show = (text, x, y) => {
    const codes = [...text].map((letter) => font.codeOf(letter).toString(16).padStart(2, '0'));
    return `BT /${fontName} ${fontSize} Tf ${x} ${y} Td <${codes.join('')}> Tj ET`;
  };
  const head = paper.lines.map((line, at) => show(line, 40, 820 - at * 18));
  const signWidth = (sign: string) => fontSize * (isLatin ? (/^\d$/.test(sign) ? 0.556 : 0.278) : 0.5);
  const pages = (layouts[paper.layout] ?? rows)(paper, show, signWidth);
  const contents = pages.map((page, at) => [...(at === 0 ? head : []), ...page].join('\n'));
  const firstFree = 5 + 2 * pages.length;
  return pdfOf(contents, {
    fonts: isLatin ? '' : `/F3 ${firstFree} 0 R`,
    extraObjects: font.objects.map((object) =>
      object.replaceAll('@glyph', `${firstFree + 1}`).replaceAll('@map', `${firstFree + 2}`),
    ),
  });
}

const columns = [40, 230, 300, 400];
const panelColumns = [30, 125, 160, 215];
const yOf = (row: number) => top - row * lineHeight;
const ofRow = (cells: string[], row: number, show: Show) =>
  cells.map((cell, column) => show(cell, columns[column] ?? 0, yOf(row)));

/** A table that is written row by row. */
const rows: Layout = ({ rows }, show) => [rows.flatMap((cells, row) => ofRow(cells, row, show))];

type Layout = (paper: Paper, show: Show, signWidth: (sign: string) => number) => string[][];

const layouts: Record<string, Layout> = {
  rows,
  // Each column of the table is written from the top to the bottom.
  columns: ({ rows }, show) => [
    columns.flatMap((x, column) => rows.map((cells, row) => show(cells[column] ?? '', x, yOf(row)))),
  ],
  // Two results stand side by side, in small columns.
  panels: ({ rows }, show) => [
    rows.flatMap((cells, at) =>
      cells.map((cell, column) =>
        show(cell, (panelColumns[column] ?? 0) + (at % 2) * 280, yOf(Math.floor(at / 2))),
      ),
    ),
  ],
  // Each sign of a number is placed by itself.
  packed: ({ rows }, show, signWidth) => [
    rows.flatMap((cells, row) =>
      cells.flatMap((cell, column) => {
        let x = columns[column] ?? 0;
        return (/^[\d.,< -]+$/.test(cell) ? [...cell] : [cell]).flatMap((part) => {
          const place = x;
          x += signWidth(part);
          return part === ' ' ? [] : [show(part, place, yOf(row))];
        });
      }),
    ),
  ],
  // Sentences, on two pages.
  letter: ({ rows }, show) => {
    const sentences = rows.map(([name, value, unit, range]) => `${name}: ${value} ${unit} (${range}).`);
    const half = Math.ceil(sentences.length / 2);
    return [sentences.slice(0, half), sentences.slice(half)].map((part) =>
      part.map((sentence, at) => show(sentence, 40, yOf(at))),
    );
  },
};

/** A font that draws each letter as a box and names its character, as fonts inside a file do. */
function drawnFont({ lines, rows }: Paper) {
  const letters = [...new Set([...lines, ...rows.flat(), ': ().'].join(''))];
  const first = 33;
  const codeOf = (letter: string) => (letter === ' ' ? 32 : first + letters.indexOf(letter));
  const all = [' ', ...letters.filter((letter) => letter !== ' ')];
  const lastCode = first + letters.length;
  const names = Array.from({ length: lastCode - 31 }, (_, at) => `/g${at}`);
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const lists = all.map((letter) => `<${hex(codeOf(letter), 2)}> <${hex(letter.codePointAt(0) ?? 0, 4)}>`);
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${chunk(lists)
  .map((part) => `${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`)
  .join('\n')}
endcmap end end`;
  const box = '500 0 50 0 450 700 d1 50 0 400 700 re f';
  const font =
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32 /LastChar ${lastCode} ` +
    `/Widths [${names.map(() => 500).join(' ')}] /Resources << >> /ToUnicode @map 0 R ` +
    `/CharProcs << ${names.map((name) => `${name} @glyph 0 R`).join(' ')} >> /Encoding << /Type /Encoding /Differences [32 ${names.join(' ')}] >> >>`;
  const streamOf = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  return { codeOf, objects: [font, streamOf(box), streamOf(map)] };
}

const chunk = (list: string[]): string[][] =>
  list.length > 100 ? [list.slice(0, 100), ...chunk(list.slice(100))] : [list];
