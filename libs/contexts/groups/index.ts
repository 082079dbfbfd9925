export { Cell, cellOf, numbersOf, otherCell, requireCell, settleCell } from './cell.js';
export { GroupAccounts, GroupDirectory, GroupSso, ofGroup } from './group.entity.js';
export { GroupLimits, isBelow } from './group-limits.js';
export { groupsContext } from './groups.context.js';
export { type GroupRow, Groups, NUMBERED_KINDS } from './groups.js';
export { GroupsModule } from './groups.module.js';
export { isInUse } from './is-in-use.js';
export { isOfKinds, type RetentionKinds } from './retention-kinds.js';
