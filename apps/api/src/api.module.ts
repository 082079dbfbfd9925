import { type DynamicModule, Module } from '@nestjs/common';
import { ContextsModule, type Surroundings } from '#contexts';

/** The API process: every context with its controllers. */
@Module({})
export class ApiModule {
  static forRoot(surroundings: Surroundings): DynamicModule {
    return { module: ApiModule, imports: [ContextsModule.forRoot(surroundings)] };
  }
}
