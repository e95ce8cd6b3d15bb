import { Link } from '@remix-run/react';
import { Icon } from '~/ui/icon';
import { paths } from '~/web/request/paths';

type Step = keyof typeof places;
type Props = { done: Record<Step, boolean>; words: Record<Step | 'title' | 'isDone', string> };

const places = {
  registration: paths.settingsOf('credentials'),
  languages: paths.settingsOf('languages'),
  twoStep: paths.secondFactor,
};
const steps = Object.keys(places) as Step[];

/** Steps for an expert until an admin has approved them. */
export function WhileYouWait({ done: isDoneByStep, words }: Props) {
  return (
    <section className="sheet mb-6" aria-labelledby="while-waiting">
      <h2 id="while-waiting">{words.title}</h2>
      <ol className="mt-3 grid">
        {steps.map((step, at) => (
          <li key={step} className="flex items-center gap-3 border-t border-line py-2">
            <span
              className={`grid h-7 w-7 shrink-0 place-items-center rounded-full ${isDoneByStep[step] ? 'bg-good-soft text-good' : 'border-2 border-edge font-figures text-[0.9rem]'}`}
            >
              {isDoneByStep[step] ? <Icon name="check" className="h-5 w-5" /> : at + 1}
            </span>
            {isDoneByStep[step] ? (
              <p className="min-w-0 text-muted [overflow-wrap:anywhere]">
                <span className="sr-only">{words.isDone}: </span>
                {words[step]}
              </p>
            ) : (
              <Link
                to={places[step]}
                className="inline-flex min-h-11 min-w-0 items-center font-semibold [overflow-wrap:anywhere]"
              >
                {words[step]}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
