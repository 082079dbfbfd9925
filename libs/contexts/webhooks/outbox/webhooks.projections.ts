import { outgoingOfEach, type Subject, type Subscription } from '#platform/event-store';
import { deliveriesOf } from './outbox.js';

/** The wake-up topic: deliveries may be due. */
export const DELIVERIES = 'deliveries';

const SUFFIX = '-webhooks';

/** Projections that write webhook deliveries of these subjects. Webhooks are not sent again when projections are rebuilt. */
export function webhookSubscriptions(subjects: readonly Subject[]): Subscription[] {
  return subjects.map((subject) =>
    outgoingOfEach(`${subject.stream.type}${SUFFIX}`, subject.stream, (event, together) => {
      const [status, reports] = [subject.statusOf?.(event) ?? null, subject.reports(event, together)];
      return status === null && reports.length === 0 ? [] : [deliveriesOf(subject, event, status, reports)];
    }),
  );
}

/** Whether a commit wrote deliveries, when subscriptions with these names wrote something. */
export function wroteDeliveries(names: ReadonlyMap<string, unknown>): boolean {
  return [...names.keys()].some((name) => name.endsWith(SUFFIX));
}
