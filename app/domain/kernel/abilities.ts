import { type AccountStatus, type EffectiveRole, effectiveRole, type Scope } from './viewer';

/** Role × ability: the table of docs/requirements.md#permissions. A missing entry means refused. */
const table = {
  'account.own': { Patient: 'own', suspended: 'own', unapproved: 'own', Expert: 'own', Admin: 'own' },
  'people.own': { Patient: 'own', suspended: 'own', unapproved: 'own', Expert: 'own', Admin: 'own' },
  'report.upload': { Patient: 'own', suspended: 'own', unapproved: 'own', Expert: 'own', Admin: 'own' },
  'report.listOfPatient': {
    Patient: 'own',
    suspended: 'own',
    unapproved: 'own',
    Expert: 'treating',
    Admin: 'all',
  },
  'report.readOnPage': { Patient: 'own', suspended: 'own', unapproved: 'own', Expert: 'own', Admin: 'all' },
  'report.delete': { Patient: 'own', suspended: 'own', unapproved: 'own', Expert: 'own', Admin: 'own' },
  'report.markUrgent': { Patient: 'own', suspended: 'own', unapproved: 'own', Expert: 'own', Admin: 'all' },
  'report.share': { Patient: 'own', suspended: 'own', unapproved: 'own', Expert: 'own', Admin: 'own' },
  'report.listPending': { unapproved: 'masked', Expert: 'all', Admin: 'all' },
  'report.openFile': {
    Patient: 'own',
    suspended: 'own',
    unapproved: 'own',
    Expert: 'treating',
    Admin: 'all',
  },
  'report.listOpenings': { Patient: 'own', suspended: 'own', unapproved: 'own', Expert: 'own', Admin: 'all' },
  'report.review': { Expert: 'all' },
  'report.claim': { Expert: 'all' },
  'report.freeClaim': { Admin: 'all' },
  'report.askPatient': { Expert: 'own' },
  'report.closeQuestion': { Expert: 'own', Admin: 'all' },
  'report.answerQuestion': {
    Patient: 'own',
    suspended: 'own',
    unapproved: 'own',
    Expert: 'own',
    Admin: 'own',
  },
  'report.liftHold': { Admin: 'all' },
  'review.print': { Patient: 'own', suspended: 'own', unapproved: 'own', Expert: 'treating', Admin: 'all' },
  'phrase.own': { Expert: 'own' },
  'review.amend': { Expert: 'own' },
  'review.takeBackFor': { Admin: 'all' },
  'followUp.work': { Admin: 'all' },
  'report.listReviewed': { unapproved: 'own', Expert: 'own', Admin: 'all' },
  'report.listAllReviewed': { Admin: 'all' },
  'expert.listPending': { Admin: 'all' },
  'expert.approve': { Admin: 'all' },
  'expert.listApproved': { unapproved: 'all', Expert: 'all', Admin: 'all' },
  'picture.open': {
    Patient: 'own',
    suspended: 'own',
    unapproved: 'colleagues',
    Expert: 'colleagues',
    Admin: 'all',
  },
  'expert.judge': { Admin: 'all' },
  'duty.plan': { Expert: 'own', Admin: 'all' },
  'expert.credentials': { suspended: 'own', unapproved: 'own', Expert: 'own' },
  'audit.read': { Admin: 'all' },
  'system.read': { Admin: 'all' },
  'webhook.manage': { Admin: 'all' },
  'message.list': { Admin: 'all' },
  'message.close': { Admin: 'all' },
  'complaint.list': { Admin: 'all' },
  'complaint.answer': { Admin: 'all' },
  'account.openFor': { Admin: 'all' },
  'account.issueSlip': { Admin: 'all' },
  'account.decideRemoval': { Admin: 'all' },
  'frontDesk.search': { Admin: 'all' },
  'duties.grant': { Admin: 'all' },
  'report.issueSlip': { Admin: 'all' },
  'help.people': {},
  'people.tell': { Admin: 'all' },
  'keys.manage': { Admin: 'all' },
  'admins.manage': { Admin: 'all' },
  'breach.manage': { Admin: 'all' },
  'help.send': {},
  'patient.list': {},
  'patient.export': {},
} satisfies Record<string, Partial<Record<Exclude<EffectiveRole, 'Key'>, Scope>>>;

export type Ability = keyof typeof table;

/** The abilities that a duty adds to those of a patient. */
const dutyTable: Partial<Record<Ability, { frontDesk?: Scope; helper?: Scope }>> = {
  'account.openFor': { frontDesk: 'all', helper: 'own' },
  'account.issueSlip': { frontDesk: 'all' },
  'frontDesk.search': { frontDesk: 'all' },
  'report.issueSlip': { frontDesk: 'all' },
  'help.people': { helper: 'own' },
  'help.send': { helper: 'own' },
  'people.tell': { frontDesk: 'all', helper: 'own' },
  'followUp.work': { frontDesk: 'all' },
};

function findDutyScope({ accountType, isFrontDesk, isHelper }: AccountStatus, ability: Ability) {
  if (accountType !== 'Patient') return undefined;
  const row = dutyTable[ability];
  return (isFrontDesk && row?.frontDesk) || (isHelper && row?.helper) || undefined;
}

/** Returns the reach of a viewer's ability, or undefined if the viewer does not have it. */
export function findScope(viewer: AccountStatus, ability: Ability): Scope | undefined {
  if (viewer.keyReaches) return viewer.keyReaches[ability];
  const row: Partial<Record<EffectiveRole, Scope>> = table[ability];
  return row[effectiveRole(viewer)] ?? findDutyScope(viewer, ability);
}

/** Checks whether a viewer has an ability, whatever its reach. */
export function hasAbility(viewer: AccountStatus, ability: Ability): boolean {
  return findScope(viewer, ability) !== undefined;
}
