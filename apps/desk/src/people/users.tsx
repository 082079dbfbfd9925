import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { disableUser, inviteUser, listLocationUsers, type NewInvitation, type UserRecord } from '#client';
import { Field, wrongIn } from '../parts/field.js';
import { say } from '../parts/toast.js';
import { Trouble, textOf } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { ago } from '../texts/format.js';
import { named, t } from '../texts/texts.js';

const ROLES = ['property_admin', 'property_subuser', 'limited_subuser', 'overview_subuser'] as const;

/** The users of a Location; more are invited by mail. */
export function Users({ locationID }: { locationID: string }) {
  const key = ['users', locationID];
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const { data = [] } = useQuery({
    queryKey: key,
    queryFn: () => ask(listLocationUsers({ client, path: { locationID }, query: { limit: 1000 } })),
  });

  async function invite(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = Object.fromEntries(new FormData(form)) as unknown as NewInvitation;
    setError(null);
    try {
      await ask(inviteUser({ client, body: { ...given, locationID } }));
      form.reset();
      say(t('people.invited', { name: given.username }));
    } catch (cause) {
      setError(cause);
    }
    await queries.invalidateQueries({ queryKey: key });
  }

  async function disable({ ID, state }: UserRecord) {
    const body = { disabled: state !== 'disabled' };
    await ask(disableUser({ client, path: { userID: ID }, body })).catch((cause: unknown) => say(textOf(cause)));
    await queries.invalidateQueries({ queryKey: key });
  }

  return (
    <section>
      <h2>{t('people.users')}</h2>
      <ul class="rows">
        {data.map((user) => (
          <li key={user.ID} class="row">
            <span class="what">
              <strong>{user.username}</strong>
              <span class="facts">
                {[named('role', user.userRole), user.email, user.lastLoginAt && ago(user.lastLoginAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span class="marks">{named('status', `user-${user.state}`)}</span>
            {may('users.write') && (
              <button type="button" onClick={() => void disable(user)}>
                {user.state === 'disabled' ? t('people.enable') : t('people.disable')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {may('users.write') && (
        <details class="more">
          <summary>{t('people.invite')}</summary>
          <form onSubmit={invite}>
            <Trouble error={error} />
            <Field label={t('signIn.username')} wrong={wrongIn(error, 'username')}>
              <input name="username" required autocapitalize="none" />
            </Field>
            <Field label={t('owner.email')} wrong={wrongIn(error, 'email')}>
              <input name="email" type="email" required />
            </Field>
            <Field label={t('people.role')}>
              <select name="userRole" defaultValue="property_subuser">
                {ROLES.map((role) => (
                  <option key={role} value={role}>
                    {named('role', role)}
                  </option>
                ))}
              </select>
            </Field>
            <button type="submit" class="primary">
              {t('people.invite')}
            </button>
          </form>
        </details>
      )}
    </section>
  );
}
