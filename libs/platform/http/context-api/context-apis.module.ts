import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { ContextApi } from './context-api.js';
import { ContextApis } from './context-apis.js';

/** Provides the platform with what the contexts add to the API. */
@Global()
@Module({})
export class ContextApisModule {
  /** @param apis in the order of their tags in the OpenAPI document */
  static forRoot(apis: readonly ContextApi[]): DynamicModule {
    // A value and not a class: the OpenAPI document is also generated in preview mode, which creates no providers.
    const providers = [{ provide: ContextApis, useValue: new ContextApis(apis) }];
    return { module: ContextApisModule, providers, exports: providers };
  }
}
