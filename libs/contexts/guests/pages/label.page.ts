import { html } from '@remix-run/html-template';
import { type Frame, type GuestLocation, messagePage } from './layout.js';
import { contact } from './pickup.js';

/** The page behind a label's QR code. It says the same of every number, so that nobody learns what is kept (decisions.md, section 13). */
export function labelPage(frame: Frame, guestLocation: GuestLocation, itemID: number): string {
  const { label } = frame.words;
  const staff = html`<p><a class="button quiet" href="/desk/items/${itemID}">${label.staff}</a></p>`;
  return messagePage(frame, { title: label.title, text: label.text }, html`${contact(frame, guestLocation)}${staff}`);
}
