import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const contactDetails = (contactPerson: string) => ({
  contactPerson,
  contactEmail: 'quillfeather@example.com',
  phoneNumber: '+31 10 123456',
});

describe('the contact person of a Location', () => {
  it('is sealed in its history', async () => {
    const locationID = await service.location({ contactDetails: contactDetails('Jane Quillfeather') });
    await service.call('PUT', `/locations/${locationID}`, { contactDetails: { contactPerson: 'John Quillfeather' } });
    const events = await service.sql(`select data::text from events where stream_type = 'location'`);
    expect(events.length).toBe(2);
    expect(JSON.stringify(events)).not.toMatch(/quillfeather/i);
    const { body } = await service.call('GET', `/locations/${locationID}/history`);
    expect(JSON.stringify(body)).toContain('John Quillfeather');
  });

  it('of a Location that an earlier release made in clear is read, and sealed from its next change on', async () => {
    const locationID = await service.location();
    const [{ id }] = await service.sql('select id from locations where location_id = $1', [locationID]);
    const clear = JSON.stringify({ ...contactDetails('Jane Quillfeather'), contactEmailCC: null });
    await service.sql(
      `update events set data = jsonb_set(data::jsonb, '{contactDetails}', $2) where stream_type = 'location' and stream_id = $1`,
      [id, clear],
    );
    await service.sql(`delete from subject_keys where stream_type = 'location' and stream_id = $1`, [id]);
    const changed = await service.call('PUT', `/locations/${locationID}`, { contactDetails: { phoneNumber: '+31 10 654321' } });
    expect(changed).toMatchObject({
      status: 200,
      body: { contactDetails: { contactPerson: 'Jane Quillfeather', phoneNumber: '+31 10 654321' } },
    });
    const [newest] = await service.sql(
      `select data::text as data from events where stream_type = 'location' and stream_id = $1 order by version desc`,
      [id],
    );
    expect(newest.data).not.toContain('654321');
    const again = await service.call('PUT', `/locations/${locationID}`, { contactDetails: { phoneNumber: '+31 10 111111' } });
    expect(again.body.contactDetails).toMatchObject({ contactPerson: 'Jane Quillfeather', phoneNumber: '+31 10 111111' });
  });
});
