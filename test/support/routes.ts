import type { DynamicModule, Type } from '@nestjs/common';
import { CALLER_RESOLVER, type CallerResolver, type ContextApi, ContextApisModule } from '#platform/http';

class RoutesModule {}

const NOBODY: CallerResolver = { resolve: () => Promise.reject(new Error('Nobody calls here.')) };

/** A module with only these controllers and what an HTTP application needs. */
export function routes(controllers: Type[] = [], api: ContextApi = {}, callers = NOBODY): DynamicModule {
  return {
    module: RoutesModule,
    global: true,
    imports: [ContextApisModule.forRoot([api])],
    controllers,
    providers: [{ provide: CALLER_RESOLVER, useValue: callers }],
    exports: [CALLER_RESOLVER],
  };
}
