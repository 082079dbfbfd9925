import { defineStream } from '#platform/event-store';
import { userDecider } from './domain/user.decider.js';
import { userEvents } from './domain/user.events.js';
import { userProjection } from './read-model/user.projection.js';

/** Users of a Group, with their access. */
export const userStream = defineStream('user', userDecider, {
  public: userEvents.public,
  shape: 'b71fe1f3ba6b',
  evenWhenFull: (command) =>
    command.type === 'DeleteUser' || command.type === 'TakeAccess' || (command.type === 'SetDisabled' && command.disabled),
  projection: userProjection,
});
