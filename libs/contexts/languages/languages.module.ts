import { Module } from '@nestjs/common';
import { AddLanguage } from './commands/add-language.js';
import { LanguagesController } from './http/languages.controller.js';
import { LanguageQueries } from './read-model/language.queries.js';

@Module({
  controllers: [LanguagesController],
  providers: [LanguageQueries, AddLanguage],
  exports: [LanguageQueries, AddLanguage],
})
export class LanguagesModule {}
