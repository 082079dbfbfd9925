/** The wake-up topic: deliveries may be due. */
export const DELIVERIES = 'deliveries';
