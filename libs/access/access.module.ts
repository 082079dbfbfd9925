import { Module } from '@nestjs/common';
import { CALLER_RESOLVER } from '#http';
import { BearerResolver } from './caller.resolver.js';
import { ApiTokens } from './commands/api-tokens.js';
import { Groups } from './commands/groups.js';

@Module({
  providers: [Groups, ApiTokens, { provide: CALLER_RESOLVER, useClass: BearerResolver }],
  exports: [Groups, ApiTokens],
})
export class AccessModule {}
