import accounts from './accounts.json' with { type: 'json' };
import audit from './audit.json' with { type: 'json' };
import desk from './desk.json' with { type: 'json' };
import emails from './emails.json' with { type: 'json' };
import experts from './experts.json' with { type: 'json' };
import messages from './messages.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import privacy from './privacy.json' with { type: 'json' };
import profile from './profile.json' with { type: 'json' };
import questions from './questions.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import sending from './sending.json' with { type: 'json' };
import site from './site.json' with { type: 'json' };
import system from './system.json' with { type: 'json' };

export const hi = {
  site,
  messages,
  accounts,
  profile,
  privacy,
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
