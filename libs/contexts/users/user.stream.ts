import { defineStream } from '#platform/event-store';
import { userDecider } from './domain/user.decider.js';
import { userProjection } from './read-model/user.projection.js';

/** Users of a Group, with their access. */
export const userStream = defineStream('user', userDecider, {
  public: ['userRole', 'access', 'emailValidated', 'invited', 'link', 'until', 'language', 'first'],
  projection: userProjection,
});
