import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import type { Role } from '#platform/kernel';
import { ALL, access, at, integration, itself, manager, person, territory, update, user } from './spec/users.js';
import { type ManagedCommand, type UserCommand, userDecider } from './user.decider.js';
import type { UserEvent } from './user.events.js';

const { given } = specificationOf(userDecider);

const until = '2026-11-28T10:00:00.000Z';
const before = '2026-11-28T09:59:59.999Z';
const created = user('property_admin', at('demo:1'));
const invited = { type: 'UserCreated', data: { ...created.data, invited: true } } as UserEvent;
const sent = (link: number): UserEvent => ({ type: 'UserInvited', data: { link, until } });
const forgotten = (link: number): UserEvent => ({ type: 'UserPasswordForgotten', data: { link, until } });
const plain = (type: UserEvent['type']) => ({ type, data: {} }) as UserEvent;
const [changed, activated] = [plain('UserPasswordChanged'), plain('UserActivated')];
const first: UserEvent = { type: 'UserPasswordChanged', data: { first: true } };
const [disabled, enabled] = [plain('UserDisabled'), plain('UserEnabled')];
const managed = (command: ManagedCommand, by = integration): UserCommand => ({ ...command, manager: by, territory });
const invite = (by = integration, userRole: Role = 'property_admin') =>
  managed({ type: 'InviteUser', user: { person, userRole, access: access(at('demo:1')) }, until }, by);
const again = managed({ type: 'InviteAgain', userID: 5, until });
const byLink = (link: number, when = before): UserCommand => ({ type: 'SetPasswordByLink', link, at: when });
const disable = (on: boolean, by = integration) => managed({ type: 'SetDisabled', userID: 5, disabled: on }, by);

describe('an invited user', () => {
  it('is there at once, and sets the password by the link, once and in time', () => {
    given([])
      .when(invite())
      .then([invited, sent(1)]);
    given([invited, sent(1)])
      .when(byLink(1))
      .then([first, activated]);
    given([invited, sent(1), first, activated])
      .when(byLink(1))
      .thenRefused('not_found');
    given([invited, sent(1)])
      .when(byLink(1, until))
      .thenRefused('not_found');
    given([invited, sent(1)])
      .when(byLink(2))
      .thenRefused('not_found');
  });

  it('is invited by whoever may add users of the role', () => {
    given([])
      .when(invite(manager('property_admin', at('demo:1')), 'group_admin'))
      .thenRefused('forbidden');
    given([])
      .when(invite(manager('group_admin', at('demo:2'))))
      .thenRefused('validation_failed', 'locationID');
  });

  it('is invited again, which ends the link before', () => {
    given([invited, sent(1)])
      .when(again)
      .then([sent(2)]);
    given([invited, sent(1), sent(2)])
      .when(byLink(1))
      .thenRefused('not_found');
    given([created]).when(again).thenRefused('conflict');
    given([invited, sent(1), first, activated])
      .when(again)
      .thenRefused('conflict');
    given([invited, sent(1), disabled])
      .when(again)
      .thenRefused('conflict');
  });

  it('needs no link any more where an admin set the password, or the identity provider vouches for the address', () => {
    given([invited, sent(1)])
      .when(update(integration, { password: true }))
      .then([first, activated]);
    given([invited, sent(1)])
      .when({ type: 'ValidateEmail', email: person.email })
      .then([{ type: 'UserUpdated', data: { emailValidated: true } }, activated]);
  });

  it('does not set a password from an address that was corrected', () => {
    const email = 'sanna@example.com';
    const corrected: UserEvent = { type: 'UserUpdated', data: { person: { ...person, email }, formerEmail: null } };
    given([invited, sent(1)])
      .when(update(integration, { email }))
      .then([corrected, plain('UserPasswordLinkEnded')]);
    given([invited, sent(1), corrected, plain('UserPasswordLinkEnded')])
      .when(byLink(1))
      .thenRefused('not_found');
  });
});

describe('an own new address', () => {
  const [old, email] = [person.email, 'sanna@example.com'];
  const to = (next: string | null): UserCommand => ({ type: 'ChangeEmail', email: next });
  const stated = (next: string, resetEmail: string | null = old, formerEmail: string | null = old): UserEvent => ({
    type: 'UserUpdated',
    data: { person: { ...person, email: next, resetEmail }, formerEmail },
  });

  it('counts for links to set a password once it is verified; the one before is told', () => {
    given([created])
      .when(to(email))
      .then([stated(email)]);
    given([created, stated(email)])
      .when({ type: 'ValidateEmail', email })
      .then([{ type: 'UserUpdated', data: { emailValidated: true, person: { ...person, email } } }]);
    given([created, stated(email)])
      .when({ type: 'ValidateEmail', email: old })
      .thenNothing();
  });

  it('leaves the last verified one in its place until then, however often it changes', () => {
    given([created, stated(email)])
      .when(to('sanja@example.com'))
      .then([stated('sanja@example.com')]);
    given([created, stated(email)])
      .when(to(old))
      .then([{ type: 'UserUpdated', data: { person, formerEmail: old } }]);
    given([created, stated(email)])
      .when(to(null))
      .then([{ type: 'UserUpdated', data: { person: { ...person, email: null }, formerEmail: old } }]);
    given([created, stated(email)])
      .when(update(integration, { username: 'mia' }))
      .then([{ type: 'UserUpdated', data: { person: { username: 'mia', email, resetEmail: old } } }]);
  });

  it('is sent another link where it is given again unverified, and nothing else', () => {
    given([created, stated(email)])
      .when(to(email))
      .then([stated(email, old, null)]);
    given([created]).when(to(old)).thenNothing();
  });

  it('of who has none gets no link to set a password before it is verified', () => {
    const nowhere = { type: 'UserCreated', data: { ...created.data, person: { ...person, email: null } } } as UserEvent;
    given([nowhere])
      .when(to(email))
      .then([stated(email, null, null)]);
    given([nowhere, stated(email, null, null)])
      .when({ type: 'ForgetPassword', until })
      .thenNothing();
  });

  it('is the same by whichever way users change their own account, where a password wants the present one', () => {
    const self = itself('property_admin', at('demo:1'));
    given([created])
      .when(update(self, { email }))
      .then([stated(email)]);
    given([created])
      .when(update(self, { password: true }))
      .thenRefused('conflict');
    given([created])
      .when(update(integration, { email }))
      .then([{ type: 'UserUpdated', data: { person: { ...person, email }, formerEmail: old } }]);
  });
});

it('a user chooses the language of the mails', () => {
  const german: UserEvent = { type: 'UserUpdated', data: { language: 'de' } };
  given([created]).when({ type: 'ChangeLanguage', language: 'de' }).then([german]);
  given([created, german]).when({ type: 'ChangeLanguage', language: 'de' }).thenNothing();
  given([created]).when({ type: 'ChangeLanguage', language: null }).thenNothing();
});

describe('a forgotten password', () => {
  const forget: UserCommand = { type: 'ForgetPassword', until };
  it('is set again by the latest link', () => {
    given([created])
      .when(forget)
      .then([forgotten(1)]);
    given([created, forgotten(1)])
      .when(forget)
      .then([forgotten(2)]);
    given([created, forgotten(1), forgotten(2)])
      .when(byLink(1))
      .thenRefused('not_found');
    given([created, forgotten(1), forgotten(2)])
      .when(byLink(2))
      .then([changed]);
    given([created, forgotten(1), changed])
      .when(byLink(1))
      .thenRefused('not_found');
  });

  it('sends nothing to who was invited, is disabled or has no email', () => {
    const nowhere = { type: 'UserCreated', data: { ...created.data, person: { ...person, email: null } } } as UserEvent;
    for (const events of [[invited, sent(1)], [created, disabled], [nowhere]]) given(events).when(forget).thenNothing();
  });
});

describe('disabling a user', () => {
  it('ends its links, and can be taken back', () => {
    given([created]).when(disable(true)).then([disabled]);
    given([created, disabled]).when(disable(true)).thenNothing();
    given([created, disabled]).when(disable(false)).then([enabled]);
    given([created, forgotten(1), disabled])
      .when(byLink(1))
      .thenRefused('not_found');
    given([created, forgotten(1), disabled, enabled])
      .when(byLink(1))
      .thenRefused('not_found');
  });

  it('is for those who may edit it, and never for itself', () => {
    given([created])
      .when(disable(true, itself('property_admin', at('demo:1'))))
      .thenRefused('conflict');
    given([created])
      .when(disable(true, manager('property_admin', at('demo:2'))))
      .thenRefused('not_found');
    given([user('group_admin', ALL)])
      .when(disable(true, manager('property_admin', at('demo:1'))))
      .thenRefused('forbidden');
  });
});

describe('a second factor', () => {
  const [added, removed] = [plain('UserSecondFactorAdded'), plain('UserSecondFactorRemoved')];
  const set = (on: boolean): UserCommand => ({ type: 'SetSecondFactor', on });
  const take = (by = integration) => managed({ type: 'TakeSecondFactor', userID: 5 }, by);
  it('is switched on once, and off', () => {
    given([created]).when(set(true)).then([added]);
    given([created, added]).when(set(true)).thenRefused('conflict');
    given([created, added]).when(set(false)).then([removed]);
    given([created]).when(set(false)).thenNothing();
  });

  it('is taken by an admin, but not the own one without a code', () => {
    given([created, added]).when(take()).then([removed]);
    given([created]).when(take()).thenNothing();
    given([created, added])
      .when(take(itself('property_admin', at('demo:1'))))
      .thenRefused('conflict');
  });
});
