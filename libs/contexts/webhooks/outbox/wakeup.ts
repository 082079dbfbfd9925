/** The wake-up that says: deliveries may be due. */
export const DELIVERIES = 'deliveries';
