import { useQueryClient } from '@tanstack/preact-query';
import { disableUser, inviteUser, type NewInvitation, type UserRecord } from '#client';
import { useUsers } from '../../data/records.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { FormButton } from '../../parts/form-button.js';
import { Options } from '../../parts/options.js';
import { Row } from '../../parts/row.js';
import { sayTrouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client, may, session } from '../../session/session.js';
import { ago } from '../../texts/format.js';
import { say } from '../../texts/say.js';
import { named, t } from '../../texts/texts.js';

const ROLES = ['property_admin', 'property_subuser', 'limited_subuser', 'overview_subuser'] as const;

/** The users of a Location; more are invited by mail. */
export function Users({ locationID }: { locationID: string }) {
  const key = ['users', locationID];
  const queries = useQueryClient();
  const now = session.use();
  const me = now.kind === 'in' ? now.me.user?.ID : undefined;
  const { data = [] } = useUsers(locationID);

  async function invite(given: FormData) {
    const invitation = Object.fromEntries(given) as unknown as NewInvitation;
    await ask(inviteUser({ client, body: { ...invitation, locationID } }));
    say(t('people.invited', { name: invitation.username }));
    await queries.invalidateQueries({ queryKey: key });
  }

  async function disable({ ID, state }: UserRecord) {
    await ask(disableUser({ client, path: { userID: ID }, body: { disabled: state !== 'disabled' } })).catch(sayTrouble);
    await queries.invalidateQueries({ queryKey: key });
  }

  return (
    <section class="panel">
      <header>
        <h2>{t('people.users')}</h2>
        {may('users.write') && (
          <FormButton name="invite" text={t('people.invite')} send={invite}>
            <Field label={t('signIn.username')} path="username">
              <input name="username" required autocapitalize="none" autocomplete="off" />
            </Field>
            <Field label={t('owner.email')} path="email">
              <input name="email" type="email" required autocomplete="off" />
            </Field>
            <Field label={t('people.role')} path="userRole">
              <select name="userRole">
                <Options of={ROLES.map((role) => [role, named('role', role)])} chosen="property_subuser" />
              </select>
            </Field>
          </FormButton>
        )}
      </header>
      <ul class="rows">
        {data.map((user) => (
          <Row
            key={user.ID}
            title={user.username}
            facts={[named('role', user.userRole), user.email, user.lastLoginAt && ago(user.lastLoginAt)]}
            marks={user.state !== 'active' && <span class="status">{named('status', `user-${user.state}`)}</span>}
          >
            {may('users.write') && user.ID !== me && (
              <Button key={user.state} class="quiet" onClick={() => disable(user)}>
                {user.state === 'disabled' ? t('people.enable') : t('people.disable')}
              </Button>
            )}
          </Row>
        ))}
      </ul>
    </section>
  );
}
