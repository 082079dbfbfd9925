import { describe, expect, it } from 'vitest';
import { closestLanguage } from './languages.js';

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
    ['*', ['en'], null],
    ['tlh', ['en'], null],
    ['', ['en'], null],
    ['x'.repeat(5_000), ['en'], null],
  ])('to %s, of %j, is %s', (tag, codes, closest) => expect(closestLanguage(tag, codes)).toBe(closest));
});
