import { Command } from '@nestjs/cqrs';
import { handlersBy } from '#platform/event-store';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { LocationShipping } from '../domain/shipping-rates.js';
import type { LocationRow } from '../read-model/location.queries.js';
import { LocationExecutor } from './location.executor.js';

/** Says at which rates a Location ships, and who pays (decisions.md, section 12). */
export class ChangeShipping extends Command<LocationRow> {
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly shipping: LocationShipping,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

abstract class ChangeActivity extends Command<LocationRow> {
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Deactivates a Location: all Users lose access to it until it is reactivated (api-v2.md, Location activity). */
export class DeactivateLocation extends ChangeActivity {}

/** Reactivates a Location: Users regain the access they had (api-v2.md, Location activity). */
export class ReactivateLocation extends ChangeActivity {}

const handles = handlersBy(LocationExecutor);

export const LOCATION_COMMANDS = [
  handles(ChangeShipping, ({ caller, shipping }) => ({ type: 'ChangeShipping', caller, shipping })),
  handles(DeactivateLocation, ({ caller }) => ({ type: 'DeactivateLocation', caller })),
  handles(ReactivateLocation, ({ caller }) => ({ type: 'ReactivateLocation', caller })),
];
