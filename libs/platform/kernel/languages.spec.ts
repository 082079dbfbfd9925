import { describe, expect, it } from 'vitest';
import { closestLanguage, ownWishes } from './languages.js';

describe('the closest language', () => {
  it.each([
    ['zh-TW', ['zh', 'en'], null],
    ['zh-Hant', ['zh', 'zh-CN', 'en'], null],
    ['zh-HK', ['zh-CN'], null],
    ['zh-MO', ['zh'], null],
    ['yue', ['zh'], null],
    ['zh-Hans-HK', ['zh'], 'zh'],
    ['zh-SG', ['zh'], 'zh'],
    ['ZH-cn', ['zh-TW', 'zh'], 'zh'],
    ['zh-TW', ['zh', 'zh-HK'], 'zh-HK'],
    ['zh', ['zh-TW', 'zh-CN'], 'zh-CN'],
    ['pt-BR', ['pt-PT', 'pt-BR'], 'pt-BR'],
    ['pt-AO', ['pt-BR', 'pt'], 'pt'],
    ['pt', ['pt-BR', 'pt-PT'], 'pt-BR'],
    ['en-GB', ['en', 'en-US'], 'en'],
    ['en-us', ['en', 'en-US'], 'en-US'],
    ['nb-NO', ['no'], 'no'],
    ['no', ['nn', 'sv'], 'nn'],
    ['sr-Latn', ['sr'], null],
    ['iw', ['he'], 'he'],
    ['de_AT', ['de'], 'de'],
    ['en-US@posix', ['en'], 'en'],
    ['en_GB.UTF-8', ['en-US', 'en'], 'en'],
    ['zh-cmn-Hans-CN', ['zh'], 'zh'],
    ['zh-cmn-Hant', ['zh'], null],
    ['zh-yue-HK', ['zh'], null],
    ['cmn-Hans', ['zh'], 'zh'],
    ['fra', ['fr'], 'fr'],
    ['*', ['en'], null],
    ['tlh', ['en'], null],
    ['', ['en'], null],
    ['x'.repeat(5_000), ['en'], null],
  ])('to %s, of %j, is %s', (tag, codes, closest) => expect(closestLanguage(tag, codes)).toBe(closest));
});

describe('the wishes of a browser', () => {
  it.each([
    ['Chrome in Taiwan', ['zh-TW', 'zh', 'en-US', 'en'], ['zh-TW', 'en-US', 'en']],
    ['Firefox in Hong Kong', ['zh-HK', 'zh', 'en'], ['zh-HK', 'en']],
    ['Safari in Macao', ['zh-Hant-MO', 'ZH'], ['zh-Hant-MO']],
    ['Chrome in Serbia', ['sr-Latn', 'sr', 'de'], ['sr-Latn', 'de']],
    ['somebody who reads both', ['zh-TW', 'zh-CN', 'zh'], ['zh-TW', 'zh-CN', 'zh']],
    ['somebody who reads the other first', ['zh', 'zh-TW'], ['zh', 'zh-TW']],
    ['Chrome in China', ['zh-CN', 'zh', 'en'], ['zh-CN', 'zh', 'en']],
    ['Chrome in Brazil', ['pt-BR', 'pt', 'en-US', 'en'], ['pt-BR', 'pt', 'en-US', 'en']],
    ['nobody', [], []],
  ])('of %s, %j, are %j', (_browser, tags, wishes) => expect(ownWishes(tags)).toEqual(wishes));
});
