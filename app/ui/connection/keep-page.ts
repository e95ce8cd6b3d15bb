import { noteTyping, retryByItself, retryOnLine, type SentForm, submit } from './connection';
import { isReachable, noteSent, untilReachable, waitForAnswers } from './send';

/**
 * Keeps the page when the connection drops. Requests made by Remix wait instead of failing.
 * Requests that the browser makes by itself (a form that answers with a file, a link to a document)
 * start only once the server can be reached.
 */
export function keepPageWithoutConnection(): void {
  waitForAnswers();
  retryByItself(isReachable);
  window.addEventListener('submit', holdForm);
  window.addEventListener('click', holdLink);
  window.addEventListener('input', noteTyping);
  window.addEventListener('online', retryOnLine);
}

let passing: HTMLFormElement | undefined;

function holdForm(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  const sentForm: SentForm = { form, submitter: event.submitter ?? null };
  noteSent(sentForm);
  if (event.defaultPrevented || form === passing || form.getAttribute('method') === 'dialog') return;
  event.preventDefault();
  void untilReachable().then(() => {
    passing = form;
    submit(sentForm);
    passing = undefined;
  });
}

function holdLink(event: MouseEvent) {
  const link = (event.target as Element).closest?.('a');
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (!link || event.defaultPrevented || isModified || link.target || link.origin !== location.origin) return;
  if (link.hasAttribute('download') || link.hash) return;
  event.preventDefault();
  void untilReachable().then(() => location.assign(link.href));
}
