import type { AuditedAction } from '#platform/audit';

/** Each action with what it tells of (decisions.md, section 16, Audit). */
export const ACTIONS: Readonly<Record<AuditedAction, string>> = {
  'sign-in': 'A user signed in, or was refused. `details` say in which `way`, and why it was refused.',
  'sign-out': 'A user ended the session that it called with.',
  'session.ended':
    'A user ended one of its sessions; or the service did, as its refresh token was used twice and somebody else may have it.',
  'second-factor.on': 'A user switched its second factor on, or was refused.',
  'second-factor.off': 'A user switched its second factor off, or was refused; or an admin removed that of a user.',
  'password.set': 'A user set its own password, by a link or with the old one, or was refused; or an admin set that of a user.',
  'password.forgotten': 'Somebody asked for a link to set the password of a user, and it was sent.',
  'user.invited': 'A user was invited, or invited again.',
  'user.created': 'A user was added with a password.',
  'user.updated': 'Name, address, role or language of a user changed, or the address was verified.',
  'user.disabled': 'A user was kept from signing in; with `disabled` false let in again.',
  'user.deleted': 'A user was deleted, with its access and sessions.',
  'access.granted': 'A user was given access to Locations; or a Region got more Locations, which those who have it got as well.',
  'access.taken': 'Access to Locations was taken from a user; or a Region lost Locations, or was deleted.',
  'token.created': 'An API token was made.',
  'token.rotated': 'An API token was replaced.',
  'token.revoked': 'An API token was revoked.',
  'device.added': 'A shared device was added.',
  'device.removed': 'A shared device was removed.',
  'settings.changed':
    'Settings changed, `details` say which: `guest-settings`, `logo`, `shipping`, `languages`, `security`, `sign-on`, `retention` or ' +
    '`name`.',
  'webhooks.changed': 'The configuration of webhooks or an endpoint changed, or got a new secret.',
  'connection.changed': 'A connection to another system changed.',
  'items.exported': 'Items were exported to a file.',
  'import.started': 'An import of items was begun.',
  'person.exported': 'All that is kept about a person was exported. It is not said of whom.',
  'person.erased': 'All that is kept about a person was erased. It is not said of whom.',
  'group.exported': 'The whole Group was exported.',
  'group.frozen': 'The Group was frozen; with `frozen` false no longer.',
  'key.rotated': 'All that is sealed was sealed with a new key of the installation.',
};

/** The names of the actions, in the order of the list. */
export const ACTION_NAMES = Object.keys(ACTIONS) as AuditedAction[];
