/** A custom list of Locations (api-v2.md, locationAccess). */
export interface RegionDetails {
  name: string;
  reference: string | null;
  locationIDs: string[];
}

export type RegionCreated = { type: 'RegionCreated'; data: RegionDetails };
/** Only changed fields; the list of Locations is complete. */
export type RegionUpdated = { type: 'RegionUpdated'; data: Partial<RegionDetails> };
export type RegionDeleted = { type: 'RegionDeleted'; data: Record<string, never> };

export type RegionEvent = RegionCreated | RegionUpdated | RegionDeleted;
