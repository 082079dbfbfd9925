import type { ContextApi } from '#platform/http';

export const auditApi: ContextApi = {
  tag: { name: 'Audit log', description: 'What was done to the service itself, in order: for a SIEM.', paths: ['audit'] },
  capabilities: { 'audit.read': { roles: ['group_admin'], wholeGroup: true } },
  log: { harmlessQueries: ['action', 'from', 'to', 'userID'] },
};
