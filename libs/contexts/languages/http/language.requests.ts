import { Flag, FormedText, Integer, IntegerList, Rule, Text } from '#platform/http';
import { isLanguageCode } from '../commands/add-language.js';

/** `POST /languages`. */
export class NewLanguageRequest {
  @Text({ required: true, example: 'German', description: 'Display name' }) language!: string;
  @FormedText(
    { required: true, example: 'de', description: 'ISO 639-1, optionally with a region' },
    isLanguageCode,
    'Must be like `de` or `pt-BR`.',
  )
  code!: string;
  @Flag({ default: false, example: false, description: 'Whether it is used when an item names none, in place of the one before' })
  default?: boolean;
}

/** `PUT /locations/:locationID/languages`. */
@Rule<LocationLanguagesRequest>(({ languageIDs }, check) => {
  if (languageIDs?.length === 0) check.refuse('languageIDs', 'too_short', 'Must have at least one element.');
})
export class LocationLanguagesRequest {
  @IntegerList({ required: true, most: 500, example: [1, 2], description: 'The Languages that the Location uses' })
  languageIDs!: number[];
  @Integer({ required: true, min: 1, example: 1, description: 'Which of them is used when an item names none' })
  defaultLanguageID!: number;
}
