/** The letters of the alphabet that GSM 03.38 gives every phone, each in one unit. */
const gsmLetters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** The letters of its extension table, each in two units. */
const gsmExtension = '\f^{}\\[~]|€';

/** The units of a text alone, and of each part of a longer one, whose head takes some. */
const units = { gsm: { alone: 160, ofPart: 153 }, ucs2: { alone: 70, ofPart: 67 } };

/** The size of a text message: its units of seven bits (GSM) or of two bytes (UCS-2), and its parts. */
type TextSize = { alphabet: 'gsm' | 'ucs2'; units: number; parts: number };

/** Counts the units and the parts in which a network sends a text. No letter is cut between two parts. */
export function measureText(text: string): TextSize {
  const letters = [...text];
  const isGsm = letters.every((letter) => gsmLetters.includes(letter) || gsmExtension.includes(letter));
  const widths = letters.map((letter) => (isGsm ? 1 + Number(gsmExtension.includes(letter)) : letter.length));
  const alphabet = isGsm ? 'gsm' : 'ucs2';
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= units[alphabet].alone) return { alphabet, units: total, parts: 1 };
  let parts = 1;
  let free = units[alphabet].ofPart;
  for (const width of widths) {
    if (width > free) {
      parts += 1;
      free = units[alphabet].ofPart;
    }
    free -= width;
  }
  return { alphabet, units: total, parts };
}
