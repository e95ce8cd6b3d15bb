import { fill } from '~/i18n/t';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { Fact, Section } from './section';
import { sizeIn } from './size-in';
import { useSystem } from './use-system';

/** When the last backup was made, what of, and what is wrong with how they are made. */
export function Backup() {
  const { moment, language } = useWords();
  const { backup, words } = useSystem();
  const { good, failed, everyHours, retention, isOnDataDisk, hasRoom } = backup;
  return (
    <Section id="backup" title={words.backup}>
      {failed && (
        <Notice icon="alert" variant="bad">
          {words.failedAt}: <time dateTime={failed.at}>{moment(failed.at)}</time>. {words[failed.why]}
        </Notice>
      )}
      {good ? (
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact name={words.last}>
            <time dateTime={good.at}>{moment(good.at)}</time>
          </Fact>
          <Fact name={words.size}>{sizeIn(language, good.bytes)}</Fact>
          <Fact name={words.where}>{good.path}</Fact>
          {good.missing > 0 && <Fact name={words.missing}>{good.missing}</Fact>}
        </dl>
      ) : (
        <Warning words={words.none} />
      )}
      {good && <p>{good.isEncrypted ? words.encrypted : words.plain}</p>}
      <p className="text-muted">
        {everyHours === null
          ? words.never
          : `${fill(language, words.every, { hours: everyHours })} ${fill(language, words.kept, retention)}`}
      </p>
      {!hasRoom && <Warning words={words.noRoomNext} />}
      {isOnDataDisk && (good || everyHours !== null) && <Warning words={words.sameDisk} />}
    </Section>
  );
}

function Warning({ words }: { words: string }) {
  return (
    <Notice icon="alert" variant="wait">
      {words}
    </Notice>
  );
}
