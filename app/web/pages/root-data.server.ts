import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { listPartsInMenu } from '~/domain/clinic/clinic-parts.server';
import { countPeopleToCall } from '~/domain/help/list-to-tell.server';
import { findDispute, isOpenDispute } from '~/domain/identity/address-dispute.server';
import { toPicturePath } from '~/domain/identity/present-user';
import { hasAbility } from '~/domain/kernel/abilities';
import { countOpenMessages } from '~/domain/messages/message-lists.server';
import { isTranslator } from '~/domain/review/wanted-translations.server';
import { translate } from '~/i18n/translate';
import { signFormsOf } from '~/web/pipeline/form-token.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { isSessionOfPageEnded } from '~/web/session/request-viewer.server';
import { takeToast } from '~/web/session/session-answers.server';
import { site } from './clinic-details.server';
import { findOrUnavailable, findViewerOrUnavailable } from './viewer-of-page.server';

/** Returns the sentences that tell a session of a removal of the address; undefined if none goes on. */
async function removalWords(userId: string) {
  const dispute = await findOrUnavailable(() => findDispute(userId));
  if (!dispute || !isOpenDispute(dispute)) return undefined;
  return {
    text: translate(requestLanguage(), 'notMe.told'),
    submit: translate(requestLanguage(), 'notMe.submit'),
  };
}

/**
 * Loads the data for the frame of every page: the clinic, the signed-in user, the message of a
 * redirect, and whether the browser was logged out elsewhere.
 */
export async function rootLoader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewerOrUnavailable(request);
  const { toast, headers } = await takeToast(request);
  const person = viewer && {
    id: viewer.id,
    firstName: viewer.firstName,
    lastName: viewer.lastName,
    image: viewer.pictureTag ? toPicturePath(viewer) : null,
    accountType: viewer.accountType,
    approved: viewer.approved,
    suspended: viewer.suspended,
    // Set only if true: most accounts have an e-mail address and no duty.
    hasNoEmail: viewer.email === '' || undefined,
    isHelper: viewer.isHelper || undefined,
    isFrontDesk: viewer.isFrontDesk || undefined,
    openMessages: hasAbility(viewer, 'message.list') ? await findOrUnavailable(countOpenMessages) : undefined,
    toCall: hasAbility(viewer, 'people.tell')
      ? await findOrUnavailable(() => countPeopleToCall(viewer))
      : undefined,
    parts:
      viewer.accountType === 'Admin' ? await findOrUnavailable(() => listPartsInMenu(viewer)) : undefined,
    translates:
      (hasAbility(viewer, 'report.review') && (await findOrUnavailable(() => isTranslator(viewer)))) ||
      undefined,
    removal: viewer.isAddressDisputed ? await removalWords(viewer.id) : undefined,
    ...signFormsOf(viewer),
  };
  const type = toast?.type === 'success' ? ('success' as const) : ('error' as const);
  const flash = toast && { type, message: toast.message, more: toast.description };
  // Set only if true, because a guest's page is the same for everyone.
  const ended = !viewer &&
    (await findOrUnavailable(() => isSessionOfPageEnded(request))) && { isEnded: true };
  return data({ ...site(), person, toast: flash, ...ended }, flash ? { headers } : {});
}
