/** Milliseconds without news after which a parcel is asked about (decisions.md, section 14, Tracking). */
export const PARCEL_SILENCE = 6 * 60 * 60 * 1000;
/** Milliseconds between two questions whether a label is void at last. */
export const A_DAY = 24 * 60 * 60 * 1000;
/** Milliseconds after which something not known is asked again. */
export const SOON = 20_000;
/** Milliseconds after which a parcel that never arrived is asked about no more. */
export const GIVEN_UP = 90 * A_DAY;
