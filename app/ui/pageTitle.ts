import type { MetaDescriptor } from '@remix-run/react';
import type { CopyValues, Language, PageKey } from '~/copy/en';
import { defaultLanguage } from '~/copy/languages';
import { show } from '~/copy/show';

type Page = { matches: { id: string; data: unknown }[] };
type House = { productName: string; language: Language } | undefined;

/** A page's title, "{page} – {product}", and its description, for the `meta` of its route. */
export function pageTitle(page: PageKey, values?: CopyValues) {
  return ({ matches }: Page): MetaDescriptor[] => {
    const house = matches.find(({ id }) => id === 'root')?.data as House;
    const language = house?.language ?? defaultLanguage;
    const title = [show(language, page, values), house?.productName].filter(Boolean).join(' – ');
    return [{ title }, { name: 'description', content: show(language, 'site.description') }];
  };
}
