import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { ContextApi } from './context-api.js';
import { ContextApis } from './context-apis.js';

/** Hands what the contexts add to the interface to the platform. */
@Global()
@Module({})
export class ContextApisModule {
  /** @param apis their order is that of the tags in the document */
  static forRoot(apis: readonly ContextApi[]): DynamicModule {
    // A value, not a class to be made: the document is also written where nothing is made.
    const providers = [{ provide: ContextApis, useValue: new ContextApis(apis) }];
    return { module: ContextApisModule, providers, exports: providers };
  }
}
