import { useLocation } from 'wouter-preact';
import { makeRequest } from '#client';
import { useLocations } from '../../data/records.js';
import { Field } from '../../parts/field.js';
import { textIn } from '../../parts/form.js';
import { FormButton } from '../../parts/form-button.js';
import { Options } from '../../parts/options.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { t } from '../../texts/texts.js';

/** Writes down what a guest on the telephone has lost. @param props.seek what was sought and not found: open at once */
export function NewRequest(props: { seek: string | null; locationID: string | undefined }) {
  const locations = useLocations().data ?? [];
  const [, go] = useLocation();
  async function send(given: FormData) {
    const locationID = textIn(given, 'locationID') ?? locations[0]!.locationID;
    const body = {
      request: textIn(given, 'request') ?? '',
      location: textIn(given, 'location'),
      departuredDate: textIn(given, 'departuredDate'),
      owner: { name: textIn(given, 'name'), email: textIn(given, 'email'), phoneNumber: textIn(given, 'phoneNumber') },
    };
    const { ID } = await ask(makeRequest({ client, path: { locationID }, body }));
    go(`/requests/${ID}`);
  }
  return (
    <FormButton
      name="request"
      text={t('request.new')}
      submit={t('item.save')}
      class="primary"
      isOpen={props.seek !== null}
      send={send}
    >
      {locations.length > 1 && (
        <Field label={t('find.location')}>
          <select name="locationID">
            <Options of={locations.map(({ locationID, name }) => [locationID, name])} chosen={props.locationID ?? null} />
          </select>
        </Field>
      )}
      <Field label={t('request.what')} path="request">
        <textarea name="request" rows={2} required defaultValue={props.seek ?? ''} />
      </Field>
      <Field label={t('request.where')} path="location">
        <input name="location" />
      </Field>
      <Field label={t('request.left')} path="departuredDate">
        <input name="departuredDate" type="date" />
      </Field>
      <Field label={t('guestPage.name')} path="owner.name">
        <input name="name" autocomplete="off" />
      </Field>
      <Field label={t('owner.email')} path="owner.email">
        <input name="email" type="email" autocomplete="off" />
      </Field>
      <Field label={t('owner.phone')} path="owner.phoneNumber">
        <input name="phoneNumber" type="tel" autocomplete="off" />
      </Field>
    </FormButton>
  );
}
