import { useQueryClient } from '@tanstack/preact-query';
import { changeLocationGuestSettings, type GuestSettingsRecord, type GuestSettingsRequest, uploadLocationLogo } from '#client';
import { useGuestSettings } from '../../data/records.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { Form, textIn } from '../../parts/form.js';
import { NONE, Options } from '../../parts/options.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { say } from '../../texts/say.js';
import { t } from '../../texts/texts.js';

const ADDRESSES = [
  ['website', 'guestPage.website'],
  ['privacyUrl', 'guestPage.privacyUrl'],
  ['imprintUrl', 'guestPage.imprintUrl'],
] as const;

/** The settings of a Location's guest pages and messages; empty ones are those of the Group. */
export function GuestPage({ locationID }: { locationID: string }) {
  const { data } = useGuestSettings(locationID);
  const queries = useQueryClient();

  async function save(given: FormData) {
    const logo = given.get('logo') as File;
    if (logo.size > 0) await ask(uploadLocationLogo({ client, path: { locationID }, body: { image: logo } }));
    await ask(changeLocationGuestSettings({ client, path: { locationID }, body: settingsIn(given) }));
    say(t('people.saved'));
    await queries.invalidateQueries({ queryKey: ['guest-settings'] });
  }

  return (
    <details class="panel">
      <summary>
        <h2>{t('people.guestPage')}</h2>
      </summary>
      {data && (
        <Form name="guest-page" send={save}>
          <Fields settings={data} />
          <div class="buttons">
            <Button type="submit" class="primary">
              {t('people.save')}
            </Button>
          </div>
        </Form>
      )}
    </details>
  );
}

function Fields({ settings }: { settings: GuestSettingsRecord }) {
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
      <Field label={t('guestPage.color')} path="color">
        <input name="color" dir="ltr" pattern="#[0-9a-fA-F]{6}" placeholder="#0f5f57" defaultValue={settings.color ?? ''} />
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
        <Field key={name} label={t(label)} path={name}>
          <input name={name} type="url" maxLength={2048} defaultValue={settings[name] ?? ''} />
        </Field>
      ))}
      <Field label={t('guestPage.notify')}>
        <select name="notifyDesk">
          <Options
            of={[NONE, ['at-once', t('guestPage.atOnce')], ['daily', t('guestPage.daily')], ['never', t('guestPage.never')]]}
            chosen={settings.notifyDesk}
          />
        </select>
      </Field>
    </>
  );
}

function settingsIn(form: FormData): GuestSettingsRequest {
  const text = (name: string) => textIn(form, name);
  const hours = form.has('pickup.openingHours') ? { openingHours: text('pickup.openingHours') } : {};
  return {
    displayName: text('displayName'),
    color: text('color'),
    ...Object.fromEntries(ADDRESSES.map(([name]) => [name, text(name)])),
    notifyDesk: text('notifyDesk') as GuestSettingsRequest['notifyDesk'],
    pickup: { place: text('pickup.place'), phoneNumber: text('pickup.phoneNumber'), ...hours },
  };
}
