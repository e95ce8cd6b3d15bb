import { createHash } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { pictureBoundTo, toInitials } from '~/domain/identity/account-constants';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { presentUser, publicUser } from '~/domain/identity/present-user';
import { findScope } from '~/domain/kernel/abilities';
import { idSchema } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropFiles, keepPicture } from '~/domain/report-view/keep-files.server';
import { openNamedFile } from '~/domain/report-view/named-file.server';
import { type OpenFile, openBuffer } from '~/domain/report-view/open-file.server';
import { hasReviewedFor } from '~/domain/report-view/reviewers.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, isUncertain, requireChange } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { storage } from '~/platform/storage/current-storage.server';

const maxPictureBytes = 5 * 1024 * 1024;

/**
 * Changes the user's own display picture (docs/requirements.md#screens, docs/requirements.md#api).
 * The file arrives already re-encoded as a small square, and only that is stored
 * (docs/requirements.md#pages).
 *
 * @throws Refusal: `invalid` without a file; `signedOut` if the account has just been deleted.
 */
export const updatePicture = operation({
  name: 'account.updatePicture',
  api: {
    summary: 'Change your picture',
    text: 'Accepts a picture or PDF of at most 5 MB. The first page of a PDF is used. The result is a small square.',
  },
  input: z.object({}),
  output: z.object({ data: publicUser.describe('Updated account.') }),
  allow: 'account.own',
  file: {
    field: 'displayPicture',
    description: 'Picture file: JPEG, PNG, WebP, GIF, HEIC or PDF.',
    missingMessage: 'picture.missing',
    maxBytes: maxPictureBytes,
    picture: 'picture',
    limit: 'pictures',
  },
  successMessage: 'picture.done',
  failureMessage: 'picture.failed',
  async run({ viewer, context, files: [file] = [] }) {
    if (!file) throw new Refusal('invalid', 'picture.missing', { field: 'displayPicture' });
    const square = await file.decoded.thumbnail;
    if (!square) throw new Error('the square could not be made');
    const tag = newId();
    const name = await keepPicture(square, pictureBoundTo(viewer.id, tag));
    const before = await putInPlace(viewer, { name, tag }).catch(async (error: unknown) => {
      if (!isUncertain(error)) await storage().drop(name);
      throw error;
    });
    await dropFiles('account.updatePicture', [before, file.pendingFile.name]);
    return { data: presentUser(await requireOwnRow(viewer), context) };
  },
});

/**
 * Makes a stored picture the account's picture. Concurrent calls replace each
 * other's picture one after the other.
 *
 * @returns the name of the previous picture.
 */
async function putInPlace(viewer: Viewer, { name, tag }: { name: string; tag: string }) {
  for (;;) {
    const { pictureName: before } = await requireOwnRow(viewer);
    const isStill = before === null ? isNull(users.pictureName) : eq(users.pictureName, before);
    const isInPlace = await atomically([
      requireChange(
        db()
          .update(users)
          .set({ pictureName: name, pictureTag: tag, updatedAt: new Date() })
          .where(and(eq(users.id, viewer.id), isStill)),
      ),
      auditEntry({ action: 'picture.changed', actorId: viewer.id, objectId: viewer.id }),
    ]);
    if (isInPlace) return before;
  }
}

/**
 * Opens a user's display picture, or their initials if they have none
 * (docs/requirements.md#permissions).
 *
 * @throws Refusal: `notFound`, also for a picture that the viewer may not open.
 */
export const openPicture = operation({
  name: 'picture.open',
  input: z.object({ userId: idSchema, tag: idSchema.optional() }),
  allow: 'picture.open',
  policy: { secondFactor: 'optional' },
  successMessage: 'picture.done',
  failureMessage: 'picture.failed',
  async run({ viewer, input }) {
    const [row] = await db()
      .select()
      .from(users)
      .where(and(eq(users.id, input.userId), isOpenTo(viewer)));
    if (!row) throw new Refusal('notFound', 'picture.notFound');
    const { pictureName: name, pictureTag: tag } = row;
    if (!name || !tag) {
      const drawing = Buffer.from(drawingOf(toInitials(row)));
      const mark = createHash('sha256').update(drawing).digest('base64url');
      return { data: asFile(drawing, { mediaType: 'image/svg+xml', name: 'initials.svg', tag: mark }) };
    }
    const picture = await readStored({ id: row.id, name, tag });
    return { data: asFile(picture, { mediaType: 'image/webp', name: 'picture.webp', tag }) };
  },
});

/**
 * Reads the stored picture of an account, a WebP of at most about 100 KB.
 *
 * @returns null if the account has no picture.
 */
export async function readPicture({
  id,
  pictureName: name,
  pictureTag: tag,
}: Pick<typeof users.$inferSelect, 'id' | 'pictureName' | 'pictureTag'>): Promise<Buffer | null> {
  return name && tag ? readStored({ id, name, tag }) : null;
}

async function readStored({ id, name, tag }: { id: string; name: string; tag: string }) {
  const stream = await openNamedFile({ name, boundTo: pictureBoundTo(id, tag) }, 'picture.notFound');
  return Buffer.concat(await stream.toArray());
}

/**
 * Builds the condition that a viewer may open an account's picture. The scope `own` includes the
 * doctors whose reviews the viewer can read.
 */
function isOpenTo(viewer: Viewer) {
  const scope = findScope(viewer, 'picture.open');
  const isOwnAccount = eq(users.id, viewer.id);
  if (viewer.needs2faSetup || viewer.needsNewPassword) return isOwnAccount;
  if (scope === 'all') return undefined;
  return or(isOwnAccount, scope === 'colleagues' ? whereStatus.approved : hasReviewedFor(viewer));
}

const asFile = (content: Buffer, details: Pick<OpenFile, 'mediaType' | 'name' | 'tag'>): OpenFile => ({
  ...details,
  noteOpened: async () => undefined,
  ...openBuffer(content),
});

/**
 * Draws the initials on a round background, in the colours of the pages.
 *
 * @param initials letters and digits only.
 */
const drawingOf = (initials: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256"><rect width="256" height="256" fill="#dbebef"/><text x="128" y="128" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="104" font-weight="700" fill="#073f50">${initials}</text></svg>`;
