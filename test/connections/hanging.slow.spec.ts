import { expect, it } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { startService } from '../support/service.js';
import { Provider } from './provider.js';

it('a provider that hangs has been given up after ten seconds, and keeps nobody else waiting', async () => {
  const provider = await Provider.open();
  provider.answer = () => undefined;
  const service = await startService({ connections: new ConnectionSettings({ urls: { mollie: provider.url } }) });
  try {
    const body = { provider: 'mollie', name: 'It', settings: { apiKey: 'test_dHar4XY7LxsD' } };
    const { ID } = (await service.call('POST', '/connections', body)).body;
    const begun = performance.now();
    const testing = service.call('POST', `/connections/${ID}/test`);
    await expect.poll(() => provider.asked).toHaveLength(1);
    expect((await service.call('GET', '/connections')).status).toBe(200);
    expect((await testing).body).toEqual({ ok: false, error: 'Mollie did not answer within 10 s' });
    const took = performance.now() - begun;
    expect([took > 9_500, took < 12_000]).toEqual([true, true]);
  } finally {
    await service.stop();
    await provider.close();
  }
});
