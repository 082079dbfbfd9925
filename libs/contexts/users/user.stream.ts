import { defineStream } from '#platform/event-store';
import { userDecider } from './domain/user.decider.js';
import { userProjection } from './read-model/user.projection.js';

/** Users of a Group, with their access. */
export const userStream = defineStream('user', userDecider, {
  public: ['userRole', 'access', 'emailValidated', 'invited', 'link', 'until', 'language', 'first'],
  shape: '3d7073e50b63',
  evenWhenFull: (command) =>
    command.type === 'DeleteUser' || command.type === 'TakeAccess' || (command.type === 'SetDisabled' && command.disabled),
  projection: userProjection,
});
