import type { Ability } from '~/domain/kernel/abilities';
import type { MessageKey } from '~/i18n/message-keys';
import type { AccountType, ClinicPart } from '~/platform/enums';
import type { IconName } from '~/ui/icon';

/** A screen, a file or an API entry: everything that has a URL. */
export type Screen = {
  /** Path pattern in Remix's syntax. Links are built from it and metrics are counted by it. */
  path: `/${string}`;
  /** Module of the route, relative to app/. */
  file: `routes/${string}`;
  /** ID of the route, if its file serves another screen too. */
  id?: string;
  /**
   * The screens in the menu that this one belongs to, by name, each with the query it has then; empty
   * for any.
   */
  under?: Record<string, string>;
  /** True if a patient gets the messages of their account with it, not those of their reports. */
  isAccount?: true;
  /** True if its page loads the messages of a patient's reports, although guests open it. */
  hasPatientWords?: true;
} & (ForAbility | { for: 'everybody' | 'guests'; menu?: undefined });

type ForAbility = {
  /** Access: accounts with an ability, guests, or everybody. */
  for: Ability;
  /** Its entry in the dashboard's menu, which follows the order of this table. */
  menu?: {
    label: MessageKey;
    roles?: readonly AccountType[];
    /** The duty of the patients who have this entry, before all others; `any` for each of them. */
    duty?: 'isHelper' | 'isFrontDesk' | 'any';
    /** The fact about an account without which it does not have this entry. */
    needs?: 'translates';
    /** The part of the clinic without which an admin does not have this entry. */
    part?: ClinicPart;
  } & ({ icon: IconName; group?: AdminGroup } | { group: 'nav.report' });
};

/** A group of the admins' menu. Whoever else has one of its entries has it beside the groups. */
type AdminGroup = 'nav.peopleGroup' | 'nav.clinic';
