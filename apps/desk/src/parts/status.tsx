import { named } from '../texts/texts.js';

const TONES: Record<string, string> = {
  'contact-missing': 'todo',
  'wrong-owner': 'todo',
  'waiting-response': 'waits',
  'waiting-guest-response': 'waits',
  registered: 'waits',
  'pickup-by-guest': 'todo',
  'shipment-paid': 'todo',
  'pickup-scheduled': 'waits',
  'in-route': 'waits',
  expired: 'late',
  'left-behind': 'late',
};

/** A status in words; its colour only repeats them. */
export function Status({ value }: { value: string }) {
  return <span class={`status ${TONES[value] ?? 'done'}`}>{named('status', value)}</span>;
}
