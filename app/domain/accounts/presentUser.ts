import type { users } from '~/platform/db/tables';
import type { Door } from '../operation';

type Row = typeof users.$inferSelect;

/** The path of somebody's display picture; without a picture their initials are drawn there. */
export function picturePathOf({ id, pictureTag }: Pick<Row, 'id' | 'pictureTag'>) {
  return pictureTag ? `/files/picture/${id}/${pictureTag}` : `/files/picture/${id}`;
}

/**
 * A user as the outside sees them (decisions: API). The password's hash is not among it, whatever the row holds.
 * In: the row, and the door whose links it gets. Out: the public shape. `image` is null only on a page, for somebody without a
 * picture: a page draws the initials itself and asks for nothing.
 */
export function presentUser(row: Row, door: Pick<Door, 'kind' | 'linkTo'>) {
  const image = row.pictureTag || door.kind === 'api' ? door.linkTo(picturePathOf(row)) : null;
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    image,
    accountType: row.accountType,
    contactNumber: row.contactNumber,
    approved: row.approved,
    additionalDetails: {
      about: row.about,
      gender: row.gender,
      contactNumber: row.contactNumber,
      dateOfBirth: row.dateOfBirth,
    },
  };
}
