import { Module } from '@nestjs/common';
import { SecondFactors } from './second-factors.js';
import { Sessions } from './sessions.js';

@Module({ providers: [Sessions, SecondFactors], exports: [Sessions, SecondFactors] })
export class CredentialsModule {}
