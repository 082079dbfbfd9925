import { Module } from '@nestjs/common';
import { ItemsModule } from '#contexts/items';
import { RequestsModule } from '#contexts/requests';
import { SearchController } from './http/search.controller.js';

@Module({ imports: [ItemsModule, RequestsModule], controllers: [SearchController] })
export class DeskModule {}
