/** The versions of a record of which it must have one for a change to be made (`If-Match`); null for any. */
export type ExpectedVersions = readonly number[] | null;
