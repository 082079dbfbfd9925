import { describe, expect, it } from 'vitest';
import { trackingUrl } from './index.js';

describe('the page of a carrier', () => {
  it.each([
    ['DHL Express', 'www.dhl.com'],
    ['UPS', 'www.ups.com'],
    ['USPS', 'tools.usps.com'],
    ['DPD Deutschland', 'tracking.dpd.de'],
    ['PostNL', 'postnl.nl'],
    ['Evri (Hermes)', 'www.evri.com'],
    ['Hermes', 'www.myhermes.de'],
    ['La Poste Suisse', 'service.post.ch'],
    ['La Poste', 'www.laposte.fr'],
    ['Chronopost', 'www.chronopost.fr'],
    ['Correos Express', 's.correosexpress.com'],
    ['Correos', 'www.correos.es'],
    ['Österreichische Post AG', 'www.post.at'],
    ['InPost', 'inpost.pl'],
    ['PostNord', 'portal.postnord.com'],
    ['Australia Post', 'auspost.com.au'],
  ])('of %s is at %s', (carrier, host) => {
    expect(new URL(trackingUrl(carrier, 'A 1')!).host).toBe(host);
    expect(trackingUrl(carrier, 'A 1')).toMatch(/A%201$/);
  });

  it.each(['Hoogups Couriers', 'Our own van', 'Post'])('of %s is not known', (carrier) => {
    expect(trackingUrl(carrier, '1')).toBeNull();
  });
});
