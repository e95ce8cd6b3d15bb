import type { Catalogue } from '~/i18n/messages/en';
import { accounts } from './accounts';
import { audit } from './audit';
import { desk } from './desk';
import { emails } from './emails';
import { experts } from './experts';
import { messages } from './messages';
import { people } from './people';
import { profile } from './profile';
import { questions } from './questions';
import { reports } from './reports';
import { sending } from './sending';
import { site } from './site';
import { system } from './system';

export const gu: Catalogue = {
  site,
  messages,
  accounts,
  profile,
  reports,
  desk,
  experts,
  questions,
  people,
  audit,
  system,
  sending,
  emails,
};
