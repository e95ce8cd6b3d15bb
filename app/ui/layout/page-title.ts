import type { MetaDescriptor } from '@remix-run/react';
import type { Language } from '~/i18n/languages';
import { defaultLanguage } from '~/i18n/languages';
import type { MessageKey, MessageValues } from '~/i18n/message-keys';
import { translateOnPage } from '~/i18n/t';

type Page = { matches: { id: string; data: unknown }[] };
type RootData = { productName: string; language: Language } | undefined;

/** Builds a route's `meta`: its title, "{page} – {product}", and its description. */
export function pageTitle(page: MessageKey, values?: MessageValues) {
  return ({ matches }: Page): MetaDescriptor[] => {
    const settings = matches.find(({ id }) => id === 'root')?.data as RootData;
    const language = settings?.language ?? defaultLanguage;
    const title = [translateOnPage(language, page, values), settings?.productName]
      .filter(Boolean)
      .join(' – ');
    return [{ title }, { name: 'description', content: translateOnPage(language, 'site.description') }];
  };
}
