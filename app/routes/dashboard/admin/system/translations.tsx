import { unreviewedLanguages } from '~/i18n/languages';
import { fill } from '~/i18n/t';
import { useWords } from '~/ui/sentence';
import { Section } from './section';
import { useSystem } from './use-system';

/** Which languages no reader of theirs has checked; nothing where all are. */
export function Translations() {
  const { language, languageName, list } = useWords();
  const { words } = useSystem();
  if (unreviewedLanguages.length === 0) return null;
  return (
    <Section id="translations" title={words.translations}>
      <p>{fill(language, words.unreviewed, { languages: list(unreviewedLanguages.map(languageName)) })}</p>
      <p className="text-muted">{words.unreviewedHint}</p>
    </Section>
  );
}
