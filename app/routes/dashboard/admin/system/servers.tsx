import { fill } from '~/i18n/t';
import { useWords } from '~/ui/sentence';
import { Section } from './section';
import { useSystem } from './use-system';

/** Which servers run; nothing where there can be one alone. */
export function Servers() {
  const { moment, language } = useWords();
  const { servers, words } = useSystem();
  if (servers.length === 0) return null;
  return (
    <Section id="servers" title={words.servers}>
      <ul className="grid gap-3">
        {servers.map(({ name, version, seenAt }) => (
          <li key={name} className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-semibold">{name}</p>
            <p className="text-[0.95rem] text-muted">
              {fill(language, words.server, { version, moment: moment(seenAt) })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
