import { Module } from '@nestjs/common';
import { ConnectionsModule } from '#contexts/connections';
import { Places } from './reading/places.js';
import { ReadStays } from './reading/read-stays.js';
import { StayReader } from './reading/stay-reader.js';
import { StaysModule } from './stays.module.js';

/** Reads stays from reservation systems, in the worker process only. */
@Module({ imports: [ConnectionsModule, StaysModule], providers: [StayReader, ReadStays, Places] })
export class StaysReadingModule {}
