import { OnlineMigration } from '../online-migration.js';
import { characterClasses } from './characters.js';

/** Latin letters that are not composed of another and a mark, as `unaccent` writes them; those of whole alphabets first. */
const LETTERS = {
  øłđðı: 'olddi',
  ħĸŋŧƀƃƈƌƒƙƚƞƥƫƭƴƶǥȡȥȴȵȶȷȼȿɀɇɉɍɏɓɕɖɗɛɟɠɡɢɦɧɨɪɫɬɭɱɲɳɴɼɽɾʀʂʈʉʋʏʐʑʙʛʜʝʟʠ:
    'hqntbbcdfklnpttyzgdzlntjcszejrybcddejggghhiilllmnnnrrrrstuvyzzbghjlq',
  ᴀᴃᴄᴅᴆᴇᴊᴋᴌᴍᴏᴘᴛᴜᴠᴡᴢᵬᵭᵮᵯᵰᵱᵲᵳᵴᵵᵶᵻᵽᵾᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶌᶍᶎᶏᶑᶒᶓᶖᶙẜẝỽỿ: 'abcddejklmoptuvwzbdfmnprrstzipubdfgklmnprsvxzadeeiussvy',
  ⱡⱥⱦⱨⱪⱬⱱⱳⱴⱸⱺꜰꜱꝁꝃꝅꝇꝉꝋꝍꝑꝓꝕꝗꝙꝟꝱꝲꝳꝴꝵꝶꝷꝺꝼꞇꞑꞓꞡꞣꞥꞧꞩ: 'lathkzvwveofskkklloopppqqvdlmnrrtdftncgknrs',
};
const [COMMON, ...RARE] = Object.entries(LETTERS).map(([from, to]) => `'${from}', '${to}'`);

/** Letters that stand for each other: at the end of words, in languages that share a script, and digits. */
const VARIANTS = `'ςךםןףץٱىیېکةہەھ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'σכמנפצايييكهههه01234567890123456789'`;

/** What a database without the letters of a language (`lc_ctype` C) leaves as it is. */
const CAPITALS = `'ØŁĐÐÆŒÞẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІ',
  'øłđðæœþßαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяєі'`;

/**
 * Full-text search in every script (docs/adr/0079-search-in-every-script.md). What is sought and what is stored go through the same
 * function, also in the previous release, which calls it by name.
 */
export class SearchInEveryScript extends OnlineMigration {
  override up(): void {
    const classes = characterClasses();
    this.addSql(words(classes));
    // The endings of runs without spaces are in the part before them already. A text without words is null, which matches nothing.
    this.addSql(`
      create or replace function sought_words(text) returns text[]
      language sql immutable strict parallel safe
      return (
        select array_agg(word) from (
          select word, lag(word) over (order by place) as before
          from string_to_table(search_text($1), ' ') with ordinality as words (word, place)
        ) words
        where word <> coalesce(case when word ~ '^[${classes.unspaced}]' then right(before, -1) end, '')
      )`);
    this.addSql(`
      create or replace function search_query(text) returns tsquery
      language sql immutable strict parallel safe
      return (select to_tsquery('simple', string_agg('''' || word || ''':*', ' & ')) from unnest(sought_words($1)) as word)`);
  }
}

/**
 * The words of a text in lower case, without accents, marks, variants and width. A run in writing without spaces is cut at each of its
 * letters into parts of three: whatever run is sought, its parts are beginnings of these. Most texts are of a to z alone, which costs a
 * quarter. Only functions of PostgreSQL itself are called: a restored dump fills columns without a search path.
 */
function words({ marks, separators, unspaced }: ReturnType<typeof characterClasses>): string {
  const doubled = Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }).reduce(
    (text, [one, two]) => `replace(${text}, '${one}', '${two}')`,
    'plain',
  );
  return `
    create or replace function search_text(text) returns text
    language plpgsql immutable strict parallel safe as $$
    declare
      plain text := lower($1);
    begin
      if octet_length(plain) > char_length(plain) then
        plain := lower(regexp_replace(normalize(replace(plain, '™', ' '), NFKD), '[${marks}]+', '', 'g'));
        if plain ~ '[ØŁĐÐÆŒÞẞΑ-ΩА-ЯЄІ]' then
          plain := translate(plain, ${CAPITALS});
        end if;
        if octet_length(plain) > char_length(plain) then
          plain := translate(${doubled}, ${COMMON});
        end if;
      end if;
      if octet_length(plain) = char_length(plain) then
        return regexp_replace(plain, '[^a-z0-9]+', ' ', 'g');
      end if;
      plain := regexp_replace(plain, '[${separators}]+', ' ', 'g');
      if plain ~ '[\\u0100-\\u02af\\u1d00-\\u1eff\\u2c60-\\u2c7f\\ua720-\\ua7ff]' then
        plain := ${RARE.reduce((text, letters) => `translate(${text}, ${letters})`, 'plain')};
      end if;
      if plain ~ '[\\u0370-\\u06ff]' then
        plain := translate(plain, ${VARIANTS});
      end if;
      if plain !~ '[${unspaced}]' then
        return plain;
      end if;
      return (
        select string_agg(
          case when word ~ '^[${unspaced}]' then (
            select string_agg(concat(one, next, third), ' ' order by at)
            from unnest(letters, letters[2:], letters[3:]) with ordinality as parts (one, next, third, at)
          ) else word end, ' ' order by place)
        from string_to_table(regexp_replace(normalize(plain, NFC), '[${unspaced}]+', ' \\& ', 'g'), ' ')
          with ordinality as words (word, place), lateral (select string_to_array(word, null) as letters) split
        where word <> '');
    end $$`;
}
