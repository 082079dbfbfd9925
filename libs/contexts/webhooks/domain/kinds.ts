/** The two kinds of notification (api-v2.md, Events). */
export const KINDS = ['itemStatus', 'requestStatus'] as const;
export type Kind = (typeof KINDS)[number];
