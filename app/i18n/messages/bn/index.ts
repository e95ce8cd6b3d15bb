import type { Catalogue } from '~/i18n/messages/en';
import { accounts } from './accounts';
import { audit } from './audit';
import { emails } from './emails';
import { experts } from './experts';
import { messages } from './messages';
import { profile } from './profile';
import { reports } from './reports';
import { site } from './site';
import { system } from './system';
import { waiting } from './waiting';

export const bn: Catalogue = {
  site,
  messages,
  accounts,
  profile,
  reports,
  experts,
  audit,
  system,
  waiting,
  emails,
};
