/**
 * The pages of carriers where a number is followed, by the name that staff write; the first that fits counts. No carrier documents its
 * address: these are the ones that the lists of WooCommerce Shipment Tracking and WC Vendors and the connectors of Karrio agree on, else
 * those that most public projects of 2026 link to. PostNL asks for the postal code on its page.
 */
const PAGES: readonly [name: RegExp, page: string][] = [
  [/dhl/i, 'https://www.dhl.com/global-en/home/tracking.html?tracking-id='],
  [/\bups\b/i, 'https://www.ups.com/track?tracknum='],
  [/fed ?ex/i, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/\btnt\b/i, 'https://www.tnt.com/express/en_us/site/tracking.html?searchType=con&cons='],
  [/\bdpd\b/i, 'https://tracking.dpd.de/status/en_US/parcel/'],
  [/\bgls\b/i, 'https://gls-group.com/track/'],
  [/post ?nl/i, 'https://postnl.nl/tracktrace/?B='],
  [/\bbpost\b/i, 'https://track.bpost.cloud/btr/web/#/search?itemCode='],
  [/usps/i, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  [/royal ?mail/i, 'https://www.royalmail.com/track-your-item#/tracking-results/'],
  [/evri/i, 'https://www.evri.com/track/parcel/'],
  [/hermes/i, 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#'],
  [/swiss ?post|schweizerische post|poste suisse|post\.?ch\b/i, 'https://service.post.ch/ekp-web/ui/entry/search/'],
  [/austrian ?post|österreichische post|post ?ag\b|post\.at/i, 'https://www.post.at/sv/sendungsdetails?snr='],
  [/chronopost/i, 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT='],
  [/la ?poste|colissimo/i, 'https://www.laposte.fr/outils/suivre-vos-envois?code='],
  [/correos ?express/i, 'https://s.correosexpress.com/c?n='],
  [/correos/i, 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number='],
  [/poste ?italiane/i, 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/'],
  [/in ?post\b/i, 'https://inpost.pl/sledzenie-przesylek?number='],
  [/poczta ?polska/i, 'https://emonitoring.poczta-polska.pl/?numer='],
  [/post ?nord/i, 'https://portal.postnord.com/tracking/details/'],
  [/japan ?post|日本郵便/i, 'https://trackings.post.japanpost.jp/services/srv/search/?requestNo1='],
  [/australia ?post|auspost/i, 'https://auspost.com.au/mypost/track/#/details/'],
  [/canada ?post/i, 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor='],
];

/** The address of the carrier's page for a number; null when the carrier is not known. */
export function trackingUrl(carrier: string | null, trackingNumber: string | null): string | null {
  if (carrier === null || trackingNumber === null) return null;
  const known = PAGES.find(([name]) => name.test(carrier));
  return known ? known[1] + encodeURIComponent(trackingNumber) : null;
}
