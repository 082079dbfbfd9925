import { Module } from '@nestjs/common';
import { AddLanguage } from './commands/add-language.js';
import { ChooseLanguages } from './commands/choose-languages.js';
import { LanguagesController } from './http/languages.controller.js';
import { LanguageQueries } from './read-model/language.queries.js';

@Module({
  controllers: [LanguagesController],
  providers: [LanguageQueries, AddLanguage, ChooseLanguages],
  exports: [LanguageQueries, AddLanguage, ChooseLanguages],
})
export class LanguagesModule {}
