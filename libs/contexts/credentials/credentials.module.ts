import { Module } from '@nestjs/common';
import { LimitsModule } from '#platform/limits';
import { SecondFactors } from './second-factors.js';
import { Sessions } from './sessions.js';

@Module({ imports: [LimitsModule], providers: [Sessions, SecondFactors], exports: [Sessions, SecondFactors] })
export class CredentialsModule {}
