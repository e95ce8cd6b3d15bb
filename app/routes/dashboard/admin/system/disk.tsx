import { fill } from '~/i18n/t';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { Section } from './section';
import { sizeIn } from './size-in';
import { useSystem } from './use-system';

/** How much room is left. */
export function Disk() {
  const { language } = useWords();
  const { disk, words } = useSystem();
  const values = {
    free: sizeIn(language, disk.freeBytes),
    total: sizeIn(language, disk.totalBytes),
    percent: disk.freePercent,
  };
  return (
    <Section id="disk" title={words.disk}>
      <p>{fill(language, words.free, values)}</p>
      {disk.isLow && (
        <Notice icon="alert" variant="bad">
          {words.low}
        </Notice>
      )}
    </Section>
  );
}
