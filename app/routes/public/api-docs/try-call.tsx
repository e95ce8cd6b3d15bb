import { type FormEvent, useState } from 'react';
import { Icon } from '~/ui/icon';
import type { ApiGuide, GuideCall } from '~/web/api/openapi/guide.server';
import { Code } from './code';
import { sendCall } from './send-call';

export type CallProps = { call: GuideCall; words: ApiGuide['words']; base: string; token: string };

/** Sends the call from this page and shows what comes back. */
export function TryCall({ call, words, base, token }: CallProps) {
  const [answer, setAnswer] = useState<{ status: string; text: string }>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setAnswer(await sendCall({ call, base, token, form: new FormData(event.currentTarget) }));
    setBusy(false);
  };
  return (
    <form onSubmit={send} className="grid gap-4 rounded-field bg-accent-soft p-4">
      <h3>{words.tryIt}</h3>
      <Controls call={call} bodyLabel={words.body} />
      <button type="submit" className="button justify-self-start" aria-disabled={isBusy}>
        <Icon name="next" />
        {words.send}
      </button>
      <div role="status">
        {answer && (
          <>
            <p className="font-semibold">
              {words.answer}: <span className="font-figures">{answer.status || words.noAnswer}</span>
            </p>
            {answer.text && <Code text={answer.text} label={words.answer} />}
          </>
        )}
      </div>
    </form>
  );
}

/** A field for each parameter, and for each field of a form or the whole JSON. */
function Controls({ call, bodyLabel }: { call: GuideCall; bodyLabel: string }) {
  const idOf = (name: string) => `${call.id}-${name}`;
  const isForm = call.type.startsWith('multipart');
  return (
    <>
      {[...call.parameters, ...(isForm ? call.fields : [])].map((field) => (
        <div key={field.name}>
          <label htmlFor={idOf(field.name)} className="field-label">
            {field.name}
          </label>
          <input
            id={idOf(field.name)}
            name={field.name}
            type={'isFile' in field && field.isFile ? 'file' : 'text'}
            multiple={'isList' in field && field.isFile && field.isList}
            placeholder={field.isRequired ? undefined : field.example}
            defaultValue={field.isRequired ? field.example : undefined}
            className="control"
          />
        </div>
      ))}
      {call.body && (
        <div>
          <label htmlFor={idOf('body')} className="field-label">
            {bodyLabel}
          </label>
          <textarea
            id={idOf('body')}
            name="body"
            rows={call.body.split('\n').length + 1}
            defaultValue={call.body}
            spellCheck={false}
            className="control font-figures text-[0.9rem]"
          />
        </div>
      )}
    </>
  );
}
