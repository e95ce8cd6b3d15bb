import { z } from 'zod';
import { findScope, hasAbility } from '~/domain/kernel/abilities';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { AccountType } from '~/platform/enums';
import { a, an, type Somebody } from './clinic';
import { statusOf } from './screen-access';

/**
 * Builds an operation's fields from the examples in the API's document. Returns undefined if the
 * operation needs more than examples.
 */
export function exampleOf({ input, inputOnPage, file }: AnyOperation): Record<string, string> | undefined {
  const schema = inputOnPage ?? input;
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const example = Object.fromEntries(
    Object.entries(properties).flatMap(([field, part]) =>
      typeof part === 'object' && 'example' in part ? [[field, String(part.example)]] : [],
    ),
  );
  return !file && schema.safeParse(example).success ? example : undefined;
}

/** Checks whether an operation only reaches the caller's own objects, for every role. */
export const isOwnOnly = ({ allow }: AnyOperation): boolean =>
  allow !== 'anyone' &&
  Object.values(statusOf).every((status) => [undefined, 'own'].includes(findScope(status, allow)));

const making = {
  Patient: (firstName?: string) => a.patient({ firstName }),
  Expert: () => an.expert(),
  Admin: () => an.admin(),
} satisfies Record<AccountType, unknown>;

/** Creates an account that may perform the operation: a patient if patients may. */
export function somebodyFor({ allow }: AnyOperation, firstName?: string): Promise<Somebody> {
  const types = Object.keys(making) as AccountType[];
  const type = types.find((one) => allow === 'anyone' || hasAbility(statusOf[one], allow));
  if (!type && allow !== 'anyone' && hasAbility({ ...statusOf.Patient, isHelper: true }, allow))
    return a.helper();
  if (!type) throw new Error(`No role may ${allow}`);
  return making[type](firstName);
}
