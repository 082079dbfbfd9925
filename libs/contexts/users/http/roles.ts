import { ApiProperty } from '@nestjs/swagger';
import { Shown } from '#platform/http';
import { ROLES, type Role } from '#platform/kernel';

/** The Role record; its ID is its code (decisions.md, section 3). */
export class RoleRecord {
  @ApiProperty({ type: String, enum: ROLES, example: 'property_subuser', description: 'Identifier: the role code' }) ID!: Role;
  @ApiProperty({ type: String, enum: ROLES, example: 'property_subuser', description: 'Role code' }) userRole!: Role;
  @ApiProperty({ type: String, example: 'Sub-User', description: 'Title of the role' }) title!: string;
  @Shown(String, 'What the role may do', 'Register Items only.') description!: string;
}

/** Titles and capabilities as api-v2.md, User role codes, has them. */
const TEXTS: Record<Role, { title: string; description: string }> = {
  group_admin: {
    title: 'Group Admin',
    description: 'Full access to associated Locations; add, edit, delete Users, Items, Requests.',
  },
  property_admin: {
    title: 'Property Admin',
    description: 'As Group Admin, except Group Admins cannot be added, edited or deleted.',
  },
  property_subuser: {
    title: 'Sub-User',
    description: 'Create, update, delete items on the account(s); no access to settings.',
  },
  limited_subuser: { title: 'Limited Sub-User', description: 'Register Items only.' },
  overview_subuser: { title: 'Overview Sub-User', description: 'Overview access only.' },
};

/** Every role, from high to low. */
export const ROLE_RECORDS: readonly RoleRecord[] = ROLES.map((role) => ({ ID: role, userRole: role, ...TEXTS[role] }));
