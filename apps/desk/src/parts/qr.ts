import encodeQR from 'qr';

/** A QR code as a picture of its own, which the policy of the page allows. */
export function qrOf(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg'))}`;
}
