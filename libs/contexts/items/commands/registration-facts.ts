import { Injectable } from '@nestjs/common';
import { type LanguageChoice, LanguageQueries, type LanguageRow } from '#contexts/languages';
import { LocationQueries, type LocationRow, zoneOf } from '#contexts/locations';
import { isSubdivision } from '#contexts/reference';
import { StoragePlaces } from '#contexts/storage-places';
import { type Caller, Clock, dayIn, UnknownReferences } from '#platform/kernel';
import type { NewItem } from '../domain/item.decider.js';

/** An item as it is given: where its departure is not, it left on the day of the Location on which it was found. */
export type GivenItem = Omit<NewItem, 'departuredDate'> & { departuredDate?: string };

/** An item to be registered. */
interface Registering {
  caller: Caller;
  locationID: string;
  item: GivenItem;
  language: LanguageChoice;
  together: { untold?: boolean };
}

/** Facts of a registration beside its body: the Location and the Language. */
@Injectable()
export class RegistrationFacts {
  constructor(
    private readonly locations: LocationQueries,
    private readonly languages: LanguageQueries,
    private readonly places: StoragePlaces,
    private readonly clock: Clock,
  ) {}

  /** The statements that read the Location and the Language, each within the caller's reach. */
  reading({ caller, locationID, language }: Registering) {
    return [this.locations.reading(caller, locationID), this.languages.resolving(caller, locationID, language)] as const;
  }

  /** The statement that reads the storage place that is given. */
  readingPlace({ caller, item: { storagePlaceID } }: Registering) {
    return storagePlaceID == null ? [] : [this.places.reading(caller, storagePlaceID)];
  }

  /** Facts about the storage place that must hold when the item is stored. */
  factsOfPlace({ caller, item: { storagePlaceID } }: Registering) {
    return storagePlaceID == null ? [] : [this.places.isThere(caller.group.id, storagePlaceID)];
  }

  /** The decider's command. @throws UnknownReferences for a Location or Language that the caller may not refer to */
  decidable(
    { locationID, item, language: { languageID, languageCode }, together: { untold = false } }: Registering,
    location: LocationRow | undefined,
    language: LanguageRow | undefined,
    place: { location_id: string } | undefined,
  ) {
    const named = languageID != null ? 'languageID' : languageCode != null ? 'languageCode' : null;
    const isPlaced = item.storagePlaceID == null || place?.location_id === locationID;
    const unknown = [
      ...(location ? [] : ['locationID']),
      ...(named === null || language ? [] : [named]),
      ...(isPlaced ? [] : ['storagePlaceID']),
    ];
    if (!location || unknown.length > 0) throw new UnknownReferences(unknown);
    const at = this.clock.now();
    const command = {
      type: 'RegisterItem',
      item: { ...item, departuredDate: item.departuredDate ?? dayIn(zoneOf(location), new Date(item.foundAt!)) },
      location: { locationID, active: location.active, itemStorageDays: location.item_storage_days },
      language: language ?? null,
      untold,
      isState: isSubdivision,
      at: at.toISOString(),
    } as const;
    return { at, location, command };
  }
}
