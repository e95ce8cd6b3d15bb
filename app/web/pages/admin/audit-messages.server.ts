import { translate } from '~/i18n/translate';
import { type AuditAction, auditActions } from '~/platform/enums';
import { language } from '~/web/request/request-language.server';

const names = [
  'lead',
  'action',
  'all',
  'person',
  'objectOrCase',
  'from',
  'to',
  'empty',
  'newest',
  'newer',
  'older',
  'somebody',
  'gone',
  'case',
  'listed',
] as const;

/**
 * The sentences of the audit log's page, which come with its data: no other page shows them. `did`
 * has those of each action.
 */
export function auditWords() {
  const did = auditActions.map((action) => [action, translate(language(), `audit.${action}`)]);
  const words = names.map((name) => [name, translate(language(), `auditPage.${name}`)]);
  return {
    did: Object.fromEntries(did) as Record<AuditAction, string>,
    words: Object.fromEntries(words) as Record<(typeof names)[number], string>,
  };
}
