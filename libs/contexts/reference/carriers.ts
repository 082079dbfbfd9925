/** The pages of carriers where a number is followed, by the name that staff write. */
const PAGES: readonly [name: RegExp, page: string][] = [
  [/dhl/i, 'https://www.dhl.com/global-en/home/tracking.html?tracking-id='],
  [/ups/i, 'https://www.ups.com/track?tracknum='],
  [/fedex/i, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/tnt/i, 'https://www.tnt.com/express/en_us/site/tracking.html?searchType=con&cons='],
  [/dpd/i, 'https://www.dpdgroup.com/nl/mydpd/my-parcels/track?parcelNumber='],
  [/gls/i, 'https://gls-group.com/track/'],
  [/postnl/i, 'https://jouw.postnl.nl/track-and-trace/'],
  [/bpost/i, 'https://track.bpost.cloud/btr/web/#/search?itemCode='],
  [/usps/i, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  [/royal ?mail/i, 'https://www.royalmail.com/track-your-item#/tracking-results/'],
  [/la ?poste|colissimo|chronopost/i, 'https://www.laposte.fr/outils/suivre-vos-envois?code='],
  [/correos/i, 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number='],
  [/poste italiane/i, 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/'],
  [/hermes|evri/i, 'https://www.evri.com/track/parcel/'],
  [/swiss ?post|post ch/i, 'https://service.post.ch/ekp-web/ui/entry/search/'],
  [/austrian post|post ag/i, 'https://www.post.at/sv/sendungsdetails?snr='],
  [/australia post|auspost/i, 'https://auspost.com.au/mypost/track/details/'],
  [/canada post/i, 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor='],
];

/** The address of the carrier's page for a number; null when the carrier is not known. */
export function trackingUrl(carrier: string | null, trackingNumber: string | null): string | null {
  if (carrier === null || trackingNumber === null) return null;
  const known = PAGES.find(([name]) => name.test(carrier));
  return known ? known[1] + encodeURIComponent(trackingNumber) : null;
}
