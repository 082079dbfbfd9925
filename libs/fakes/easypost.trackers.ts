import type { Shipment } from './easypost.shipments.js';

/** https://docs.easypost.com/docs/trackers#tracker-object */
export function tracker({ id, tracking_code, status, status_detail, selected_rate }: Shipment, at: Date) {
  const datetime = at.toISOString();
  return {
    id: id.replace('shp', 'trk'),
    object: 'Tracker',
    mode: 'test',
    tracking_code,
    status,
    status_detail,
    updated_at: datetime,
    weight: 16,
    est_delivery_date: null,
    shipment_id: id,
    carrier: selected_rate?.carrier,
    tracking_details: [{ object: 'TrackingDetail', message: status, status, status_detail, datetime }],
    public_url: `https://track.easypost.com/${id}`,
  };
}

/** A shipment as it is answered. @param files the address of its label's files, which are elsewhere and need no key */
export function shown({ formats, status_detail, ...shipment }: Shipment, files: string, at: Date) {
  const bought = shipment.selected_rate !== null;
  const first = shipment.options?.label_format ?? 'PNG';
  const file = (format: string) => `${files}/${shipment.id}.${format.toLowerCase()}`;
  const pdf = first === 'PDF' || formats.includes('PDF');
  const types: Record<string, string> = { PNG: 'image/png', PDF: 'application/pdf', ZPL: 'application/zpl', EPL2: 'text/plain' };
  const label = {
    object: 'PostageLabel',
    label_file_type: types[first],
    label_url: file(first),
    label_pdf_url: pdf ? file('PDF') : null,
    label_size: '4x6',
  };
  return {
    ...shipment,
    object: 'Shipment',
    mode: 'test',
    postage_label: bought ? label : null,
    tracker: bought ? tracker({ ...shipment, status_detail, formats }, at) : null,
  };
}
