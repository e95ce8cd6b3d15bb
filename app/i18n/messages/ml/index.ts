import accounts from './accounts.json';
import audit from './audit.json';
import desk from './desk.json';
import emails from './emails.json';
import experts from './experts.json';
import messages from './messages.json';
import people from './people.json';
import profile from './profile.json';
import questions from './questions.json';
import reports from './reports.json';
import sending from './sending.json';
import site from './site.json';
import system from './system.json';

export const ml = {
  site,
  messages,
  accounts,
  profile,
  reports,
  desk,
  questions,
  people,
  experts,
  audit,
  system,
  sending,
  emails,
};
