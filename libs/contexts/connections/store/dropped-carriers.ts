import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DropCarrier } from '#contexts/locations';
import { ConnectionUsers } from './connection-users.js';

/** A carrier that is deleted or switched off leaves its Locations without one, for good (decisions.md, section 14). */
@Injectable()
export class DroppedCarriers {
  constructor(users: ConnectionUsers, commands: CommandBus) {
    users.of('carrier', {
      async left({ groupID, id, locationIDs }, cause) {
        if (locationIDs !== null) await commands.execute(new DropCarrier(groupID, id, locationIDs, cause));
      },
    });
  }
}
