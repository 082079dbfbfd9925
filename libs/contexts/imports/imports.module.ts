import { Module } from '@nestjs/common';
import { ItemsModule } from '#contexts/items';
import { LanguagesModule } from '#contexts/languages';
import { LocationsModule } from '#contexts/locations';
import { ImportFiles } from './file/import-file.js';
import { ReceivedFiles } from './file/received-files.js';
import { ImportsController } from './http/imports.controller.js';
import { Imports } from './imports.js';
import { ImportRunner } from './work/import-runner.js';
import { ImportStore } from './work/import-store.js';
import { RefusedCells } from './work/refused-cells.js';
import { RowJudge } from './work/row-judge.js';

@Module({
  imports: [ItemsModule, LanguagesModule, LocationsModule],
  controllers: [ImportsController],
  providers: [Imports, ImportFiles, ReceivedFiles, ImportStore, RefusedCells, ImportRunner, RowJudge],
  exports: [ImportRunner, ImportStore],
})
export class ImportsModule {}
