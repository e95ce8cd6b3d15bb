/**
 * The operation that a form sends, by where it posts to: for tests that talk to a server from
 * outside.
 */
const operations: [path: RegExp, operation: string][] = [
  [/^\/query$/, 'message.query'],
  [/^\/call-back$/, 'message.callBack'],
  [/^\/contact-us$/, 'message.contact'],
  [/^\/language$/, 'account.chooseLanguage'],
  [/^\/logout$/, 'account.logOut'],
  [/^\/dashboard\/settings\/profile$/, 'account.updateProfile'],
  [/^\/dashboard\/settings\/picture$/, 'account.updatePicture'],
  [/^\/dashboard\/settings\/credentials$/, 'account.updateCredentials'],
  [/^\/dashboard\/settings\/languages$/, 'account.updateLanguages'],
  [/^\/dashboard\/settings\/password$/, 'account.changePassword'],
  [/^\/dashboard\/settings\/session$/, 'session.end'],
  [/^\/dashboard\/settings\/other-sessions$/, 'session.endOthers'],
  [/^\/dashboard\/settings\/delete$/, 'account.delete'],
  [/^\/dashboard\/second-factor\/begin$/, 'secondFactor.begin'],
  [/^\/dashboard\/second-factor\/confirm$/, 'secondFactor.confirm'],
  [/^\/dashboard\/second-factor\/cancel$/, 'secondFactor.cancel'],
  [/^\/dashboard\/second-factor\/renew$/, 'secondFactor.renew'],
  [/^\/dashboard\/second-factor\/remove$/, 'secondFactor.remove'],
  [/^\/dashboard\/my-data\/download$/, 'account.exportData'],
  [/^\/dashboard\/upload-report$/, 'report.upload'],
  [/^\/dashboard\/delete-report\//, 'report.delete'],
  [/^\/dashboard\/correct-report\//, 'report.correct'],
  [/^\/dashboard\/withdraw-consent\//, 'report.withdrawConsent'],
  [/^\/dashboard\/answer-question\//, 'report.answerQuestion'],
  [/^\/dashboard\/ask-patient\//, 'report.askPatient'],
  [/^\/dashboard\/close-question\//, 'report.closeQuestion'],
  [/^\/dashboard\/lift-hold\//, 'report.liftHold'],
  [/^\/dashboard\/give-consent\//, 'report.giveConsent'],
  [/^\/dashboard\/add-review\//, 'report.review'],
  [/^\/dashboard\/pending-report\/next$/, 'report.next'],
  [/^\/dashboard\/pending-report\/draft$/, 'report.review'],
  [/^\/dashboard\/pending-report\/release$/, 'report.release'],
  [/^\/dashboard\/pending-report\/free$/, 'report.freeClaim'],
  [/^\/dashboard\/pending-report\/undo$/, 'review.undo'],
  [/^\/dashboard\/amend-review\//, 'review.amend'],
  [/^\/dashboard\/review-versions\//, 'review.takeBackFor'],
  [/^\/dashboard\/translate\//, 'review.translate'],
  [/^\/dashboard\/pending-expert$/, 'expert.approve'],
  [/^\/dashboard\/approved-expert$/, 'expert.restore'],
  [/^\/dashboard\/judge-expert\/[^?]+\?to=reject$/, 'expert.reject'],
  [/^\/dashboard\/judge-expert\/[^?]+\?to=suspend$/, 'expert.suspend'],
  [/^\/dashboard\/messages$/, 'message.close'],
  [/^\/dashboard\/system$/, 'emails.retry'],
];

/** Where the data of the frame of every page is; `tokenIn` reads it. */
export const frameData = '/_root.data?_routes=root';

/**
 * The token of the form that posts to a path, as the pages of whoever is signed in draw it; that of
 * nobody's where they do not draw it. Takes the path, and the frame's data as it came.
 */
export function tokenIn(data: string, path: string): string {
  const [bare = ''] = path.replace(/\.data(?=$|\?)/, '').split('?');
  const whole = path.replace(/\.data(?=$|\?)/, '');
  const operation = operations.find(([pattern]) => pattern.test(bare) || pattern.test(whole))?.[1];
  const id = /"id","([0-9a-z]{26})"/.exec(data)?.[1];
  const mac = operation && new RegExp(`"${operation.replace('.', '\\.')}","([\\w-]{22})"`).exec(data)?.[1];
  return id && mac ? `${id}.${mac}` : 'nobody';
}
