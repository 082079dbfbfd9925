import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import {
  changeLocationGuestSettings,
  type GuestSettingsRecord,
  type GuestSettingsRequest,
  getLocationGuestSettings,
  uploadLocationLogo,
} from '#client';
import { Field, wrongIn } from '../parts/field.js';
import { say } from '../parts/toast.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { t } from '../texts/texts.js';

const ADDRESSES = [
  ['website', 'guestPage.website'],
  ['privacyUrl', 'guestPage.privacyUrl'],
  ['imprintUrl', 'guestPage.imprintUrl'],
] as const;

/** The settings of a Location's guest pages and messages; empty ones are those of the Group. */
export function GuestPage({ locationID }: { locationID: string }) {
  const queryKey = ['guest-settings', locationID];
  const { data } = useQuery({ queryKey, queryFn: () => ask(getLocationGuestSettings({ client, path: { locationID } })) });
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const logo = form.get('logo') as File;
    setError(null);
    try {
      if (logo.size > 0) await ask(uploadLocationLogo({ client, path: { locationID }, body: { image: logo } }));
      await ask(changeLocationGuestSettings({ client, path: { locationID }, body: settingsIn(form) }));
      say(t('people.saved'));
    } catch (cause) {
      setError(cause);
    }
    await queries.invalidateQueries({ queryKey });
  }

  return (
    <details class="section">
      <summary>
        <h2>{t('people.guestPage')}</h2>
      </summary>
      {data && (
        <form class="settings" onSubmit={save}>
          <Fields settings={data} error={error} />
          <Trouble error={error} />
          <div class="buttons">
            <button type="submit" class="primary">
              {t('people.save')}
            </button>
          </div>
        </form>
      )}
    </details>
  );
}

function Fields({ settings, error }: { settings: GuestSettingsRecord; error: unknown }) {
  const { pickup } = settings;
  const hours = pickup.openingHours;
  return (
    <>
      <Field label={t('guestPage.name')}>
        <input name="displayName" maxLength={255} defaultValue={settings.displayName ?? ''} />
      </Field>
      <Field label={t('guestPage.logo')}>
        <input name="logo" type="file" accept="image/png,image/jpeg" />
      </Field>
      {settings.logo && <img class="logo" src={settings.logo} alt="" />}
      <Field label={t('guestPage.color')} wrong={wrongIn(error, 'color')}>
        <input name="color" pattern="#[0-9a-fA-F]{6}" placeholder="#0f5f57" defaultValue={settings.color ?? ''} />
      </Field>
      <Field label={t('guestPage.place')}>
        <input name="pickup.place" maxLength={255} defaultValue={pickup.place ?? ''} />
      </Field>
      {/* Hours in several languages are those of an integration; here is one text for all. */}
      {(hours === null || typeof hours === 'string') && (
        <Field label={t('guestPage.hours')}>
          <input name="pickup.openingHours" maxLength={255} defaultValue={hours ?? ''} />
        </Field>
      )}
      <Field label={t('guestPage.phone')}>
        <input name="pickup.phoneNumber" type="tel" maxLength={50} defaultValue={pickup.phoneNumber ?? ''} />
      </Field>
      {ADDRESSES.map(([name, label]) => (
        <Field key={name} label={t(label)} wrong={wrongIn(error, name)}>
          <input name={name} type="url" maxLength={2048} defaultValue={settings[name] ?? ''} />
        </Field>
      ))}
      <Field label={t('guestPage.notify')}>
        <select name="notifyDesk" defaultValue={settings.notifyDesk ?? ''}>
          <option value="">–</option>
          <option value="at-once">{t('guestPage.atOnce')}</option>
          <option value="daily">{t('guestPage.daily')}</option>
          <option value="never">{t('guestPage.never')}</option>
        </select>
      </Field>
    </>
  );
}

function settingsIn(form: FormData): GuestSettingsRequest {
  const text = (name: string) => String(form.get(name)).trim() || null;
  const hours = form.has('pickup.openingHours') ? { openingHours: text('pickup.openingHours') } : {};
  return {
    displayName: text('displayName'),
    color: text('color'),
    ...Object.fromEntries(ADDRESSES.map(([name]) => [name, text(name)])),
    notifyDesk: text('notifyDesk') as GuestSettingsRequest['notifyDesk'],
    pickup: { place: text('pickup.place'), phoneNumber: text('pickup.phoneNumber'), ...hours },
  };
}
