import { useField } from '@conform-to/react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Labelled } from '~/ui/fields/fields';
import { addTo, Camera, FileBox, takePhoto } from '~/ui/fields/file-field';
import { useOperationField } from '~/ui/forms/operation-field';
import { useHeldSubmit } from '~/ui/forms/use-held-submit';
import { useHydrated, useReleased } from '~/ui/hooks';
import type { PageListProps, PageRules } from '~/ui/photo-pages/page-list';
import type { Choice, Problem } from '~/ui/photo-pages/use-pages';

type Props = {
  name: string;
  label: string;
  hint: ReactNode;
  rules: PageRules;
  mistakes?: PageListProps['mistakes'];
};

const loadList = () => import('~/ui/photo-pages/page-list');

/**
 * The field for the file of a report: one PDF, or photos that become its pages. With script what
 * was chosen is a list, which is loaded with the first choice; where it does not come, all that was
 * chosen is sent as it is.
 */
export function ReportFileField({ name, label, hint, rules, mistakes }: Props) {
  const [, form] = useField<File>(name);
  const [problem, setProblem] = useState<Problem>();
  const mistake = problem && rules[problem];
  const { field, errors, hintId, control } = useOperationField(name, true, mistake);
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const retaken = useRef<number>(undefined);
  const [choices, setChoices] = useState<Choice[]>([]);
  const [List, setList] = useState<ComponentType<PageListProps>>();
  const [isLoading, setLoading] = useState(false);
  useHeldSubmit(input, isLoading);
  const released = useReleased();
  const chosen = choices.flatMap(({ files }) => files);
  const choose = () => {
    const files = [...(input.current?.files ?? [])];
    // Without the list a choice joins those before it, for it may be another page.
    if (!List && input.current) addTo(input.current, chosen);
    const choice = { files, instead: retaken.current };
    setChoices((earlier) => [...earlier, choice]);
    retaken.current = undefined;
    if (List || files.length === 0) return;
    setLoading(true);
    loadList()
      .then(
        async ({ PageList }) => {
          await released();
          setList(() => PageList);
        },
        () => undefined,
      )
      .finally(() => setLoading(false));
  };
  const chooseNow = useRef(choose);
  chooseNow.current = choose;
  // Some may have been chosen before the page came alive.
  useEffect(() => {
    if (input.current?.files?.length) chooseNow.current();
  }, []);
  return (
    <div>
      <Labelled
        field={{ id: field.id, errorId: field.errorId, errors }}
        label={label}
        hint={hint}
        hintId={hintId}
      >
        <FileBox
          {...control}
          box={input}
          names={List ? undefined : chosen.map((file) => file.name)}
          required
          multiple
          accept=".pdf,image/*,.heic,.heif"
          onClick={() => {
            retaken.current = undefined;
          }}
          onChange={choose}
        />
        {isHydrated && <Camera input={input} />}
      </Labelled>
      {List && (
        <List
          input={input}
          choices={choices}
          rules={rules}
          mistakes={mistakes}
          onProblem={setProblem}
          onRetake={(key) => {
            takePhoto(input.current);
            retaken.current = key;
          }}
          onChange={() => {
            if (input.current?.files?.length) form.validate({ name });
          }}
        />
      )}
    </div>
  );
}
