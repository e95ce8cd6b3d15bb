import type { Screen } from './screen';

/** The screens of admins, the front desk and helpers, in the order of the menu. */
export const staffScreens = {
  pendingExpert: {
    path: '/dashboard/pending-expert',
    file: 'routes/dashboard/admin/pending-expert.tsx',
    for: 'expert.listPending',
    menu: { label: 'nav.pendingExpert', icon: 'experts' },
  },
  approvedExpert: {
    path: '/dashboard/approved-expert',
    file: 'routes/dashboard/admin/approved-expert.tsx',
    for: 'expert.listApproved',
    menu: { label: 'nav.approvedExperts', icon: 'people' },
  },
  approveExpert: {
    path: '/dashboard/approve-expert/:expertId',
    file: 'routes/dashboard/admin/approve-expert.tsx',
    for: 'expert.approve',
    under: { pendingExpert: '' },
  },
  changeExpertStatus: {
    path: '/dashboard/judge-expert/:expertId',
    file: 'routes/dashboard/admin/change-expert-status.tsx',
    for: 'expert.judge',
    under: { pendingExpert: 'to=reject', approvedExpert: 'to=suspend' },
  },
  liftHold: {
    path: '/dashboard/lift-hold/:reportId',
    file: 'routes/dashboard/admin/lift-hold.tsx',
    for: 'report.liftHold',
    under: { pendingReport: '' },
  },
  sentReports: {
    path: '/dashboard/help/sent',
    file: 'routes/dashboard/help/sent-reports.tsx',
    for: 'help.people',
    under: { help: '' },
  },
  sendFor: {
    path: '/dashboard/help/send/:userId',
    file: 'routes/dashboard/help/send-for.tsx',
    for: 'help.people',
    under: { help: '' },
  },
  help: {
    path: '/dashboard/help/:part?',
    file: 'routes/dashboard/help/help.tsx',
    for: 'help.people',
    menu: { label: 'help.title', icon: 'people', duty: 'isHelper' },
  },
  toTell: {
    path: '/dashboard/to-tell',
    file: 'routes/dashboard/to-tell.tsx',
    for: 'people.tell',
    menu: { label: 'toTell.title', icon: 'phone', duty: 'any' },
  },
  frontDesk: {
    path: '/dashboard/front-desk',
    file: 'routes/dashboard/front-desk/front-desk.tsx',
    for: 'frontDesk.search',
    menu: { label: 'frontDesk.title', icon: 'people', duty: 'isFrontDesk' },
  },
  openAccount: {
    path: '/dashboard/front-desk/new',
    file: 'routes/dashboard/front-desk/open-account.tsx',
    for: 'account.openFor',
    under: { frontDesk: '' },
    menu: { label: 'openAccount.title', icon: 'profile', roles: ['Patient'], duty: 'isHelper' },
  },
  issueSlip: {
    path: '/dashboard/front-desk/slip/:userId',
    file: 'routes/dashboard/front-desk/issue-slip.tsx',
    for: 'account.issueSlip',
    under: { frontDesk: '' },
  },
  issueReportSlip: {
    path: '/dashboard/front-desk/reports/:userId/:part?',
    file: 'routes/dashboard/front-desk/issue-report-slip.tsx',
    for: 'report.issueSlip',
    under: { frontDesk: '' },
  },
  changePhone: {
    path: '/dashboard/front-desk/phone/:userId',
    file: 'routes/dashboard/front-desk/change-phone.tsx',
    for: 'account.issueSlip',
    under: { frontDesk: '' },
  },
  helpers: {
    path: '/dashboard/helpers/:part?',
    file: 'routes/dashboard/admin/helpers.tsx',
    for: 'duties.grant',
    menu: { label: 'duties.title', icon: 'people' },
  },
  goToday: {
    path: '/dashboard/go-today',
    file: 'routes/dashboard/admin/go-today.tsx',
    for: 'followUp.work',
    under: { toTell: '' },
  },
  messages: {
    path: '/dashboard/messages',
    file: 'routes/dashboard/admin/messages.tsx',
    for: 'message.list',
    menu: { label: 'nav.messages', icon: 'mail' },
  },
  audit: {
    path: '/dashboard/audit',
    file: 'routes/dashboard/admin/audit.tsx',
    for: 'audit.read',
    menu: { label: 'nav.audit', icon: 'file' },
  },
  keys: {
    path: '/dashboard/system/keys/:part?',
    file: 'routes/dashboard/admin/keys.tsx',
    for: 'keys.manage',
    under: { system: '' },
  },
  system: {
    path: '/dashboard/system/:part?',
    file: 'routes/dashboard/admin/system.tsx',
    for: 'system.read',
    menu: { label: 'nav.system', icon: 'info' },
  },
  webhooks: {
    path: '/dashboard/webhooks',
    file: 'routes/dashboard/admin/webhooks.tsx',
    for: 'webhook.manage',
    under: { system: '' },
  },
  webhook: {
    path: '/dashboard/webhook/:webhookId/:part?',
    file: 'routes/dashboard/admin/webhook.tsx',
    for: 'webhook.manage',
    under: { system: '' },
  },
  checkedSentences: {
    path: '/dashboard/checked-sentences',
    file: 'routes/dashboard/admin/checked-sentences.tsx',
    for: 'system.read',
    under: { system: '' },
  },
} as const satisfies Record<string, Screen>;
