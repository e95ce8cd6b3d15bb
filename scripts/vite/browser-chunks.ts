/**
 * The browser chunk of a module, by the longest matching prefix of its path below app/; null for a
 * module that comes with the page that uses it. There are few chunks: on a slow line each one costs
 * a round trip and its headers.
 */
const browserFiles: Record<
  string,
  'ui' | 'waiting' | 'sending' | 'staff' | 'cards' | 'answers' | 'accounts' | null
> = {
  // Shared by many pages.
  'entry.client.': 'ui',
  'domain/': 'ui',
  'i18n/': 'ui',
  'platform/enums.': 'ui',
  'routes/dashboard/account/event-words.': 'ui',
  'routes/dashboard/desk/next-report.': 'ui',
  'routes/page-exports.': 'ui',
  'ui/': 'ui',
  'urls/': 'ui',
  // Sending files, and reports that wait.
  'ui/waiting/': 'waiting',
  'ui/waiting/removed-notice.': 'ui',
  'ui/waiting/stored-flags.': 'ui',
  'ui/waiting/use-': 'ui',
  'ui/waiting/waiting-reports.': 'ui',
  // The upload form.
  'ui/fields/changeable.': 'sending',
  'ui/forms/use-held-submit.': 'sending',
  'ui/people/check-whose.': 'sending',
  'ui/people/person-fields.': 'sending',
  'ui/people/use-person-in-form.': 'sending',
  'ui/people/whose-report.': 'sending',
  'ui/upload/': 'sending',
  'ui/upload/uploading.': 'ui',
  // Loaded with the first choice of a file, a telephone number, a slip, the reader or a message.
  'domain/kernel/phone.': null,
  // For the pages of admins, of keys, of translators, of phrases, of complaints and of a report's
  // person alone.
  'domain/clinic/': null,
  'domain/comparison/': null,
  'domain/programs/': null,
  'domain/report/phrases.': null,
  'domain/shares/': null,
  'ui/complaint-text.': null,
  'ui/notices/place-toasts.': null,
  'ui/people/person-of-correction.': null,
  'ui/people/person-sheet.': null,
  'ui/report/number-check.': null,
  'ui/fields/check-list-field.': null,
  'ui/fields/password-and-code.': null,
  'ui/front-desk/': null,
  'ui/upload/offline-': null,
  'ui/upload/without-connection.': null,
  'ui/photo-pages/': null,
  'ui/reader/': null,
  'ui/report/answer.': null,
  'ui/report/check-form.': null,
  'ui/report/print-button.': null,
  'ui/report/report-history.': null,
  'ui/questions/answer-form.': null,
  'ui/questions/question-box.': null,
  'ui/report/report-actions.': null,
  'ui/report/summary-paper.': null,
  'ui/report/summary.': null,
  // For experts and admins only.
  'domain/kernel/text.': 'staff',
  'domain/report/step-mark.': 'staff',
  'routes/dashboard/desk/undo-notice.': 'staff',
  'ui/fields/send-as-is-field.': 'staff',
  'ui/fields/writing-box.': 'staff',
  'ui/questions/ask-': 'staff',
  'ui/questions/desk-': 'staff',
  'ui/questions/question-note.': 'staff',
  'ui/report/earlier-reports.': 'staff',
  'ui/report/search-beside.': 'staff',
  'ui/staff/': 'staff',
  // Lists of reports.
  'ui/lists/': 'cards',
  'ui/people/person-chips.': 'cards',
  'ui/questions/': 'cards',
  'ui/report/': 'cards',
  // Loaded only with an answer, once its page can be used.
  'ui/report/take-away.': 'answers',
  'ui/report/watch-answer.': 'answers',
  'ui/questions/question-words.': 'ui',
  'domain/report/page-notes.': 'ui',
  'ui/report/page-notes.': 'ui',
  'ui/report/registration-bar.': 'ui',
  'ui/report/report-words.': 'ui',
  'ui/report/step-looks.': 'ui',
  // Account forms, and those before log-in.
  'routes/dashboard/account/own-proof.': 'accounts',
  'routes/dashboard/account/security-tabs.': 'accounts',
  'routes/public/contact-details.': 'accounts',
  'routes/public/visitor-forms.': 'accounts',
  'ui/fields/account-fields.': 'accounts',
  'ui/fields/choice-field.': 'accounts',
  'ui/fields/code-': 'accounts',
  'ui/forms/carried-email.': 'accounts',
  'ui/forms/passkey-support.': 'accounts',
  'ui/layout/confirm-page.': 'accounts',
  'ui/layout/guest-sheet.': 'accounts',
  'ui/notices/one-time-secret.': 'accounts',
  'ui/ticked-list.': 'accounts',
};
const byLength = Object.entries(browserFiles).sort(([a], [b]) => b.length - a.length);

/** Returns the browser chunk of a module, or undefined for one that comes with its page. */
export function chunkOf(id: string) {
  const [path, ofApp] = [id.slice(id.lastIndexOf('/app/') + '/app/'.length), id.includes('/app/')];
  const chunk = ofApp ? byLength.find(([beginning]) => path.startsWith(beginning)) : undefined;
  if (chunk) return chunk[1] ?? undefined;
  return id.includes('/@conform-to/') || id.includes('vite/preload-helper') ? 'ui' : undefined;
}
