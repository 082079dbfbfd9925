import { Global, Module } from '@nestjs/common';
import { Copies } from './copies.js';

/** Whether the database is a copy, for whatever sends. */
@Global()
@Module({ providers: [Copies], exports: [Copies] })
export class CopiesModule {}
