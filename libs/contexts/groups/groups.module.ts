import { Module } from '@nestjs/common';
import { Groups } from './groups.js';

@Module({ providers: [Groups], exports: [Groups] })
export class GroupsModule {}
