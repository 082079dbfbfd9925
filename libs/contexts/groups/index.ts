export { GroupEntity } from './group.entity.js';
export { type GroupRow, Groups } from './groups.js';
export { GroupsModule } from './groups.module.js';
