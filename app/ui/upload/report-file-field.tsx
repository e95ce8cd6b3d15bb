import { useField } from '@conform-to/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Labelled } from '~/ui/fields/fields';
import { appendFiles, Camera, FileBox, takePhoto } from '~/ui/fields/file-field';
import { useOperationField } from '~/ui/forms/operation-field';
import { useHeldSubmit } from '~/ui/forms/use-held-submit';
import { useHydrated, useReleased } from '~/ui/hooks';
import type { PageListProps, PageRules } from '~/ui/photo-pages/page-list';
import type { PageChoice, Problem } from '~/ui/photo-pages/use-pages';
import { useWords } from '~/ui/sentence';

type Props = {
  /** Identifies the form, so that sending it twice makes one report. */
  submissionKey: string;
  /** Size limit of all files together. */
  megabytes: number;
  pageRules: PageRules;
  /** True if the form was sent before: without script the file has to be chosen again. */
  isSentBefore: boolean;
  /** The refused pages. */
  mistakes?: PageListProps['mistakes'];
  /** Loads the list of the chosen files; by default with the first choice. */
  loadList?: () => Promise<{ PageList: ComponentType<PageListProps> }>;
};

const name = 'report';

const loadListLater = () => import('~/ui/photo-pages/page-list');

/**
 * The field for a report's file, with the key of its form: one PDF, or photos that become its pages. With script the
 * selection is a list, which is loaded with the first choice. If the list cannot be loaded, the
 * files are sent unchanged.
 */
export function ReportFileField({
  submissionKey,
  megabytes,
  pageRules,
  isSentBefore,
  mistakes,
  loadList = loadListLater,
}: Props) {
  const { t } = useWords();
  const [, form] = useField<File>(name);
  const [problem, setProblem] = useState<Problem>();
  const what = problem && pageRules[problem.kind];
  const mistake = what && problem.name ? t('upload.namedFile', { name: problem.name, what }) : what;
  const { field, errors, hintId, control } = useOperationField(name, true, mistake);
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const retakenKey = useRef<number>(undefined);
  const [choices, setChoices] = useState<PageChoice[]>([]);
  const [List, setList] = useState<ComponentType<PageListProps>>();
  const [hasPages, setHasPages] = useState(false);
  const [isLoading, setLoading] = useState(false);
  useHeldSubmit(input, isLoading);
  const untilReleased = useReleased();
  const chosenFiles = choices.flatMap(({ files }) => files);
  const choose = () => {
    const files = [...(input.current?.files ?? [])];
    // Without the list a choice is added to the earlier ones, since it may be another page.
    if (!List && input.current) appendFiles(input.current, chosenFiles);
    const choice = { files, replacedKey: retakenKey.current };
    setChoices((earlier) => [...earlier, choice]);
    retakenKey.current = undefined;
    if (List || files.length === 0) return;
    setLoading(true);
    loadList()
      .then(
        async ({ PageList }) => {
          await untilReleased();
          setList(() => PageList);
        },
        () => undefined,
      )
      .finally(() => setLoading(false));
  };
  const chooseNow = useRef(choose);
  chooseNow.current = choose;
  // Some files may have been selected before hydration.
  useEffect(() => {
    if (input.current?.files?.length) chooseNow.current();
  }, []);
  return (
    <div>
      <input type="hidden" name="submissionKey" value={submissionKey} />
      <Labelled
        field={{ id: field.id, errorId: field.errorId, errors }}
        label={t('upload.reportLabel')}
        hint={
          <>
            {t('upload.reportHint', { megabytes })}
            {isSentBefore && <noscript> {t('upload.fileAgain')}</noscript>}
          </>
        }
        hintId={hintId}
      >
        {List && (
          <List
            input={input}
            choices={choices}
            rules={pageRules}
            mistakes={mistakes}
            onProblem={setProblem}
            onRetake={(key) => {
              takePhoto(input.current);
              retakenKey.current = key;
            }}
            onChange={() => {
              const count = input.current?.files?.length ?? 0;
              setHasPages(count > 0);
              if (count > 0) form.validate({ name });
            }}
          />
        )}
        <FileBox
          {...control}
          box={input}
          names={List ? undefined : chosenFiles.map((file) => file.name)}
          words={hasPages ? t('upload.more') : undefined}
          required
          multiple
          accept=".pdf,image/*,.heic,.heif"
          onClick={() => {
            retakenKey.current = undefined;
          }}
          onChange={choose}
        />
        {/* With a first page there, the one button offers the camera of a phone too. */}
        {isHydrated && !hasPages && <Camera input={input} />}
      </Labelled>
    </div>
  );
}

/** Explains which files are accepted and what is stored of them. */
export function FileFacts({ maxPages }: { maxPages: number }) {
  const { t } = useWords();
  return (
    <section className="mt-5 text-small text-muted">
      <h2 className="text-body">{t('upload.fileFacts')}</h2>
      <p>
        {t('upload.photoKinds')} {t('upload.pagesHint', { most: maxPages })} {t('upload.metadataHint')}
      </p>
    </section>
  );
}
