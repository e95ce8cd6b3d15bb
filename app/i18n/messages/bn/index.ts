import type { Catalogue } from '~/i18n/messages/en';
import { accounts } from './accounts';
import { amend } from './amend';
import { audit } from './audit';
import { desk } from './desk';
import { emails } from './emails';
import { experts } from './experts';
import { messages } from './messages';
import { profile } from './profile';
import { questions } from './questions';
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
  desk,
  experts,
  amend,
  questions,
  audit,
  system,
  waiting,
  emails,
};
