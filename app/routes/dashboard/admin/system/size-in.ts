import type { Language } from '~/i18n/languages';
import { localeOf } from '~/i18n/t';

/** A size in the reader's figures: kilobytes, megabytes or gigabytes. */
export function sizeIn(language: Language, bytes: number): string {
  const [unit, divisor] =
    bytes >= 1e9
      ? (['gigabyte', 1e9] as const)
      : bytes >= 1e6
        ? (['megabyte', 1e6] as const)
        : (['kilobyte', 1e3] as const);
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    bytes / divisor,
  );
}
